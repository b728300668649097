import { useEffect } from 'react';
import { actionsNow } from '../../lib/keys/actions.ts';
import { isApple } from '../../lib/keys/key-text.ts';
import { keyOfEvent, NOTHING, press } from '../../lib/keys/sequence.ts';
import { isTyping, isUnderDialog } from '../../lib/keys.ts';
import { loadPalette } from './load.ts';
import { closeOverlay, openOverlay, typeEarly, useOverlay } from './overlay.ts';

const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && !shiftKey && !altKey && (isApple() ? metaKey : ctrlKey) && ctrlKey !== metaKey;

/** Ctrl+K opens the palette, also from a field, and closes it again. */
function togglePalette(event: KeyboardEvent): void {
  // The browser would move the focus to its own search field, under a dialog too.
  event.preventDefault();
  if (event.isComposing || event.repeat) return;
  if (useOverlay.getState().open === 'palette') closeOverlay();
  else if (!isUnderDialog()) openOverlay('palette');
}

/**
 * The one listener for the keys of all registered actions. It is in the capture phase: the second key of a sequence must not reach the
 * listeners of lists and models, where `h` or `f` have a meaning of their own.
 */
export function useKeys(): void {
  useEffect(() => {
    let pending = NOTHING;
    const take = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const onKey = (event: KeyboardEvent) => {
      // The first half of Ctrl+K: the code of the palette is there when K follows.
      if (event.key === (isApple() ? 'Meta' : 'Control')) void loadPalette().catch(() => undefined);
      if (isPaletteKey(event)) {
        togglePalette(event);
        return;
      }
      if (typeEarly(event)) {
        take(event);
        return;
      }
      if (event.key === 'Shift' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || isUnderDialog()) {
        pending = NOTHING;
        return;
      }
      const runnable = actionsNow().filter(({ key, run }) => key !== undefined && run !== undefined);
      const known = runnable.map(({ key = '' }) => key);
      const pressed = press(pending, keyOfEvent(event), Date.now(), known);
      pending = pressed.pending;
      if (!pressed.isTaken) return;
      take(event);
      if (!event.repeat) runnable.findLast(({ key }) => key === pressed.hit)?.run?.();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}
