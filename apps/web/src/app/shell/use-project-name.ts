import { useEffect } from 'react';
import * as projects from '@prdm/contract/projects';
import { chooseProject, useAppState, type ProjectInfo } from '../../lib/app-state.ts';
import { useProjectId } from '../../lib/project-id.ts';
import { useApiQuery } from '../../lib/api/queries.ts';

/**
 * The project of the page: the one in the address, else the one that was opened last. Its name is empty until the server has told it. A
 * link brings only the id: the name is asked for, and the project is kept once the server has confirmed it. A refusal leaves the name
 * empty; the page asks by itself and knows what a refusal means for it.
 */
export function useOpenProject(isAsked: boolean): ProjectInfo | null {
  const id = useProjectId();
  const stored = useAppState(({ project }) => project);
  const isStored = stored !== null && stored.id === id;
  const isUnknown = id !== undefined && !isStored;
  const { data } = useApiQuery(
    projects.info,
    { project_id: id ?? 0 },
    { enabled: isAsked && isUnknown, keepOld: false },
  );
  useEffect(() => {
    if (isAsked && isUnknown && data !== undefined) chooseProject({ id: data.id, name: data.name });
  }, [isAsked, isUnknown, data]);
  if (isStored) return stored;
  return id === undefined ? null : { id, name: data?.name ?? '' };
}
