import { sql, type Kysely } from 'kysely';
import { MODEL_VERSIONS_MAX } from '@prdm/contract/models';
import type { ModelsTables } from '../models.repo.ts';

/** The stored versions of models. */
export const versionsRepo = (db: Kysely<ModelsTables>, enterpriseId: number) => ({
  byIds: (ids: readonly number[]) =>
    db
      .selectFrom('model_version')
      .select(['id', 'model_id', 'version_no'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .execute(),

  /** Newest first. */
  ofModel: (modelId: number) =>
    db
      .selectFrom('model_version')
      .select([
        'id',
        'version_no',
        'status',
        'progress',
        'reason',
        'detail',
        'source_bytes',
        'created_by',
        'created_at',
      ])
      .select(sql<boolean>`frag_sha256 is not null`.as('openable'))
      .where('enterprise_id', '=', enterpriseId)
      .where('model_id', '=', modelId)
      .orderBy('version_no', 'desc')
      .limit(MODEL_VERSIONS_MAX)
      .execute(),

  /** The newest version of a model that has geometry. */
  newestDrawn: (modelId: number) =>
    db
      .selectFrom('model_version')
      .select(['id', 'version_no'])
      .where('enterprise_id', '=', enterpriseId)
      .where('model_id', '=', modelId)
      .where('frag_sha256', 'is not', null)
      .orderBy('version_no', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** True when a stored file version is a model version already. */
  async holds({ fileId, versionNo }: { fileId: number; versionNo: number }): Promise<boolean> {
    const row = await db
      .selectFrom('model as m')
      .innerJoin('model_version as v', (join) =>
        join.onRef('v.enterprise_id', '=', 'm.enterprise_id').onRef('v.model_id', '=', 'm.id'),
      )
      .select('v.id')
      .where('m.enterprise_id', '=', enterpriseId)
      .where('m.file_id', '=', fileId)
      .where('v.version_no', '=', versionNo)
      .executeTakeFirst();
    return row !== undefined;
  },

  async modelOfFile(fileId: number): Promise<number | null> {
    const row = await db
      .selectFrom('model')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('file_id', '=', fileId)
      .executeTakeFirst();
    return row?.id ?? null;
  },
});
