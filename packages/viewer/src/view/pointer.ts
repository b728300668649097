import type { Off } from '../types.ts';

/** A press that moves farther than this, in pixels, is a drag and not a click. */
const CLICK_TRAVEL = 5;

export type Press = { clientX: number; clientY: number; add: boolean };

const [FIRST, SECOND] = [0, 2];

/** Calls the listener for clicks with the first button, not for drags. `add` is Shift, Ctrl or Command. */
export const onClick = (element: HTMLElement, listener: (press: Press) => void): Off =>
  onPress(element, FIRST, listener);

/** The same for the second button. Its drag moves the picture. */
export const onSecondClick = (element: HTMLElement, listener: (press: Press) => void): Off =>
  onPress(element, SECOND, listener);

function onPress(element: HTMLElement, button: number, listener: (press: Press) => void): Off {
  let start: { id: number; x: number; y: number } | null = null;
  let isDrag = false;
  const down = (event: PointerEvent): void => {
    start =
      event.isPrimary && event.button === button ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    isDrag = false;
  };
  const move = (event: PointerEvent): void => {
    if (start && away(start, event) > CLICK_TRAVEL) isDrag = true;
  };
  const up = (event: PointerEvent): void => {
    const from = start;
    start = null;
    if (!from || from.id !== event.pointerId || event.button !== button) return;
    // A movement away and back is also a drag.
    if (isDrag || away(from, event) > CLICK_TRAVEL) return;
    listener({ clientX: event.clientX, clientY: event.clientY, add: event.shiftKey || event.ctrlKey || event.metaKey });
  };
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
  };
}

const away = (from: { x: number; y: number }, to: PointerEvent): number =>
  Math.hypot(to.clientX - from.x, to.clientY - from.y);
