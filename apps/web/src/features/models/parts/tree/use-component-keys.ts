import { useEffect, useEffectEvent } from 'react';
import type { Viewer } from '@prdm/viewer';
import { useActions, type Action } from '../../../../lib/keys/actions.ts';
import { isOverlaid, isTyping } from '../../../../lib/keys.ts';
import type { ActionName, ComponentActions } from './use-component-actions.ts';

const NONE: readonly Action[] = [];
const KEYS: readonly Action[] = [
  { key: 'f', label: 'palette.keys.fit' },
  { key: 'h', label: 'palette.keys.hide' },
  { key: 'i', label: 'palette.keys.isolate' },
  { key: 'Shift+H', label: 'palette.keys.showAll' },
  { key: 'Escape', label: 'palette.keys.leaveTool' },
];
/** The viewer listens for these keys itself. */
const ROAMING: readonly Action[] = [
  { key: 'w | s', label: 'palette.keys.forward' },
  { key: 'a | d', label: 'palette.keys.sideways' },
  { key: 'q | e', label: 'palette.keys.height' },
  { key: 'Shift', label: 'palette.keys.run' },
];

/**
 * Shortcuts for the selection, active everywhere on the page except in fields. F fits, H hides, I isolates, Shift+H
 * shows all. The viewer handles Esc itself: it disables a tool, or clears the selection.
 */
export function useComponentKeys(viewer: Viewer | null, actions: ComponentActions): void {
  useActions(viewer === null ? NONE : KEYS, 'model');
  useActions(viewer === null ? NONE : ROAMING, 'roam');
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
