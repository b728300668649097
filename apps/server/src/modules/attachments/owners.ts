import type { Principal } from '@prdm/access';
import type { attachmentCalls } from '@prdm/contract/kit/attachments';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { Audience } from '../../platform/live.ts';

/**
 * Registration of a kind of record with attachments. The subject kind of the record knows the rights `read` (list and
 * download) and `attach` (add).
 */
export interface AttachmentOwner<Row, K extends SubjectKindName = SubjectKindName> {
  readonly calls: ReturnType<typeof attachmentCalls<K>>;
  readonly records: SubjectKind<Row, K>;
  about(row: Row): { readonly title: string; readonly audience: Audience };
  /** Whether the person may remove attachments of others. Each person removes the own ones. */
  mayRemove(principal: Principal, row: Row): boolean;
}

/** Owners by kind. The row type belongs to the owner, so this map does not know it. */
export class AttachmentOwners {
  readonly #owners = new Map<string, AttachmentOwner<unknown>>();

  add<Row, K extends SubjectKindName>(owner: AttachmentOwner<Row, K>): void {
    const { kind } = owner.records;
    if (this.#owners.has(kind)) throw new Error(`attachments of "${kind}" are registered twice`);
    this.#owners.set(kind, owner as unknown as AttachmentOwner<unknown>);
  }

  of(kind: string): AttachmentOwner<unknown> {
    const owner = this.#owners.get(kind);
    if (!owner) throw new Error(`no module registered attachments of "${kind}"`);
    return owner;
  }

  all(): AttachmentOwner<unknown>[] {
    return [...this.#owners.values()];
  }
}
