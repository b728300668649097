import {
  DETAIL_PATH,
  LIST_PATH,
  NON_PROJECT_PATH,
  nonProjectPath,
  projectPath,
} from '../features/projects/addresses.ts';
import type { ProjectInfo } from '../lib/app-state.ts';
import type { TextKey } from '../lib/i18n.ts';
import { groupOf, sectionOf } from './shell/menu-model.ts';
import { areaOf } from './shell/level-zero.ts';

/** A step of the crumb. The last one has no link. */
export interface Crumb {
  readonly key: 'area' | 'project' | 'group' | 'page' | 'record';
  readonly label: string;
  readonly to?: string;
}

export interface Where {
  readonly pathname: string;
  /** Title of the route. */
  readonly page: string;
  readonly project: ProjectInfo | null;
  readonly record: string | null;
  /** The first page of administration for this reader. Null: none is open, so the step has no link. */
  readonly companyStart: string | null;
  readonly say: (key: TextKey) => string;
}

/**
 * Steps: area, then project or group, then page or record; at most three (docs/domains/frame.md). Pages below /company
 * show no project, so the group is the middle step (specification section 2).
 */
export function crumbsOf({ pathname, page, project, record, companyStart, say }: Where): Crumb[] {
  const area = areaOf(pathname);
  const last: Crumb = record === null ? { key: 'page', label: page } : { key: 'record', label: record };
  if (area === 'projects') {
    const root: Crumb = { key: 'area', label: say('shell.areas.projects'), to: LIST_PATH };
    const isOfOne = sectionOf(pathname) === 'file' || [DETAIL_PATH, NON_PROJECT_PATH].includes(pathname);
    if (!isOfOne || project === null || project.name === '') return [root, last];
    // The page of a project leads on to the page of a non-project.
    const to = pathname === NON_PROJECT_PATH ? nonProjectPath(project.id) : projectPath(project.id);
    return [root, { key: 'project', label: project.name, to }, last];
  }
  if (area === 'manage') {
    const group = groupOf(pathname);
    const root: Crumb = { key: 'area', label: say('shell.areas.manage'), to: companyStart ?? undefined };
    return group === null ? [root, last] : [root, { key: 'group', label: say(group.labelKey) }, last];
  }
  return record === null ? [last] : [{ key: 'page', label: page, to: pathname }, last];
}
