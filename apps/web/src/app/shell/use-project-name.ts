import { useEffect } from 'react';
import * as projects from '@prdm/contract/projects';
import { chooseProject, useAppState, type ProjectInfo } from '../../lib/app-state.ts';
import { useProjectId } from '../../lib/project-id.ts';
import { useApiQuery } from '../../lib/api/queries.ts';

/**
 * Project of the page: the one in the address, otherwise the one opened last. A link contains only the id, so the name
 * is requested and is empty until then. The project is stored after the server confirms it. A refusal leaves the name
 * empty; the page's own request handles that refusal.
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
    if (isAsked && isUnknown && data !== undefined)
      chooseProject({ id: data.id, name: data.name, project_type: data.type_id, is_project: data.is_project });
  }, [isAsked, isUnknown, data]);
  if (isStored) return stored;
  return id === undefined ? null : { id, name: data?.name ?? '' };
}
