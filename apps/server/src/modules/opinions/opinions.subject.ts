import { decided } from '../../platform/http/decisions.ts';
import type { ModuleDb } from '../../platform/db.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { Processes } from '../processes/index.ts';
import { opinionsRepo, type OpinionTables, type StoredOpinion } from './opinions.repo.ts';

/**
 * Subject kind of an opinion id. The readers of its process see it, if they may read its opinions. Its right is `read`. Each change is judged under
 * the lock of the process, because the stages decide the rights.
 */
export const opinionKind = (
  tables: ModuleDb<OpinionTables>,
  { kinds: { process: processKind }, opinionsOpenIn }: Pick<Processes, 'kinds' | 'opinionsOpenIn'>,
): SubjectKind<StoredOpinion, 'opinion'> => ({
  kind: 'opinion',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = await opinionsRepo(tables.read, principal.enterpriseId).byIds(ids);
    const processes = await processKind.load(principal, [...new Set(rows.map((row) => row.process_id))]);
    const open = await opinionsOpenIn(
      principal,
      processes.map(({ id, projectId, row }) => ({
        processId: id,
        projectId,
        subject: { kind: row.subject_kind, id: row.subject_id },
      })),
    );
    return rows.flatMap((row) => {
      const process = processes.find(({ id }) => id === row.process_id);
      if (!process) return [];
      const { projectId, archived } = process;
      const visible = process.visible && open.has(process.id);
      return {
        id: row.id,
        row,
        projectId,
        archived,
        visible: visible && row.deleted_at === null,
        deleted: visible && row.deleted_at !== null,
        parents: { process: row.process_id },
        may(right: string) {
          if (right !== 'read') throw new Error(`an opinion knows no right "${right}"`);
          return decided(true, right);
        },
      };
    });
  },
});
