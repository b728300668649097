import { useEffect, useEffectEvent } from 'react';
import { useActions } from '../../../lib/keys/actions.ts';
import { isOverlaid, isTyping } from '../../../lib/keys.ts';

/** j and k open the next and the previous review, x ticks the open one. They are off while the user types. */
export function useDeskKeys(options: { onStep: (by: 1 | -1) => void; onTick: (() => void) | undefined }): void {
  useActions(
    [
      { key: 'j', label: 'palette.keys.next' },
      { key: 'k', label: 'palette.keys.previous' },
      { key: 'x', label: 'desk.keys.tick', isHidden: options.onTick === undefined },
    ],
    'list',
  );
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // A focused checkbox of the queue takes no text.
    const isOnTick = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
    if ((isTyping(event) && !isOnTick) || isOverlaid()) return;
    if (event.key === 'j') options.onStep(1);
    else if (event.key === 'k') options.onStep(-1);
    else if (event.key === 'x') options.onTick?.();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
