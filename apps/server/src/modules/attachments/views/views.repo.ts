import { sql, type Insertable, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { DB } from '../../../platform/db-types.ts';
import type { AttachmentTables, RecordKey } from '../attachments.repo.ts';

const ROW = [
  'id',
  'kind',
  'record_id',
  'round',
  'viewpoint_id',
  'model_id',
  'model_name',
  'model_version_id',
  'model_version_no',
  'name',
  'handed_by',
  'handed_at',
] as const;
const hasThumb = sql<boolean>`thumb is not null`.as('has_thumb');
/** Equal for equal states. The column stores one form of each JSON value. */
const stateDigest = sql<string>`encode(sha256(convert_to(state::text, 'UTF8')), 'hex')`.as('state_digest');

export const viewsRepo = (db: Kysely<AttachmentTables>, enterpriseId: number) => {
  const own = () => db.selectFrom('handed_viewpoint').where('enterprise_id', '=', enterpriseId);
  return {
    /** By round and age. A record with more than the limit leaves out its oldest rounds. */
    async list({ kind, id }: RecordKey) {
      const rows = await own()
        .select([...ROW, hasThumb, stateDigest])
        .where('kind', '=', kind)
        .where('record_id', '=', id)
        .orderBy('round', 'desc')
        .orderBy('id')
        .limit(LIMITS.unpagedMax)
        .execute();
      return rows.toSorted((a, b) => a.round - b.round || a.id - b.id);
    },

    byIds: (ids: readonly number[]) =>
      own()
        .select([...ROW, hasThumb])
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    state: async (id: number): Promise<unknown> =>
      (await own().select('state').where('id', '=', id).executeTakeFirst())?.state,

    thumb: (id: number) => own().select(['thumb', 'thumb_type']).where('id', '=', id).executeTakeFirst(),

    async add(row: Omit<Insertable<DB['handed_viewpoint']>, 'enterprise_id'>): Promise<number> {
      const { id } = await db
        .insertInto('handed_viewpoint')
        .values({ ...row, enterprise_id: enterpriseId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
};

export type HandedViewpoint = Awaited<ReturnType<ReturnType<typeof viewsRepo>['byIds']>>[number];
