import { DETAIL_PATH, NON_PROJECT_PATH, projectPath } from '../../features/projects/addresses.ts';
import { inProject } from '../../lib/in-project.ts';
import { markedPath, menuOf, type May, type MenuLeaf } from './menu-model.ts';
import type { MenuContext, RouteEntry } from '../routes.tsx';

interface Asked {
  readonly may: May;
  readonly context: MenuContext;
  readonly routes?: readonly RouteEntry[];
}

/** The entries of the side menu of a project in their order, without their groups. */
export const sectionsOf = (projectId: number, asked: Asked): MenuLeaf[] =>
  menuOf('file', { ...asked, projectId }).flatMap((item) => (item.kind === 'leaf' ? [item] : item.children));

/**
 * The address in another project that shows the section of the present page. A record, a folder and a filter do not
 * carry over. It is the overview where the other project does not show that section to the reader.
 */
export function sameSection(here: { pathname: string; search: string }, projectId: number, asked: Asked): string {
  // The page of a project leads on to the page of a non-project.
  if (here.pathname === DETAIL_PATH || here.pathname === NON_PROJECT_PATH) {
    const tab = new URLSearchParams(here.search).get('tab');
    return tab === null ? projectPath(projectId) : `${projectPath(projectId)}&tab=${encodeURIComponent(tab)}`;
  }
  const path = markedPath(here.pathname, asked.routes, asked.context);
  const isShown = sectionsOf(projectId, asked).some((entry) => entry.path === path);
  return isShown ? inProject(path, projectId) : projectPath(projectId);
}
