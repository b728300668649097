import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ComponentRef, Viewer } from '@prdm/viewer';
import { LIMITS } from '@prdm/contract/limits';
import { add as taskAdd } from '@prdm/contract/tasks';
import { useMay } from '../../../lib/access.ts';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { copyText } from '../copy-text.ts';
import { taskAddress } from '../models.logic.ts';
import type { ModelInfo } from '../models.queries.ts';
import { useClassName } from './use-class-name.ts';
import { useLocked } from './use-locked.ts';
import { useSaveView } from './use-save-view.ts';

export type ActionName = 'fit' | 'hide' | 'isolate' | 'clear' | 'showAll' | 'copyGuid' | 'saveView' | 'makeTask';

/** Keys of what is done with the selection, as menu and tool bar tell them. */
export const ACTION_KEYS: Readonly<Partial<Record<ActionName, string>>> = {
  fit: 'F',
  hide: 'H',
  isolate: 'I',
  clear: 'Esc',
  showAll: 'Shift+H',
};

export interface ComponentAction {
  /** Why there is nothing to do now; null when there is. */
  readonly idle: 'select' | 'allShown' | null;
  readonly run: () => void;
}

/** An action the reader has no right to is missing. */
export type ComponentActions = Readonly<Partial<Record<ActionName, ComponentAction>>>;

/** What can be done with the selection: the same for the tool bar, the menu and the keys. */
export function useComponentActions(props: {
  viewer: Viewer | null;
  model: ModelInfo;
  selection: readonly ComponentRef[];
  /** Asks for the name the view is saved under. */
  onSave: (name: string) => void;
}): ComponentActions {
  const { viewer, model, selection } = props;
  const t = useT();
  const mayTask = useMay()(taskAdd, model.project_id);
  const isNarrowed = useNarrowed(viewer);
  const nameOf = useSelectionName(viewer, selection);
  const saveView = useSaveView(model);
  const navigate = useNavigate();
  const [, runOnce] = useLocked();
  if (viewer === null) return {};

  const { hide, section, select } = viewer.tools;
  const guids = selection.map(({ guid }) => guid).filter((guid) => guid !== null);
  const idle = guids.length === 0 ? 'select' : null;
  const actions: Partial<Record<ActionName, ComponentAction>> = {
    fit: { idle, run: does(() => viewer.fit(guids)) },
    hide: { idle, run: does(() => hide.hideSelected()) },
    isolate: {
      idle,
      run: does(async () => {
        // What a section has cut away can be picked in the tree: shown alone it would leave an empty picture without a word.
        const isCutAway = await viewer.isCutAway(guids);
        if (isCutAway) {
          section.set([]);
          toast.warning(t('viewer.section.lifted'));
        }
        await hide.isolateSelected();
        // Who looked into another storey does not see this one.
        if (isCutAway) await viewer.fit(guids);
      }),
    },
    clear: { idle, run: does(() => select.clearSelection()) },
    showAll: { idle: isNarrowed ? null : 'allShown', run: does(() => hide.showAll()) },
    copyGuid: {
      idle,
      run: does(async () => {
        const isDone = await copyText(guids.join('\n'));
        if (isDone) toast.success(t('viewer.copied'));
        else toast.error(t('viewer.copyFailed'));
      }),
    },
  };
  if (model.can.viewpoint) {
    actions.saveView = { idle: null, run: does(async () => props.onSave(await nameOf())) };
    if (mayTask) {
      actions.makeTask = {
        idle: null,
        // A task points at a viewpoint: the one saved here shows what was picked.
        run: does(() =>
          runOnce(async () => {
            const name = (await nameOf()) || model.name;
            const id = await saveView(viewer, name.slice(0, LIMITS.nameMax));
            await navigate(taskAddress(model.project_id, { id, name }));
          }),
        ),
      };
    }
  }
  return actions;
}

const does = (action: () => Promise<unknown>) => () => void action().catch(tellFailure);

/** Whether anything is out of sight that showing all would bring back. */
function useNarrowed(viewer: Viewer | null): boolean {
  const [isNarrowed, setNarrowed] = useState(false);
  useEffect(
    () =>
      viewer?.tools.hide.on('change', ({ hidden, isolated }) => setNarrowed(hidden.length > 0 || isolated !== null)),
    [viewer],
  );
  return isNarrowed;
}

/** What the selection is called: the one component's name or class; nothing for several. */
function useSelectionName(viewer: Viewer | null, selection: readonly ComponentRef[]): () => Promise<string> {
  const className = useClassName();
  const [only, ...others] = selection;
  return async () => {
    if (viewer === null || only === undefined || others.length > 0) return '';
    const found = await viewer.components.properties(only);
    if (found === null) return '';
    return found.name === '' ? className(found.ifcClass) : found.name;
  };
}
