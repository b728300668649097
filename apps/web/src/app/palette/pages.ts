import type { ProjectInfo } from '../../lib/app-state.ts';
import type { TextKey } from '../../lib/i18n.ts';
import { inProject } from '../../lib/in-project.ts';
import type { IconName } from '../../ui/look/icon.tsx';
import { ROUTES, type RouteEntry } from '../routes.tsx';
import { groupOf, sectionOf, type May } from '../shell/menu-model.ts';
import { GO } from '../keys/go.ts';
import type { Source } from './rows.ts';

/** Pages of one record, and pages that an action opens. */
const NOT_LISTED = [
  '/help',
  '/computer',
  '/preview',
  '/print/task',
  '/print/opinions',
  '/project/add',
  '/nonProject/add',
  '/nonProject/detail',
  '/company/task/process/add',
  '/company/task/process/edit',
  '/file/task/addEdit',
  '/file/task/process_stage',
  '/process/task/process_stage',
  '/file/model/view',
  '/file/model/viewpoint',
] as const;

const ICONS: Readonly<Record<string, IconName>> = {
  '/home': 'home',
  '/notice': 'bell',
  '/profile': 'user',
  '/help/api': 'info',
  '/project/index': 'project',
  '/project/detail': 'project',
  '/file/recycle': 'trash',
  '/process/task/process': 'review',
};

interface Asked {
  readonly may: May;
  /** The open project. Pages inside a project need one. */
  readonly project: ProjectInfo | null;
  readonly say: (key: TextKey) => string;
  readonly syllables: Readonly<Record<string, string>>;
  readonly routes?: readonly RouteEntry[];
}

/** The pages that the reader may open, in the order of the route table, pages without the frame last. */
export function pageRows({ may, project, say, syllables, routes = ROUTES }: Asked): Source[] {
  const framed = routes.filter(({ layout }) => layout === 'shell');
  const bare = routes.filter(({ layout }) => layout === 'bare');
  return [...framed, ...bare].flatMap((entry): Source[] => {
    const path = entry.path.replace(/\/\*$/, '');
    if (NOT_LISTED.some((one) => one === path)) return [];
    const isInside = path === '/project/detail' || sectionOf(path) === 'file';
    if (isInside && project === null) return [];
    if (entry.access !== undefined && !may(entry.access, project?.id)) return [];
    const group = sectionOf(path) === 'company' ? groupOf(path, routes) : null;
    return [
      {
        id: `page:${path}`,
        name: say(entry.titleKey),
        picture: entry.menu?.icon ?? ICONS[path] ?? 'right',
        detail: isInside ? project?.name : group === null ? undefined : say(group.labelKey),
        keys: GO.find(({ to }) => to === path)?.key,
        syllables: syllables[entry.titleKey],
        to: isInside ? inside(path, project) : path,
      },
    ];
  });
}

/** The page of a project names it `id`, the pages inside it `project_id`. */
const inside = (path: string, project: ProjectInfo | null): string =>
  path === '/project/detail' ? `${path}?id=${project?.id}` : inProject(path, project?.id);
