import { decided } from '../../platform/http/decisions.ts';
import type { ModuleDb } from '../../platform/db.ts';
import { isReadable, type SubjectKind } from '../../platform/http/subjects.ts';
import { commentsRepo, type CommentTables, type StoredComment } from './comments.repo.ts';
import type { CommentOwners } from './owners.ts';

/**
 * Subject kind of a comment id. The comment is visible to the readers of its record. Calls name the record too, so a
 * foreign comment answers like the record. `own` is the right of the author.
 */
export const commentKind = (
  tables: ModuleDb<CommentTables>,
  owners: CommentOwners,
): SubjectKind<StoredComment, 'comment'> => ({
  kind: 'comment',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = await commentsRepo(tables.read, principal.enterpriseId).byIds(ids);
    const kinds = [...new Set(rows.map((row) => row.kind))];
    const loaded = await Promise.all(
      kinds.map(async (name) => {
        const { records, right } = owners.of(name);
        const recordIds = rows.filter((row) => row.kind === name).map((row) => row.record_id);
        const subjects = await records.load(principal, [...new Set(recordIds)]);
        return subjects.map((subject) => {
          const isSeen = isReadable(principal, records, subject, right);
          return [`${name}:${subject.id}`, { subject, isSeen }] as const;
        });
      }),
    );
    const recordOf = new Map(loaded.flat());
    return rows.flatMap((row) => {
      const record = recordOf.get(`${row.kind}:${row.record_id}`);
      if (!record) return [];
      const { subject, isSeen } = record;
      return {
        id: row.id,
        row,
        projectId: subject.projectId,
        archived: subject.archived,
        visible: isSeen && row.deleted_at === null,
        deleted: isSeen && row.deleted_at !== null,
        parents: { [row.kind]: row.record_id },
        may(asked: string) {
          if (asked !== 'own') throw new Error(`a comment knows no right "${asked}"`);
          return decided(row.author_id === principal.userId, asked);
        },
      };
    });
  },
});
