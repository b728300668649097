import { useEffect, useId, useRef, type ReactNode } from 'react';
import './box.css';

/**
 * A question in the middle of the page, on the browser's own dialog: it keeps the focus inside, gives it back afterwards and
 * closes on Esc, without a component library.
 */
export function Box(props: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  /** Share of the window's width, e.g. '35.5%'; a phone uses all it has. */
  width?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { onClose } = props;
  useEffect(() => {
    const shown = dialog.current;
    // Asked for by Esc (a form over the page), it would hear the same key press as its own and be gone at once.
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
