import { useEffect } from 'react';
import * as projects from '@prdm/contract/projects';
import { chooseProject, useAppState } from '../../lib/app-state.ts';
import { useAsk } from '../../lib/queries.ts';

/** Name of the open project. A bookmark or a link brings only the id: the name is asked for, and kept. */
export function useProjectName(): string {
  const project = useAppState((state) => state.project);
  const isNameless = project !== null && project.name === '';
  const { data } = useAsk(projects.info, { project_id: project?.id ?? 0 }, { enabled: isNameless, keepOld: false });
  useEffect(() => {
    if (isNameless && data !== undefined) chooseProject({ id: data.id, name: data.name });
  }, [isNameless, data]);
  return project?.name ?? '';
}
