import { useEffect, useEffectEvent } from 'react';
import type { Viewer } from '@prdm/viewer';
import { isOverlaid, isTyping } from '../../../lib/keys.ts';
import type { ActionName, ComponentActions } from './use-component-actions.ts';

/**
 * The selection by one key, wherever the focus is on the page but in a field: F comes near, H hides, I isolates, Shift+H shows all. Esc
 * belongs to the tool in hand and, when that is selecting, clears; the viewer sees to it itself.
 */
export function useComponentKeys(viewer: Viewer | null, actions: ComponentActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Walking has the letters.
    if (viewer === null || viewer.tools.roam.enabled || isTyping(event) || isOverlaid()) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = actionOf(event);
    if (name === null) return;
    const action = actions[name];
    event.preventDefault();
    if (action?.idle === null) action.run();
    else if (name === 'fit') void viewer.fit();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function actionOf({ key, shiftKey }: KeyboardEvent): ActionName | null {
  const letter = key.toLowerCase();
  if (shiftKey) return letter === 'h' ? 'showAll' : null;
  return ({ f: 'fit', h: 'hide', i: 'isolate' } as const)[letter] ?? null;
}
