import { useNavigate } from 'react-router';
import type { ComponentRef, Viewer } from '@prdm/viewer';
import { LIMITS } from '@prdm/contract/limits';
import { add as taskAdd } from '@prdm/contract/tasks';
import { useMay } from '../../../../lib/session/access.ts';
import { useT } from '../../../../lib/i18n.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { toast } from '../../../../lib/toasts.ts';
import { copyText } from '../../../../ui/controls/copy-text.ts';
import { isNarrowing, taskAddress } from '../../models.logic.ts';
import type { ModelInfo } from '../../models.queries.ts';
import { useClassName } from './use-class-name.ts';
import { useFollowed } from '../use-followed.ts';
import { useLocked } from '../use-locked.ts';
import { useSaveView } from '../viewpoints/use-save-view.ts';

export type ActionName = 'fit' | 'hide' | 'isolate' | 'clear' | 'showAll' | 'copyGuid' | 'saveView' | 'makeTask';

/** Shortcuts of the actions on the selection, as shown in menu and tool bar. */
export const ACTION_KEYS: Readonly<Partial<Record<ActionName, string>>> = {
  fit: 'F',
  hide: 'H',
  isolate: 'I',
  clear: 'Esc',
  showAll: 'Shift+H',
};

export interface ComponentAction {
  /** Why the action is not possible now. Null when it is. */
  readonly idle: 'select' | 'allShown' | null;
  readonly run: () => void;
}

/** An action is missing when the user has no right to it. */
export type ComponentActions = Readonly<Partial<Record<ActionName, ComponentAction>>>;

/** The actions on the selection, shared by tool bar, menu and shortcuts. */
export function useComponentActions(props: {
  viewer: Viewer | null;
  model: ModelInfo;
  selection: readonly ComponentRef[];
  /** Opens the form for the name of the saved view. */
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
        // A component cut away by a section can be selected in the tree. Isolated, it would leave an empty picture
        // without an explanation.
        const isCutAway = await viewer.isCutAway(guids);
        if (isCutAway) {
          section.set([]);
          toast.warning(t('viewer.section.lifted'));
        }
        await hide.isolateSelected();
        // A user who looked into another storey does not see this component, so the camera moves to it.
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
        // A task refers to a viewpoint. The viewpoint saved here shows the selection.
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

const does = (action: () => Promise<unknown>) => () => void action().catch(showFailure);

/** Whether "show all" would make hidden components visible. */
function useNarrowed(viewer: Viewer | null): boolean {
  const hide = viewer?.tools.hide ?? null;
  return useFollowed(hide, 'change', () => hide !== null && isNarrowing(hide.state));
}

/** Name of the selection: name or class of a single component, empty for several. */
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
