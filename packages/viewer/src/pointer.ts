import type { Off } from './types.ts';

/** Farther than this the press was a drag, not a click. */
const CLICK_TRAVEL = 5;

export type Press = { clientX: number; clientY: number; add: boolean };

/** Tells clicks with the first button from drags; `add` is Shift, Ctrl or Command. */
export function onClick(element: HTMLElement, listener: (press: Press) => void): Off {
  let start: { id: number; x: number; y: number } | null = null;
  const down = (event: PointerEvent): void => {
    start = event.isPrimary && event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  };
  const up = (event: PointerEvent): void => {
    const from = start;
    start = null;
    if (!from || from.id !== event.pointerId || event.button !== 0) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_TRAVEL) return;
    listener({ clientX: event.clientX, clientY: event.clientY, add: event.shiftKey || event.ctrlKey || event.metaKey });
  };
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointerup', up);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointerup', up);
  };
}
