import { sql, type Kysely } from 'kysely';
import { countCapped } from '../../platform/statements/count-capped.ts';
import { containing } from '../../platform/statements/word-search.ts';
import { swapRow } from '../../platform/statements/swap.ts';
import type { ModelsTables } from './models.repo.ts';

const ROW = [
  'id',
  'project_id',
  'model_id',
  'model_version_id',
  'name',
  'state',
  'created_by',
  'created_at',
  'version',
] as const;
const hasThumb = sql<boolean>`thumb is not null`.as('has_thumb');
const COMMENTS_MAX = 500;

const ofModels = (
  db: Kysely<ModelsTables>,
  enterpriseId: number,
  modelIds: readonly number[],
  { word, named }: { readonly word: string; readonly named: readonly number[] },
) =>
  db
    .selectFrom('viewpoint')
    .where('enterprise_id', '=', enterpriseId)
    .where('model_id', '=', sql<number>`any(${modelIds as number[]})`)
    .where('deleted_at', 'is', null)
    .$if(word !== '', (query) =>
      query.where(sql<boolean>`(name ilike ${containing(word)} or model_id = any(${named as number[]}))`),
    );

export const viewpointsRepo = (db: Kysely<ModelsTables>, enterpriseId: number) => ({
  list: (modelId: number, page: { limit: number; offset: number }) =>
    db
      .selectFrom('viewpoint')
      .select([...ROW, hasThumb])
      .where('enterprise_id', '=', enterpriseId)
      .where('model_id', '=', modelId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),

  count: (modelId: number): Promise<number> =>
    countCapped(
      db,
      db
        .selectFrom('viewpoint')
        .where('enterprise_id', '=', enterpriseId)
        .where('model_id', '=', modelId)
        .where('deleted_at', 'is', null),
    ),

  /** Includes deleted rows: a user who could see one learns that it is deleted. */
  everKnown: (ids: readonly number[]) =>
    db
      .selectFrom('viewpoint')
      .select([...ROW, hasThumb, sql<boolean>`deleted_at is not null`.as('deleted')])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .execute(),

  /** Everything of some viewpoints, with the state as JSON text. Includes deleted rows. */
  whole: (ids: readonly number[]) =>
    db
      .selectFrom('viewpoint as p')
      .leftJoin('model_version as v', (join) =>
        join.onRef('v.enterprise_id', '=', 'p.enterprise_id').onRef('v.id', '=', 'p.model_version_id'),
      )
      .select(['p.id', 'p.model_id', 'p.model_version_id', 'p.name', 'p.thumb', 'p.thumb_type'])
      .select(['v.version_no as model_version_no', sql<string>`p.state::text`.as('state')])
      .select(sql<boolean>`p.deleted_at is not null`.as('deleted'))
      .where('p.enterprise_id', '=', enterpriseId)
      .where('p.id', '=', sql<number>`any(${ids as number[]})`)
      .execute(),

  /** Newest first, without states. A word is looked for in the name; all viewpoints of the models `named` match it. */
  ofModels: (
    modelIds: readonly number[],
    search: { readonly word: string; readonly named: readonly number[] },
    page: { limit: number; offset: number },
  ) =>
    ofModels(db, enterpriseId, modelIds, search)
      .select(['id', 'model_id', 'model_version_id', 'name', 'created_by', 'created_at', hasThumb])
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),

  countOfModels: (
    ...[modelIds, search]: [readonly number[], { readonly word: string; readonly named: readonly number[] }]
  ) => countCapped(db, ofModels(db, enterpriseId, modelIds, search)),

  thumb: (id: number) =>
    db
      .selectFrom('viewpoint')
      .select(['thumb', 'thumb_type'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async add(row: {
    project_id: number;
    model_id: number;
    model_version_id: number | null;
    name: string;
    state: string;
    thumb: Buffer | null;
    thumb_type: string | null;
    created_by: number;
  }): Promise<number> {
    const { id } = await db
      .insertInto('viewpoint')
      .values({ ...row, enterprise_id: enterpriseId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  /** False when the row has changed since `version`. */
  async edit(
    id: number,
    version: number,
    values: { name: string; state?: string; model_version_id?: number; thumb?: Buffer; thumb_type?: string },
  ): Promise<boolean> {
    return swapRow(
      db
        .updateTable('viewpoint')
        .set({ ...values, version: version + 1, updated_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null),
    );
  },

  /** False when the row is deleted, or has changed since `version`. */
  async remove(id: number, version: number | undefined): Promise<boolean> {
    return swapRow(
      db
        .updateTable('viewpoint')
        .set({ deleted_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
        .where('deleted_at', 'is', null),
    );
  },

  comments: (viewpointId: number) =>
    db
      .selectFrom('viewpoint_comment')
      .select(['id', 'user_id', 'content', 'at'])
      .where('enterprise_id', '=', enterpriseId)
      .where('viewpoint_id', '=', viewpointId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(COMMENTS_MAX)
      .execute(),

  commentCounts: async (viewpointIds: readonly number[]): Promise<Map<number, number>> => {
    const rows = await db
      .selectFrom('viewpoint_comment')
      .select(['viewpoint_id', sql<number>`count(*)::int`.as('n')])
      .where('enterprise_id', '=', enterpriseId)
      .where('viewpoint_id', '=', sql<number>`any(${viewpointIds as number[]})`)
      .where('deleted_at', 'is', null)
      .groupBy('viewpoint_id')
      .execute();
    return new Map(rows.map((row) => [row.viewpoint_id, row.n]));
  },

  /** Includes deleted rows. */
  commentsEverKnown: (ids: readonly number[]) =>
    db
      .selectFrom('viewpoint_comment as c')
      .innerJoin('viewpoint as v', (join) =>
        join.onRef('v.enterprise_id', '=', 'c.enterprise_id').onRef('v.id', '=', 'c.viewpoint_id'),
      )
      .select(['c.id', 'c.viewpoint_id', 'c.user_id', 'c.content', 'v.project_id', 'v.name as viewpoint_name'])
      .select(sql<boolean>`c.deleted_at is not null`.as('deleted'))
      .where('c.enterprise_id', '=', enterpriseId)
      .where('c.id', '=', sql<number>`any(${ids as number[]})`)
      .execute(),

  async addComment(viewpointId: number, userId: number, content: string): Promise<number> {
    const { id } = await db
      .insertInto('viewpoint_comment')
      .values({ enterprise_id: enterpriseId, viewpoint_id: viewpointId, user_id: userId, content })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  async removeComment(id: number): Promise<boolean> {
    return swapRow(
      db
        .updateTable('viewpoint_comment')
        .set({ deleted_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null),
    );
  },
});
