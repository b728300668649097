import type { ProjectInfo, ProjectMember } from '@prdm/contract/projects';
import { useMembers, useProjectInfo } from './projects.queries.ts';

export interface KnownProject {
  /** Empty until loaded. */
  readonly name: string;
  readonly members: readonly ProjectMember[];
  /** The actions that the user may do in the project. All are false until loaded. */
  readonly can: ProjectInfo['can'];
  /** The whole sheet. Undefined until loaded. */
  readonly info: ProjectInfo | undefined;
  readonly isLoading: boolean;
  /** The error of the load, for `useErrorPage` of the page that works in the project. */
  readonly error: Error | null;
}

const NOTHING: ProjectInfo['can'] = { edit: false, member: false, archive: false, unarchive: false, transfer: false };
const NOBODY: readonly ProjectMember[] = [];

/** A project by its id, with its members. */
export function useProject(projectId: number): KnownProject {
  const info = useProjectInfo(projectId);
  const members = useMembers(projectId);
  return {
    name: info.data?.name ?? '',
    members: members.data?.list ?? NOBODY,
    can: info.data?.can ?? NOTHING,
    info: info.data,
    isLoading: info.data === undefined || members.data === undefined,
    error: info.error,
  };
}
