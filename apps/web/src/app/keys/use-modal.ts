import { useCallback, useLayoutEffect, useRef } from 'react';

/** Shows a dialog element as long as it is drawn. On closing, the focus returns to the element that had it before. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  const close = useCallback(() => {
    const shown = dialog.current;
    if (shown?.open !== true) return;
    shown.close();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  }, []);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    if (dialog.current?.open === false) dialog.current.showModal();
    return close;
  }, [close]);
  return { dialog, close };
}
