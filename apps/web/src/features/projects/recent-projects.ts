import { readStoredJson, writeStored } from '../../lib/storage.ts';

export interface RecentProject {
  readonly id: number;
  readonly name: string;
}

export const RECENT_SHOWN = 8;
/** The open project takes one more place, because the switcher does not list it. */
const KEPT = RECENT_SHOWN + 1;

const keyOf = (personId: number): string => `projects.recent.${personId}`;

function recentIn(value: unknown): RecentProject | null {
  const { id, name } = (typeof value === 'object' && value !== null ? value : {}) as Partial<RecentProject>;
  return Number.isSafeInteger(id) && typeof name === 'string' && name !== '' ? { id: id ?? 0, name } : null;
}

/** The projects that a person opened in this browser, the last one first. */
export function recentProjects(personId: number): RecentProject[] {
  const stored = readStoredJson(keyOf(personId));
  return (Array.isArray(stored) ? stored : []).map(recentIn).filter((project) => project !== null);
}

const keep = (personId: number, projects: readonly RecentProject[]): void =>
  writeStored(keyOf(personId), JSON.stringify(projects.slice(0, KEPT)));

/** Puts a project first. Call it only with what the server answered about the project. */
export function rememberProject(personId: number, { id, name }: RecentProject): void {
  keep(personId, [{ id, name }, ...recentProjects(personId).filter((project) => project.id !== id)]);
}

/** Drops a project that the server no longer opens for this person. */
export function dropRecentProject(personId: number, id: number): void {
  const projects = recentProjects(personId);
  if (projects.some((project) => project.id === id))
    keep(
      personId,
      projects.filter((project) => project.id !== id),
    );
}
