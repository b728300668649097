import { useEffect, useEffectEvent, useState, type Key } from 'react';
import { useActions, type Action } from '../../lib/keys/actions.ts';
import { isOverlaid, isTyping } from '../../lib/keys.ts';

const MOVING: readonly Action[] = [
  { key: 'j | ArrowDown', label: 'palette.keys.down' },
  { key: 'k | ArrowUp', label: 'palette.keys.up' },
];
const NOWHERE = { key: undefined, at: -1 };

/**
 * Keyboard control of rows: j/k or arrows move, Enter opens, x selects, Esc clears the current row. Alt and an arrow
 * move the row itself where the list has an order of its own.
 * It is inactive while the user types, and under a dialog, a menu or an open record.
 * The current row is a record: it stays current when rows before it come or go. When it is gone, the row at its place is
 * current. `at` is the index of the current row, -1 for none.
 */
export function useRowKeys(options: {
  keys: readonly Key[];
  onOpen?: (index: number) => void;
  onToggle?: (index: number) => void;
  onMove?: (index: number, by: 1 | -1) => void;
  active?: boolean;
}): { at: number; setAt: (index: number) => void } {
  const { keys } = options;
  const count = keys.length;
  const [place, setPlace] = useState<{ readonly key: Key | undefined; readonly at: number }>(NOWHERE);
  const found = place.key === undefined ? -1 : keys.indexOf(place.key);
  const at = found >= 0 ? found : place.at;
  const current = at >= count ? -1 : at;
  const setAt = (index: number) => setPlace({ key: keys[index], at: index });
  useActions(
    [
      ...MOVING,
      { key: 'Enter', label: 'palette.keys.open', isHidden: options.onOpen === undefined },
      { key: 'x', label: 'palette.keys.select', isHidden: options.onToggle === undefined },
      { key: 'Escape', label: 'palette.keys.clear' },
      { key: 'Alt+ArrowUp | Alt+ArrowDown', label: 'palette.keys.moveRow', isHidden: options.onMove === undefined },
    ],
    'list',
  );
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (options.active === false || count === 0) return;
    if (event.ctrlKey || event.metaKey || isTyping(event) || isOverlaid()) return;
    if (event.altKey) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      const to = current + by;
      if (by === 0 || current < 0 || options.onMove === undefined || to < 0 || to >= count) return;
      options.onMove(current, by);
      event.preventDefault();
      return;
    }
    const onControl = event.target instanceof HTMLElement && /^(?:BUTTON|A)$/.test(event.target.tagName);
    if (event.key === 'j' || event.key === 'ArrowDown') setAt(Math.min(count - 1, current + 1));
    else if (event.key === 'k' || event.key === 'ArrowUp') setAt(Math.max(0, current - 1));
    else if (event.key === 'Enter' && current >= 0 && !onControl) options.onOpen?.(current);
    else if (event.key === 'x' && current >= 0) options.onToggle?.(current);
    else if (event.key === 'Escape' && current >= 0) setAt(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return { at: current, setAt };
}
