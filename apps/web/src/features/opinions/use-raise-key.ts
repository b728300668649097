import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useActions } from '../../lib/keys/actions.ts';
import { isOverlaid, isTyping } from '../../lib/keys.ts';

/** The key o puts the cursor into the line for a new opinion. */
export function useRaiseKey(field: RefObject<HTMLTextAreaElement | null>, isPossible: boolean): void {
  useActions([{ key: 'o', label: 'opinion-pages.raise.key', isHidden: !isPossible }], 'record');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPossible || event.key !== 'o' || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isOverlaid()) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
