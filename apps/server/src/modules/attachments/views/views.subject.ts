import { decided } from '../../../platform/http/decisions.ts';
import type { ModuleDb } from '../../../platform/db.ts';
import { isReadable, type SubjectKind } from '../../../platform/http/subjects.ts';
import type { AttachmentTables } from '../attachments.repo.ts';
import type { AttachmentOwners } from '../owners.ts';
import { viewsRepo, type HandedViewpoint } from './views.repo.ts';

/**
 * Subject kind of a handed-in viewpoint. Its only right is `read`, which the readers of its record have. The right on
 * the model is not part of it: opening the model asks for that.
 */
export const handedViewpointKind = (
  tables: ModuleDb<AttachmentTables>,
  owners: AttachmentOwners,
): SubjectKind<HandedViewpoint, 'handed_viewpoint'> => ({
  kind: 'handed_viewpoint',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = await viewsRepo(tables.read, principal.enterpriseId).byIds(ids);
    const kinds = [...new Set(rows.map((row) => row.kind))];
    const loaded = await Promise.all(
      kinds.map(async (name) => {
        const { records } = owners.of(name);
        const recordIds = rows.filter((row) => row.kind === name).map((row) => row.record_id);
        const subjects = await records.load(principal, [...new Set(recordIds)]);
        return subjects.map((subject) => [`${name}:${subject.id}`, { subject, records }] as const);
      }),
    );
    const recordOf = new Map(loaded.flat());
    return rows.flatMap((row) => {
      const record = recordOf.get(`${row.kind}:${row.record_id}`);
      if (!record) return [];
      const { subject, records } = record;
      return {
        id: row.id,
        row,
        projectId: subject.projectId,
        archived: subject.archived,
        visible: isReadable(principal, records, subject, 'read'),
        parents: { [row.kind]: row.record_id },
        may(right: string) {
          if (right !== 'read') throw new Error(`a handed-in viewpoint knows no right "${right}"`);
          return decided(true, right);
        },
      };
    });
  },
});
