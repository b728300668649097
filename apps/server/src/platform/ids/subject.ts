import type { Decision, Principal } from '@prdm/access';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { TextKey } from '@prdm/locales';
import type { AppError } from '../errors.ts';

/** A record of an id, loaded inside the caller's enterprise. */
export interface Subject<T = unknown> {
  readonly id: number;
  /** The key in requests, for a kind that is loaded by key. */
  readonly key?: string;
  readonly row: T;
  /** null for records of the enterprise that belong to no project. */
  readonly projectId: number | null;
  readonly archived?: boolean;
  /** false: the caller may not know that it exists. */
  readonly visible: boolean;
  /**
   * Deleted, but the caller could see it before (`visible` is false). Members get "not found"; all others get the answer for a foreign
   * record.
   */
  readonly deleted?: boolean;
  /** The caller is a former member of this project: 444 then reports the removal instead of "not in the project". */
  readonly formerMember?: boolean;
  /** The record's own rules (folder rights, owner, executor). Throws for an unknown right, which is a programming error. */
  may(right: string): Decision;
  /**
   * For explanations: the key of the text why the state of the record closes the action now, null when it is open. Only
   * kinds whose rights are actions in a state have it. Handlers judge the state under their lock.
   */
  closedBy?(right: string): TextKey | null | undefined;
  /**
   * The records of a kind that this record already names. Asked only when a call that edits it names a record that
   * cannot be chosen newly (right `choose`).
   */
  refers?(kind: SubjectKindName): Promise<readonly number[]> | readonly number[];
  /** Ids of the parents of the record, to check that two ids of one call belong together. */
  readonly parents?: Partial<Record<SubjectKindName, number>>;
}

/** Loads and checks records of one kind. The module that owns them creates it; other modules know only its `kind`. */
export interface SubjectKind<T, K extends SubjectKindName = SubjectKindName> {
  readonly kind: K;
  readonly scope: 'enterprise' | 'project';
  load(principal: Principal, ids: readonly number[]): Promise<Subject<T>[]>;
  /** The kind `project` has it: the given projects that the caller may read without membership, by the data range. */
  readableAmong?(principal: Principal, ids: readonly number[]): Promise<readonly number[]>;
  /** For a kind that requests name by key (keyRef). */
  loadByKey?(principal: Principal, keys: readonly string[]): Promise<Subject<T>[]>;
  /** The refusal of an id that does not exist or is invisible, when 1006/404 is too general. It must be the same in both cases. */
  missing?(): AppError;
  /** The refusal of a deleted record that the caller could see before (`deleted`), when 1006 is too general. */
  gone?(subject: Subject<T>): AppError;
  /** The refusal of a right, when 1005/403 is too general. */
  refused?(subject: Subject<T>, right: string): AppError;
}
