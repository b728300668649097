import { useEffect } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import { CallError } from '../../lib/api/call-error.ts';
import { isGone } from '../../lib/api/queries.ts';
import { dropRecentProject } from '../../lib/recents.ts';
import { useEnterProject, useProjectInfo } from './projects.queries.ts';

/** Drops a refused project from the recent ones of the reader. */
export function useDropRefused(id: number, error: Error | null): void {
  const isRefused = refused(error);
  useEffect(() => {
    if (isRefused) dropRecentProject(id);
  }, [id, isRefused]);
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
  useDropRefused(id, error);
  return project;
}
