import { useCallback, useEffect, useRef } from 'react';
import * as contract from '@prdm/contract/projects';
import type { ProjectStatus } from '@prdm/contract/status';
import { chooseProject } from '../../lib/app-state.ts';
import { reloadMe } from '../../lib/session/load-me.ts';
import { useApiQuery, useApiMutation } from '../../lib/api/queries.ts';
import { showWarnings } from '../../ui/feedback/show-warnings.ts';

export interface ProjectQuery {
  readonly page: number;
  readonly size: number;
  readonly state: ProjectStatus;
  readonly word?: string;
  readonly type_id?: string;
  readonly stage_id?: string;
  readonly department_id?: string;
  readonly sort?: contract.ProjectSort;
  readonly order?: 'asc' | 'desc';
}

export const useProjects = (query: ProjectQuery) => useApiQuery(contract.index, query);
export const useOngoingProjects = () => useApiQuery(contract.index, { ispage: 'not' });

/** The page of one record must not show the previous record while it loads (`keepOld: false`). */
export const useProjectInfo = (id: number) =>
  useApiQuery(contract.info, { project_id: id }, { enabled: id > 0, keepOld: false });
export const useOverview = (id: number) =>
  useApiQuery(contract.overview, { project_id: id }, { enabled: id > 0, keepOld: false });
export const useMembers = (id: number) =>
  useApiQuery(contract.members, { project_id: id }, { enabled: id > 0, keepOld: false });
export const useProjectRoles = () => useApiQuery(contract.roles, {}, { staleTime: 10 * 60_000 });

export const useAddProject = () =>
  useApiMutation(contract.add, { refresh: ['fhome'], inForm: true, onDone: showWarnings });
export const useEditProject = () =>
  useApiMutation(contract.edit, { refresh: ['fhome'], inForm: true, onDone: showWarnings });
export const useUnarchive = () => useApiMutation(contract.unarchive, { refresh: ['fhome'] });
export const useTransferManager = () =>
  useApiMutation(contract.transferManager, { inForm: true, onDone: showWarnings });
export const useAddMembers = () => useApiMutation(contract.memberAdd, { inForm: true });
export const useRemoveMember = () => useApiMutation(contract.memberDel);
export const useMemberRoles = () => useApiMutation(contract.memberRole, { inForm: true });

export const refreshRights = reloadMe;

/** Makes the project the current one: the file pages work in it, and the top bar shows its name. */
export function useEnterProject(
  project: { id: number; name: string; type_id?: number | null; is_project?: boolean } | undefined,
): void {
  const id = project?.id;
  const name = project?.name;
  const type = project?.type_id;
  const isProject = project?.is_project;
  useEffect(() => {
    if (id !== undefined && name !== undefined)
      chooseProject({
        id,
        name,
        ...(type === undefined ? {} : { project_type: type }),
        ...(isProject === undefined ? {} : { is_project: isProject }),
      });
  }, [id, name, type, isProject]);
}

const FOLLOW_PAUSE_MS = 1000;

/**
 * A function that reloads the rights one second after the latest change of a project. Several changes cause one
 * request.
 */
export function useRightsFollower(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The user did not request this reload, so a failure is only logged. The next call that needs a right shows it.
      refreshRights().catch((error: unknown) => console.warn('rights', error));
    }, FOLLOW_PAUSE_MS);
  }, []);
}
