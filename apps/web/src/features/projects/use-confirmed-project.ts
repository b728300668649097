import { useEffect } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import { CallError } from '../../lib/api/call-error.ts';
import { isGone } from '../../lib/api/queries.ts';
import { useMe } from '../../lib/session/access.ts';
import { useEnterProject, useProjectInfo } from './projects.queries.ts';
import { dropRecentProject, rememberProject } from './recent-projects.ts';

/** Puts a project that the server confirmed first among the recent ones of the reader. */
export function useRememberProject(project: ProjectInfo | undefined): void {
  const { id: personId } = useMe();
  const id = project?.id;
  const name = project?.name;
  useEffect(() => {
    if (id !== undefined && name !== undefined) rememberProject(personId, { id, name });
  }, [personId, id, name]);
}

/** Drops a refused project from the recent ones of the reader. */
export function useDropRefused(id: number, error: Error | null): void {
  const { id: personId } = useMe();
  const isRefused = refused(error);
  useEffect(() => {
    if (isRefused) dropRecentProject(personId, id);
  }, [personId, id, isRefused]);
}

/** A call without an answer is no refusal: the last answer then stays. */
const refused = (error: Error | null): boolean => isGone(error) || (error instanceof CallError && error.hasErrorPage);

/**
 * The project of the frame. Undefined until the server has confirmed it, and after a refusal. A refusal leads nowhere,
 * because the page asks by itself.
 */
export function useConfirmedProject(id: number): ProjectInfo | undefined {
  const { data, error } = useProjectInfo(id);
  const project = refused(error) ? undefined : data;
  useEnterProject(project);
  useRememberProject(project);
  useDropRefused(id, error);
  return project;
}
