import { useNavigate } from 'react-router';
import { add as projectAdd } from '@prdm/contract/projects';
import { add as taskAdd } from '@prdm/contract/tasks';
import { ADD_PATH, LIST_PATH, newTaskPath } from '../../features/projects/addresses.ts';
import { LANGS, setLanguage, translate, useLang } from '../../lib/i18n.ts';
import { inProject } from '../../lib/in-project.ts';
import { useActions, type Action } from '../../lib/keys/actions.ts';
import { useProjectId } from '../../lib/project-id.ts';
import { useMay } from '../../lib/session/access.ts';
import { signOut } from '../../lib/session/sign-out.ts';
import { setTheme, THEMES, useLook } from '../../lib/theme.ts';
import { toast } from '../../lib/toasts.ts';
import { firstCompanyPage } from '../shell/menu-model.ts';
import { GO } from './go.ts';
import { openOverlay } from './overlay.ts';

const ARCHIVE = `${LIST_PATH}?state=archived`;
const MANUAL = '/help';

/** Registers the actions and keys of every page. */
export function useFrameActions(onChangePassword: () => void): void {
  useGoKeys();
  useGeneralActions(onChangePassword);
  useCreating();
  useLooks();
}

function useGoKeys(): void {
  const navigate = useNavigate();
  const projectId = useProjectId();
  const companyStart = firstCompanyPage(useMay());
  useActions(
    GO.map((one) => ({
      key: one.key,
      label: one.label,
      isHidden: one.to === '/company' && companyStart === null,
      run: () => {
        if (!('inside' in one)) void navigate(one.to);
        else if (projectId === undefined) toast.warning(translate('palette.needsProject'));
        else void navigate(inProject(one.to, projectId));
      },
    })),
    'go',
  );
}

function useGeneralActions(onChangePassword: () => void): void {
  const navigate = useNavigate();
  useActions(
    [
      { key: 'Ctrl+K', label: 'palette.actions.palette' },
      { key: '?', label: 'palette.actions.sheet', icon: 'key', run: () => openOverlay('sheet') },
      { label: 'palette.actions.archive', icon: 'fileArchive', run: () => void navigate(ARCHIVE) },
      // Beside the work that needs help, not in its place.
      { label: 'palette.actions.manual', icon: 'book', run: () => void window.open(MANUAL, '_blank', 'noopener') },
      { label: 'palette.actions.changePassword', icon: 'key', run: onChangePassword },
      { label: 'palette.actions.signOut', icon: 'signOut', run: () => void signOut() },
    ],
    'general',
  );
}

/** New project and new task, where the person may. */
function useCreating(): void {
  const navigate = useNavigate();
  const may = useMay();
  const projectId = useProjectId();
  useActions(
    [
      {
        key: 'n t',
        label: 'palette.actions.newTask',
        icon: 'plus',
        isHidden: projectId === undefined || !may(taskAdd, projectId),
        run: () => void navigate(newTaskPath(projectId ?? 0)),
      },
      {
        key: 'n p',
        label: 'palette.actions.newProject',
        icon: 'plus',
        isHidden: !may(projectAdd),
        run: () => void navigate(ADD_PATH),
      },
    ],
    'create',
  );
}

/** The other languages and themes. */
function useLooks(): void {
  const lang = useLang();
  const { theme } = useLook();
  useActions(
    [
      ...LANGS.map((one): Action => ({
        label: `palette.actions.lang.${one}`,
        icon: 'language',
        isHidden: one === lang,
        run: () => void setLanguage(one),
      })),
      ...THEMES.map((one): Action => ({
        label: `palette.actions.theme.${one}`,
        icon: 'theme',
        isHidden: one === theme,
        run: () => setTheme(one),
      })),
    ],
    'general',
  );
}
