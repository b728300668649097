import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useActions } from '../../../lib/keys/actions.ts';
import { isOverlaid, isTyping } from '../../../lib/keys.ts';

type Act = 'pass' | 'return';
const ACTS: Readonly<Record<string, Act>> = { p: 'pass', r: 'return' };

/**
 * Keys of the decision: p and r put the cursor into the comment. Enter then passes or returns, Escape leaves. Ctrl+Enter
 * does the same in a comment that was reached by mouse. The comment keeps Enter for a new line there.
 */
export function useDecideKeys(isPossible: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const [armed, setArmed] = useState<Act | null>(null);
  useActions(
    [
      { key: 'p', label: 'desk.keys.pass', isHidden: !isPossible },
      { key: 'r', label: 'desk.keys.return', isHidden: !isPossible },
    ],
    'record',
  );
  const onPageKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const act = ACTS[event.key];
    if (act === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event) || isOverlaid()) return;
    const field = root.current?.querySelector('textarea');
    if (!field) return;
    event.preventDefault();
    field.focus();
    setArmed(act);
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onPageKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    // An input method of Chinese takes Enter and Escape for itself.
    if (!(target instanceof HTMLTextAreaElement) || event.nativeEvent.isComposing || event.keyCode === 229) return;
    // A dialog of the decision has a text of its own.
    if (target.closest('dialog') !== null) return;
    if (event.key === 'Escape') {
      target.blur();
      event.preventDefault();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.repeat) return;
    const act = event.ctrlKey || event.metaKey ? (armed ?? 'pass') : armed;
    if (act === null) return;
    event.preventDefault();
    root.current?.querySelector<HTMLButtonElement>(`[data-act="${act}"]`)?.click();
  };
  /** After a decision the next review opens under the pointer. The second click of a double click must not decide it. */
  const onClickCapture = (event: MouseEvent) => {
    if (event.detail < 2 || !(event.target instanceof Element) || event.target.closest('button') === null) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { root, armed, handlers: { onKeyDown, onClickCapture, onBlur: () => setArmed(null) } };
}
