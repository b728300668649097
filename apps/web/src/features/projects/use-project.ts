import type { ProjectInfo, ProjectMember } from '@prdm/contract/projects';
import { useMembers, useProjectInfo } from './projects.queries.ts';

export interface KnownProject {
  /** Empty until told. */
  readonly name: string;
  readonly members: readonly ProjectMember[];
  /** What the signed-in person may do with the project; nothing until told. */
  readonly can: ProjectInfo['can'];
  /** The whole sheet; undefined until told. */
  readonly info: ProjectInfo | undefined;
  readonly isLoading: boolean;
  /** Why the project is not told, for the page that works in it (`useErrorPage`). */
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
