import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useFocusBack } from './use-focus-back.ts';
import './box.css';

/**
 * A modal question on the browser's own dialog element. It traps the focus, returns it afterwards and closes on Esc.
 * It needs no component library.
 */
export function Box(props: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  /** CSS width, e.g. '35.5%'. The mobile layout ignores it. */
  width?: string;
  /** The mobile layout gives the box the width of the window, for a table. */
  isWide?: boolean;
  /** A phone shows the box in the full width of the window. */
  fillsPhone?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useFocusBack();
  const { onClose } = props;
  useEffect(() => {
    const shown = dialog.current;
    // The timeout lets the current key press end first. Otherwise the Esc press that opens the box also closes it.
    const opening = setTimeout(() => shown?.showModal());
    return () => {
      clearTimeout(opening);
      shown?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="box"
      data-wide={props.isWide}
      data-fills={props.fillsPhone}
      style={props.width === undefined ? undefined : { '--box-width': props.width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className="box-title">
        {props.title}
      </h2>
      {props.children && <div className="box-text">{props.children}</div>}
      {props.actions && <div className="box-actions">{props.actions}</div>}
    </dialog>
  );
}
