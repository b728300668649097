import type { Gate } from '../../lib/session/access.ts';
import type { IconName } from '../../ui/look/icon.tsx';
import { ROUTES, type MenuContext, type RouteEntry, type Section } from '../routes.tsx';
import { type TextKey } from '../../lib/i18n.ts';

export type May = (gate: Gate, projectId?: number | string) => boolean;

export interface MenuLeaf {
  readonly kind: 'leaf';
  readonly path: string;
  readonly labelKey: TextKey;
  readonly icon: IconName | null;
}

export interface MenuGroup {
  readonly kind: 'group';
  readonly key: string;
  readonly labelKey: TextKey;
  readonly icon: IconName;
  readonly children: readonly MenuLeaf[];
}

export type MenuItem = MenuLeaf | MenuGroup;

/** Groups of each section in their order. An entry of the route table names its group. */
const GROUPS: Record<Section, readonly { key: string; labelKey: TextKey; icon: IconName }[]> = {
  company: [
    { key: 'organisation', labelKey: 'shell.groups.organisation', icon: 'users' },
    { key: 'permissions', labelKey: 'shell.groups.permissions', icon: 'role' },
    { key: 'templates', labelKey: 'shell.groups.templates', icon: 'process' },
    { key: 'data', labelKey: 'shell.groups.data', icon: 'columns' },
    { key: 'meetings', labelKey: 'shell.groups.meetings', icon: 'calendar' },
    { key: 'system', labelKey: 'shell.groups.system', icon: 'settings' },
  ],
  file: [
    { key: 'files', labelKey: 'shell.groups.files', icon: 'folder' },
    { key: 'models', labelKey: 'shell.groups.models', icon: 'model' },
    { key: 'tasks', labelKey: 'shell.groups.tasks', icon: 'task' },
    { key: 'datum', labelKey: 'shell.groups.datum', icon: 'share' },
  ],
  cfg: [],
};

const SECTIONS = Object.keys(GROUPS) as Section[];

/** Section of a path, by its first segment. Null means that the page has no side menu. */
export const sectionOf = (path: string): Section | null =>
  SECTIONS.find((section) => path === `/${section}` || path.startsWith(`/${section}/`)) ?? null;

/**
 * Entries of a section's side menu. Entries without access or without a label are left out. A group with several
 * visible entries becomes a submenu. A group with one becomes that entry.
 */
export function menuOf(
  section: Section,
  asked: { may: May; projectId?: number; context: MenuContext; routes?: readonly RouteEntry[] },
): MenuItem[] {
  const entries = (asked.routes ?? ROUTES).filter((entry) => sectionOf(entry.path) === section);
  return GROUPS[section].flatMap((group): MenuItem[] => {
    const children = entries.flatMap((entry) => leafOf(entry, group.key, asked));
    const [only] = children;
    if (only === undefined) return [];
    if (children.length === 1) return [{ ...only, icon: only.icon ?? group.icon }];
    return [{ kind: 'group', ...group, children }];
  });
}

function leafOf(
  entry: RouteEntry,
  group: string,
  { may, projectId, context }: { may: May; projectId?: number; context: MenuContext },
): MenuLeaf[] {
  const { menu } = entry;
  if (menu?.group !== group) return [];
  const access = menu.access ?? entry.access;
  if (access !== undefined && !may(access, projectId)) return [];
  const labelKey = menu.labelKey === undefined ? entry.titleKey : menu.labelKey(context);
  if (labelKey === null) return [];
  return [{ kind: 'leaf', path: entry.path, labelKey, icon: menu.icon ?? null }];
}

const anyContext: MenuContext = { projectHome: true };

/** Path of the menu entry to mark for an address: the entry of the page itself, or the nearest shown one of its `under`. */
export function markedPath(
  path: string,
  routes: readonly RouteEntry[] = ROUTES,
  context: MenuContext = anyContext,
): string {
  const entry = routes.find((candidate) => candidate.path === path);
  if (entry?.under === undefined) return path;
  const isShown = entry.menu !== undefined && entry.menu.labelKey?.(context) !== null;
  return isShown ? path : markedPath(entry.under, routes, context);
}

/** The menu group of a page; null for pages without one. */
export function groupOf(
  path: string,
  routes: readonly RouteEntry[] = ROUTES,
): { key: string; labelKey: TextKey } | null {
  const section = sectionOf(path);
  const marked = markedPath(path, routes);
  const key = routes.find((entry) => entry.path === marked)?.menu?.group;
  return section === null ? null : (GROUPS[section].find((group) => group.key === key) ?? null);
}

export function firstCompanyPage(may: May, routes?: readonly RouteEntry[]): string | null {
  const [first] = menuOf('company', { may, context: anyContext, routes });
  if (first === undefined) return null;
  return first.kind === 'leaf' ? first.path : (first.children[0]?.path ?? null);
}

/**
 * Pages of the system-configuration button in the specified order. The button opens the first page that the user may
 * open.
 */
const CONFIGURATION = [
  '/company/staff',
  '/company/role/index',
  '/company/cfgdata',
  '/company/cfguser',
  '/company/clock/index',
  '/company/meet_set/clerk',
] as const;

/** Target of the system-configuration button. Null hides it: the user may open none of its pages. */
export function configurationTarget(may: May, routes: readonly RouteEntry[] = ROUTES): string | null {
  const open = (path: string): boolean => {
    const entry = routes.find((candidate) => candidate.path === path);
    return entry !== undefined && (entry.access === undefined || may(entry.access));
  };
  return CONFIGURATION.find(open) ?? null;
}
