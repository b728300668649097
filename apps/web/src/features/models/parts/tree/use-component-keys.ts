import { useEffect, useEffectEvent } from 'react';
import type { Viewer } from '@prdm/viewer';
import { isOverlaid, isTyping } from '../../../../lib/keys.ts';
import type { ActionName, ComponentActions } from './use-component-actions.ts';

/**
 * Shortcuts for the selection, active everywhere on the page except in fields. F fits, H hides, I isolates, Shift+H
 * shows all. The viewer handles Esc itself: it disables a tool, or clears the selection.
 */
export function useComponentKeys(viewer: Viewer | null, actions: ComponentActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Roaming uses the letter keys.
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
