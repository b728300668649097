import { decided } from '../../platform/http/decisions.ts';
import type { ModuleDb } from '../../platform/db.ts';
import { isReadable, type SubjectKind } from '../../platform/http/subjects.ts';
import { attachmentsRepo, type AttachmentTables, type StoredAttachment } from './attachments.repo.ts';
import type { AttachmentOwners } from './owners.ts';

/**
 * Subject kind of an attachment id. The readers of its record see it; calls name the record too. Rights: `read`,
 * `handIn`, and `remove` for the person who added it and for those whom the owner of the record names. A removed attachment is
 * visible only to them, so that they can restore it.
 */
export const attachmentKind = (
  tables: ModuleDb<AttachmentTables>,
  owners: AttachmentOwners,
): SubjectKind<StoredAttachment, 'attachment'> => ({
  kind: 'attachment',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = await attachmentsRepo(tables.read, principal.enterpriseId).byIds(ids);
    const kinds = [...new Set(rows.map((row) => row.kind))];
    const loaded = await Promise.all(
      kinds.map(async (name) => {
        const owner = owners.of(name);
        const recordIds = rows.filter((row) => row.kind === name).map((row) => row.record_id);
        const subjects = await owner.records.load(principal, [...new Set(recordIds)]);
        return subjects.map((subject) => [`${name}:${subject.id}`, { subject, owner }] as const);
      }),
    );
    const recordOf = new Map(loaded.flat());
    return rows.flatMap((row) => {
      const record = recordOf.get(`${row.kind}:${row.record_id}`);
      if (!record) return [];
      const { subject, owner } = record;
      const isSeen = isReadable(principal, owner.records, subject, 'read');
      const mayRemove = row.added_by === principal.userId || owner.mayRemove(principal, subject.row);
      const isThere = row.removed_at === null;
      return {
        id: row.id,
        row,
        projectId: subject.projectId,
        archived: subject.archived,
        visible: isSeen && (isThere || mayRemove),
        deleted: isSeen && !isThere && !mayRemove,
        parents: { [row.kind]: row.record_id },
        may(right: string) {
          if (right === 'read') return decided(isThere, right);
          // The hand-in itself refuses a removed one, by its name.
          if (right === 'handIn') return decided(true, right);
          if (right !== 'remove') throw new Error(`an attachment knows no right "${right}"`);
          return decided(mayRemove, right);
        },
      };
    });
  },
});
