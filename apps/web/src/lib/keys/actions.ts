import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import type { IconName } from '../../ui/look/icon.tsx';
import type { TextKey } from '../i18n.ts';

/** Where the key sheet lists an action. The groups of the page come first, then those of every page. */
export const PAGE_GROUPS = ['page', 'list', 'record', 'files', 'model', 'roam'] as const;
export const FRAME_GROUPS = ['go', 'create', 'general'] as const;
export type ActionGroup = (typeof PAGE_GROUPS)[number] | (typeof FRAME_GROUPS)[number];

export interface Action {
  /**
   * 'n t' is a sequence, '?' a single key, ' | ' separates alternatives. With `run` the registry listens for the key. Without `run` the
   * component has its own listener, and the action stands in the key sheet only.
   */
  readonly key?: string;
  readonly label: TextKey;
  readonly icon?: IconName;
  readonly run?: () => void;
  /** The action is not possible now. */
  readonly isHidden?: boolean;
}

export interface GroupedAction extends Action {
  readonly group: ActionGroup;
}

const registered = new Map<string, readonly GroupedAction[]>();
const listeners = new Set<() => void>();
let snapshot: readonly GroupedAction[] = [];

function publish(): void {
  const seen = new Set<string>();
  // Two lists on one page register the same keys. The last mounted part counts.
  snapshot = [...registered.values()]
    .flat()
    .filter(({ isHidden }) => isHidden !== true)
    .toReversed()
    .filter(({ key = '', label, group }) => {
      const name = `${group} ${key} ${label}`;
      return seen.has(name) ? false : seen.add(name) !== undefined;
    })
    .toReversed();
  for (const changed of listeners) changed();
}

const shapeOf = (actions: readonly Action[]): string =>
  actions
    .map(({ key = '', label, isHidden = false, run }) => `${key} ${label} ${isHidden} ${run === undefined}`)
    .join('\n');

/** Registers the actions of the mounted part. `group` is their heading in the key sheet. */
export function useActions(actions: readonly Action[], group: ActionGroup = 'page'): void {
  const id = useId();
  // With another shape the part registers again.
  const name = `${id} ${shapeOf(actions)}`;
  const given = useEffectEvent(() => actions);
  const run = useEffectEvent((at: number) => actions[at]?.run?.());
  // A change of the callbacks alone registers nothing again: `run` always calls the last ones.
  useEffect(() => {
    registered.set(
      name,
      given().map((action, at) => ({ ...action, group, run: action.run && (() => run(at)) })),
    );
    publish();
    return () => {
      registered.delete(name);
      publish();
    };
  }, [name, group]);
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The possible actions of all mounted parts. */
export const actionsNow = (): readonly GroupedAction[] => snapshot;

/** As `actionsNow`, and draws again when they change. */
export const useActionsNow = (): readonly GroupedAction[] => useSyncExternalStore(subscribe, actionsNow);
