import { useEffect } from 'react';
import type { Viewer } from '@prdm/viewer';
import type { Place } from './use-component-menu.tsx';

/**
 * Opens the menu by a click with the second button in the picture, and by the menu key when the picture has the focus.
 */
export function useCanvasMenu(
  viewer: Viewer | null,
  host: { current: HTMLElement | null },
  openAt: (place: Place) => void,
): void {
  useEffect(() => {
    const element = host.current;
    if (viewer === null || element === null) return;
    const offMenu = viewer.tools.select.on('menu', ({ clientX, clientY }) => openAt({ x: clientX, y: clientY }));
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      openAt({ x: left + width / 2, y: top + height / 2 });
    };
    element.addEventListener('keydown', onKey);
    return () => {
      offMenu();
      element.removeEventListener('keydown', onKey);
    };
  }, [viewer, host, openAt]);
}
