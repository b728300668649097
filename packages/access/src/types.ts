import type { FolderRight } from './rights.ts';

/**
 * The source of a right, as facts for the screen that explains it. For `folder-grant`, id and name belong to the
 * folder.
 */
export interface Via {
  readonly kind: 'role' | 'group' | 'project-role' | 'folder-grant' | 'person' | 'department';
  readonly id: number;
  readonly name: string;
}

/** The built-in roles of the rules. The key never changes. The display name may change and grants nothing. */
export type BuiltInRoleKey = 'superAdmin' | 'leader';

/** The reach of a role. Stored as `role.view_range`. */
export type ViewRange = 'self' | 'department' | 'department_and_below' | 'company' | 'enterprise';

/** Level of a person in a module of amounts: 0 none, 1 own, 2 department, 3 all. */
export type Level = 0 | 1 | 2 | 3;
/** Module to level. A missing module counts as 0. */
export type Levels = Readonly<Record<string, Level>>;

/** One department that the person heads, with the departments that the headship covers. */
export interface Headship {
  readonly via: Via & { readonly kind: 'department' };
  /**
   * `head` is the leader of the department and covers everything below it. `leading-manager` covers everything below up
   * to the next department with a leading manager of its own.
   */
  readonly as: 'head' | 'leading-manager';
  /** The department itself and the covered ones below it. */
  readonly departments: readonly number[];
}

/** The place of a person in the organisation, as the data range reads it. */
export interface Place {
  readonly departmentId: number | null;
  /** The person's own company. Without one: the company of the nearest department above that names one. */
  readonly companyId: number | null;
  /** The own department and all below it. Empty when no role of the person needs it. */
  readonly departmentAndBelow: readonly number[];
  /** The departments of the own company. Empty when no role of the person needs it. */
  readonly companyDepartments: readonly number[];
  readonly heads: readonly Headship[];
}

export interface HeldRole {
  readonly id: number;
  readonly name: string;
  readonly key: BuiltInRoleKey | null;
  readonly access: readonly { readonly action: string }[];
  /** The reach of the role's nodes. Absent counts as `self`, the narrowest. */
  readonly viewRange?: ViewRange;
  /** Content of others that the role shows. Absent counts as none. */
  readonly content?: readonly string[];
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
  /** The user groups that name the person, or a department of the person or above it. */
  readonly groupIds: readonly number[];
  readonly place: Place;
  /** The highest level of the enterprise roles, by module. A missing module counts as 0. Levels of project roles are apart. */
  readonly levels: Levels;
  /** Project id to the project roles held there. An entry makes the person a member, even an empty one. */
  readonly projectRoles: Readonly<Record<string, readonly number[]>>;
  /** Project id to the content of others that the project roles held there show. A missing project counts as none. */
  readonly projectContent: Readonly<Record<string, readonly string[]>>;
  /** Project id to the levels of the project roles held there, `own` at most. A missing project counts as none. */
  readonly projectLevels: Readonly<Record<string, Levels>>;
  /** Projects with a secrecy level that the person may not see: no role shows them, and the person is no member. */
  readonly hiddenProjects: ReadonlySet<number>;
  /**
   * Projects of this call that the data range opens for reading, without membership. Only the gate of the server sets
   * it, from the ids of the call.
   */
  readonly readableProjects?: ReadonlySet<number>;
  /** A system administrator: every question about a node, folder or record is refused, whatever else is loaded. */
  readonly isSystem?: boolean;
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

/**
 * `read` includes the departments that the person heads. `write` needs a role or project list that holds the node,
 * because a headship alone changes nothing.
 */
export type RangeUse = 'read' | 'write';

/** The facts of a record that a range compares. Null or missing matches nothing. */
export interface RecordFacts {
  readonly user?: number | null;
  readonly department?: number | null;
  readonly company?: number | null;
  readonly project?: number | null;
}

/** Whether the record is in the person's range of the node (docs/domains/access.md, "Data range"). */
export interface RecordQuestion {
  readonly ask: 'record';
  /** A node name without prefix. */
  readonly node: string;
  readonly use: RangeUse;
  readonly record: RecordFacts;
  readonly prefix?: string;
}

export type Question = NodeQuestion | FolderQuestion | RecordQuestion;

/** Role of a person on an own record: the person started it, carries it out, wrote it ... */
export type OwnAs = 'owner' | 'starter' | 'executor' | 'target' | 'asker' | 'author' | 'deputy';

/**
 * Steps of the checks around `decide()`: the gate of the server and the rules of a single record. `decide()` itself
 * never answers them.
 */
export type GateReason =
  /** Allowed: the call needs no session. */
  | { readonly code: 'public' }
  /** Allowed: every signed-in person may make the call. */
  | { readonly code: 'signed-in' }
  /** Refused: the call is for system administrators only. */
  | { readonly code: 'system-only' }
  /** Refused: the person is a system administrator, who sees no business record. */
  | { readonly code: 'system-administrator' }
  /** Refused: the person is disabled or has left. */
  | { readonly code: 'inactive' }
  /** Allowed: the person is a member of the project. */
  | { readonly code: 'member'; readonly projectId: string }
  /** Allowed for reading: the data range of the person opens the project. */
  | { readonly code: 'reader'; readonly projectId: string }
  /** Refused: the data range opens the project for reading only. */
  | { readonly code: 'reads-only'; readonly projectId: string }
  /** Refused: the record is in no project of the person, or does not exist. */
  | { readonly code: 'not-in-project' }
  /** Refused: the person was removed from the project. */
  | { readonly code: 'removed' }
  /** Refused: the record does not exist in the enterprise, is deleted, or the person may not see it. */
  | { readonly code: 'not-found' }
  /** Refused: the records of the call do not belong together. */
  | { readonly code: 'apart' }
  /** Allowed: the record that is edited already names this one. */
  | { readonly code: 'already-named' }
  /** Allowed: the record is the person's own. */
  | { readonly code: 'own'; readonly as: OwnAs }
  /** Allowed: the rule of the record has no further condition. */
  | { readonly code: 'record-rule' }
  /** The state of the record: closed for the action now, with the text of the refusal, or open. */
  | { readonly code: 'state'; readonly open: boolean; readonly why: string };

/** One step of a decision: a code that a translation key turns into text, and the facts for it. */
export type Reason =
  | GateReason
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
  /** Allowed: the role holds the node, and its view range reaches the record. */
  | {
      readonly code: 'in-range';
      readonly action: string;
      readonly range: ViewRange;
      readonly via: Via;
      readonly through?: Via;
    }
  /** Allowed: the person heads this department, and the record belongs to it or to one below it. */
  | { readonly code: 'heads'; readonly via: Via; readonly as: 'head' | 'leading-manager' }
  /** Refused: the person holds the node or heads a department, but the record is outside. */
  | { readonly code: 'outside-range'; readonly action: string }
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
