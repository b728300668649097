import type { commentCalls } from '@prdm/contract/kit/comments';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { Audience } from '../../platform/live.ts';

/** One record as the comments show and report it. */
export interface CommentedRecord {
  readonly title: string;
  /** Address of the record's page. It has a query, and the comment is added to it. */
  readonly pcPath: string;
  /** People who work on the record. They get a notice of each comment. */
  readonly concernedIds: readonly number[];
  /** Browsers that may show the record. */
  readonly audience: Audience;
}

/**
 * Registration of a kind of record whose readers may comment on it. The subject kind of the record decides who is a
 * reader, so the rule exists once.
 */
export interface CommentOwner<Row, K extends SubjectKindName = SubjectKindName> {
  readonly calls: ReturnType<typeof commentCalls<K, string>>;
  readonly records: SubjectKind<Row, K>;
  /** The right on the record that the contract names. */
  readonly right: string;
  about(row: Row): CommentedRecord;
  /** People whom the picker offers. Each mentioned person is checked again. */
  candidates(enterpriseId: number, row: Row): Promise<readonly number[]>;
}

/** Owners by kind. The row type belongs to the owner, so this map does not know it. */
export class CommentOwners {
  readonly #owners = new Map<string, CommentOwner<unknown>>();

  add<Row, K extends SubjectKindName>(owner: CommentOwner<Row, K>): void {
    const { kind } = owner.records;
    if (this.#owners.has(kind)) throw new Error(`comments on "${kind}" are registered twice`);
    this.#owners.set(kind, owner as unknown as CommentOwner<unknown>);
  }

  of(kind: string): CommentOwner<unknown> {
    const owner = this.#owners.get(kind);
    if (!owner) throw new Error(`nobody registered comments on "${kind}"`);
    return owner;
  }

  all(): CommentOwner<unknown>[] {
    return [...this.#owners.values()];
  }
}
