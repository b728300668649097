import type { FolderRight } from './rights.ts';

/**
 * The source of a right, as facts for the screen that explains it. For `folder-grant`, id and name belong to the
 * folder.
 */
export interface Via {
  readonly kind: 'role' | 'group' | 'project-role' | 'folder-grant' | 'person';
  readonly id: number;
  readonly name: string;
}

/** The built-in roles of the rules. The key never changes. The display name may change and grants nothing. */
export type BuiltInRoleKey = 'superAdmin' | 'leader';

export interface HeldRole {
  readonly id: number;
  readonly name: string;
  readonly key: BuiltInRoleKey | null;
  readonly access: readonly { readonly action: string }[];
  /** The source of the role; absent when the person holds it directly. */
  readonly via?: Via & { readonly kind: 'role' | 'group' };
}

export interface ProjectAccessEntry {
  readonly action: string;
  /**
   * The project role that brings the entry. Absent where only the action is known, as in the answer of the info call.
   */
  readonly via?: Via;
}

/**
 * A signed-in person with every fact that the rules read. The caller must load it for every request and must not cache
 * it.
 */
export interface Principal {
  readonly userId: number;
  readonly enterpriseId: number;
  /** The access lists of several roles form one own list. */
  readonly roles: readonly HeldRole[];
  /** Project id to access list. An empty list stands for an empty map (decision T7). */
  readonly projectAccess: Readonly<Record<string, readonly ProjectAccessEntry[]>> | readonly [];
  readonly groupIds: readonly number[];
  /** Project id to the project roles held there. An entry makes the person a member, even an empty one. */
  readonly projectRoles: Readonly<Record<string, readonly number[]>>;
}

/** Whether the person may do the action of a permission node. Specification section 6, decision T40. */
export interface NodeQuestion {
  readonly ask: 'node';
  readonly scope: 'project' | 'other';
  /** Node names without prefix, such as `Role-index`. An empty list grants nothing. */
  readonly actions: string | readonly string[];
  /** Whether one of the actions is enough (the default of the specification) or all are required. */
  readonly mode?: 'anyOf' | 'allOf';
  /** Module prefix; `home` unless given. */
  readonly prefix?: string;
  /** Required for scope `project`. There is no default: a caller with a current project passes its id. */
  readonly projectId?: number | string;
  /** The flag of the specification: true allows everything, even without sign-in. The server never sets it. */
  readonly flag?: boolean;
}

export interface FolderGrant {
  readonly to: Via & { readonly kind: 'project-role' | 'group' | 'person' };
  readonly rights: readonly FolderRight[];
}

export interface FolderOnPath {
  readonly folderId: number;
  readonly name: string;
  /** Only the grants set on this folder. Inherited grants belong to the ancestors in the path. */
  readonly grants: readonly FolderGrant[];
}

/** Whether the person has this right on the last folder of the path. Specification section 6, folder permissions. */
export interface FolderQuestion {
  readonly ask: 'folder';
  readonly right: FolderRight;
  readonly projectId: number | string;
  /** From the root folder of the project to the folder in question, which is last. */
  readonly path: readonly FolderOnPath[];
  /** Whether the project is archived. Everything in an archived project is closed and read-only (section 4). */
  readonly archived?: boolean;
}

export type Question = NodeQuestion | FolderQuestion;

/** One step of a decision: a code that a translation key turns into text, and the facts for it. */
export type Reason =
  /** Allowed: the flag argument was true. */
  | { readonly code: 'flag' }
  /** Refused: nobody is signed in, or the person is not loaded yet. */
  | { readonly code: 'not-signed-in' }
  /** Refused: the person holds no role. */
  | { readonly code: 'no-roles' }
  /** Allowed: the person is superAdmin by this role. */
  | { readonly code: 'super-admin'; readonly via: Via; readonly through?: Via }
  /** Refused: the question names no action. */
  | { readonly code: 'no-actions' }
  /** The person is leader by this role. A following `own-list` decides; as the last step, leadership itself allowed. */
  | { readonly code: 'leader'; readonly via: Via; readonly through?: Via }
  /** The check read the access lists of the person's own roles. */
  | { readonly code: 'own-list' }
  /** Refused: the person has access to no project at all. */
  | { readonly code: 'no-project-access' }
  /** Refused: the question is about a project and names none. */
  | { readonly code: 'no-project-id' }
  /** Refused: the person has no access list for this project. */
  | { readonly code: 'no-project-entry'; readonly projectId: string }
  /** The check read the access list of this project. */
  | { readonly code: 'project-list'; readonly projectId: string }
  /**
   * Allowed. `action` is the node's full name or the folder right. `via` is its holder: role, project role or folder.
   * `through` is the group that holds the role, or the grantee of the folder's grant.
   */
  | { readonly code: 'granted'; readonly action: string; readonly via?: Via; readonly through?: Via }
  /** Refused: the person does not hold these (full node names, or the folder right). */
  | { readonly code: 'lacking'; readonly actions: readonly string[] }
  /** Refused: neither member of the project, nor leader, nor superAdmin. */
  | { readonly code: 'not-a-member'; readonly projectId: string }
  /** Refused: the project is archived. */
  | { readonly code: 'archived'; readonly projectId: string }
  /** Refused: the kind of the question is unknown. */
  | { readonly code: 'unknown-question' };

/** The answer with the steps that led to it, in order. The last step decided. */
export interface Decision {
  readonly allowed: boolean;
  readonly chain: readonly Reason[];
}
