import type { FolderRight } from './rights.ts';

/** Where a right comes from, as facts for the screen that explains it. For `folder-grant` id and name are the folder's. */
export interface Via {
  readonly kind: 'role' | 'group' | 'project-role' | 'folder-grant' | 'person';
  readonly id: number;
  readonly name: string;
}

/** The roles the rules know by themselves. The key never changes; the display name may, and proves nothing. */
export type BuiltInRoleKey = 'superAdmin' | 'leader';

/** A role a person holds in the enterprise. */
export interface HeldRole {
  readonly id: number;
  readonly name: string;
  readonly key: BuiltInRoleKey | null;
  readonly access: readonly { readonly action: string }[];
  /** Through what the person holds the role; absent when it was given to the person directly. */
  readonly via?: Via & { readonly kind: 'role' | 'group' };
}

/** One entry of a project's access list. */
export interface ProjectAccessEntry {
  readonly action: string;
  /** The project role that brings the entry; absent where only the action is known, as in the answer of the info call. */
  readonly via?: Via;
}

/** A signed-in person with everything the rules look at. Whoever builds it reads it anew for every request. */
export interface Principal {
  readonly userId: number;
  readonly enterpriseId: number;
  /** Several roles count together: their access lists are one own list. */
  readonly roles: readonly HeldRole[];
  /** Project id to access list. An empty list stands for an empty map (decision T7). */
  readonly projectAccess: Readonly<Record<string, readonly ProjectAccessEntry[]>> | readonly [];
  readonly groupIds: readonly number[];
  /** Project id to the project roles held there. An entry, even an empty one, is what makes a person a member. */
  readonly projectRoles: Readonly<Record<string, readonly number[]>>;
}

/** May this person do what the permission node names? Specification section 6, decision T40. */
export interface NodeQuestion {
  readonly ask: 'node';
  readonly scope: 'project' | 'other';
  /** Node names without prefix, such as `Role-index`. An empty list grants nothing. */
  readonly actions: string | readonly string[];
  /** Whether one of the actions is enough (default, as specified) or every one is needed. */
  readonly mode?: 'anyOf' | 'allOf';
  /** Module prefix; `home` unless given. */
  readonly prefix?: string;
  /** Needed for scope `project`. There is no default here: a caller with a current project passes its id. */
  readonly projectId?: number | string;
  /** The specification's flag: true allows everything, even without anyone signed in. Never set on the server. */
  readonly flag?: boolean;
}

/** What a folder's grant gives to whom. */
export interface FolderGrant {
  readonly to: Via & { readonly kind: 'project-role' | 'group' | 'person' };
  readonly rights: readonly FolderRight[];
}

export interface FolderOnPath {
  readonly folderId: number;
  readonly name: string;
  /** Only what was set on this very folder; what it inherits stands with its ancestors. */
  readonly grants: readonly FolderGrant[];
}

/** May this person do this with the folder at the end of the path? Specification section 6, folder permissions. */
export interface FolderQuestion {
  readonly ask: 'folder';
  readonly right: FolderRight;
  readonly projectId: number | string;
  /** From the project's root folder down to the folder asked about, which is the last one. */
  readonly path: readonly FolderOnPath[];
  /** Whether the project is archived: then nothing in it can be entered or edited (section 4), by anyone. */
  readonly archived?: boolean;
}

export type Question = NodeQuestion | FolderQuestion;

/** One step of a decision: a code to be put into words by a translation key, and the facts for it. */
export type Reason =
  /** Allowed: the flag argument was true. */
  | { readonly code: 'flag' }
  /** Refused: nobody is signed in, or the person is not loaded yet. */
  | { readonly code: 'not-signed-in' }
  /** Refused: the person holds no role. */
  | { readonly code: 'no-roles' }
  /** Allowed: the person is superAdmin by this role. */
  | { readonly code: 'super-admin'; readonly via: Via; readonly through?: Via }
  /** Refused: no action was asked for. */
  | { readonly code: 'no-actions' }
  /** The person is leader by this role. Followed by `own-list`; standing last, leadership itself allowed. */
  | { readonly code: 'leader'; readonly via: Via; readonly through?: Via }
  /** The access lists of the person's own roles were looked at. */
  | { readonly code: 'own-list' }
  /** Refused: the person has access to no project at all. */
  | { readonly code: 'no-project-access' }
  /** Refused: the question is about a project and names none. */
  | { readonly code: 'no-project-id' }
  /** Refused: the person has no access list for this project. */
  | { readonly code: 'no-project-entry'; readonly projectId: string }
  /** The access list of this project was looked at. */
  | { readonly code: 'project-list'; readonly projectId: string }
  /**
   * Held: `action` is the node's full name or the folder right, `via` what holds it (role, project role or folder),
   * `through` how the person comes to that (the group that holds the role; whom the folder's grant names).
   */
  | { readonly code: 'granted'; readonly action: string; readonly via?: Via; readonly through?: Via }
  /** Refused: these are not held (full node names, or the folder right). */
  | { readonly code: 'lacking'; readonly actions: readonly string[] }
  /** Refused: neither member of the project, nor leader, nor superAdmin. */
  | { readonly code: 'not-a-member'; readonly projectId: string }
  /** Refused: the project is archived. */
  | { readonly code: 'archived'; readonly projectId: string }
  /** Refused: a question of a kind that is not known here. */
  | { readonly code: 'unknown-question' };

/** The answer and, in the order they were looked at, the steps that led to it. The last step decided. */
export interface Decision {
  readonly allowed: boolean;
  readonly chain: readonly Reason[];
}
