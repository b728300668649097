import { defineEvent } from '../../platform/bus.ts';

interface OfProject {
  readonly projectId: number;
  readonly projectName: string;
}
interface Named {
  readonly id: number;
  readonly name: string;
}

export const ProjectAdded = defineEvent<
  OfProject & { itemNumber: string; manager: Named; typeId: number | null; folderTemplateId: number | null }
>('projects.added');
export const ProjectEdited = defineEvent<OfProject>('projects.edited');
/** `memberIds`: all members at that moment. */
export const ProjectArchived = defineEvent<OfProject & { memberIds: readonly number[] }>('projects.archived');
export const ProjectUnarchived = defineEvent<OfProject & { memberIds: readonly number[] }>('projects.unarchived');
export const ManagerTransferred = defineEvent<OfProject & { from: Named; to: Named }>('projects.managerTransferred');

export interface RoleInProject {
  readonly roleId: number;
  readonly key: string | null;
  readonly name: string;
  /** null means every profession. */
  readonly professionId: number | null;
}

/** Also emitted for the manager of a new project, right after ProjectAdded. `isProject` is false for a member of a non-project. */
export const MemberAdded = defineEvent<
  OfProject & { isProject: boolean; user: Named; roles: readonly RoleInProject[] }
>('projects.memberAdded');
/** `ended`: the end date of the membership has passed. */
export const MemberRemoved = defineEvent<OfProject & { user: Named; ended?: boolean }>('projects.memberRemoved');
export const MemberRolesChanged = defineEvent<
  OfProject & { user: Named; before: readonly RoleInProject[]; after: readonly RoleInProject[] }
>('projects.memberRolesChanged');
