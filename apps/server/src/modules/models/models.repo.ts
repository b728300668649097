import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ModelReason } from '@prdm/contract/models';
import type { DB } from '../../platform/db-types.ts';

export type ModelsTables = Pick<DB, 'model' | 'model_version' | 'viewpoint' | 'viewpoint_comment'>;

/** How long a conversion may be silent before another process takes it over, in seconds. */
const SILENCE_SECONDS = 20;
/** A conversion that waits longer than this is looked for among the jobs. */
const WAITING_SECONDS = 600;
const MAX_ATTEMPTS = 3;
/** So many are looked at with one turn of the timer. */
const AT_ONCE = 200;
/** So many models of one project are known to its list, the newest. */
const LIST_MAX = 5000;
/** How far back an older version is looked for when the geometry of the newer ones is lost. */
const DRAWN_MAX = 10;

/** A model with its newest version. */
const LATEST = [
  'm.id',
  'm.project_id',
  'm.file_id',
  'v.id as version_id',
  'v.version_no',
  'v.status',
  'v.progress',
  'v.step',
  'v.reason',
  'v.detail',
  'v.converter',
  'v.source_bytes',
  'v.created_by',
  'v.created_at',
  'v.updated_at',
] as const;

/** The timers' view over all enterprises: conversions that nobody works on any more. */
export const orphansRepo = (db: Kysely<ModelsTables>) => {
  const parsing = db.selectFrom('model_version').select(['enterprise_id', 'id']).where('status', '=', 'parsing');
  const silent = sql<boolean>`beat_at < now() - make_interval(secs => ${SILENCE_SECONDS})`;
  const waitsLong = sql<boolean>`beat_at is null and updated_at < now() - make_interval(secs => ${WAITING_SECONDS})`;
  return {
    /** Begun, and then no sign of life. */
    silent: () => parsing.where(silent).limit(AT_ONCE).execute(),

    /** Not begun for so long that its job may have been lost; most of them stand in a long queue. */
    waitingLong: () => parsing.where(waitsLong).orderBy('updated_at').limit(AT_ONCE).execute(),

    /** Puts one of either kind back to where it waits for a job; nothing when it goes on or another process was first. */
    take: ({ enterprise_id, id }: Orphan): Promise<{ attempts: number } | undefined> =>
      db
        .updateTable('model_version')
        .set({
          beat_at: null,
          attempts: sql`attempts + 1`,
          progress: 0,
          step: 'waiting',
          updated_at: sql`now()`,
        })
        .where('enterprise_id', '=', enterprise_id)
        .where('id', '=', id)
        .where('status', '=', 'parsing')
        .where((eb) => eb.or([silent, waitsLong]))
        .returning('attempts')
        .executeTakeFirst(),
    isSpent: (attempts: number): boolean => attempts >= MAX_ATTEMPTS,
  };
};
export interface Orphan {
  readonly enterprise_id: number;
  readonly id: number;
}

export const modelsRepo = (db: Kysely<ModelsTables>, enterpriseId: number) => {
  const withLatest = () =>
    db
      .selectFrom('model as m')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('model_version as v')
            .selectAll('v')
            .whereRef('v.enterprise_id', '=', 'm.enterprise_id')
            .whereRef('v.model_id', '=', 'm.id')
            .orderBy('v.version_no', 'desc')
            .limit(1)
            .as('v'),
        (join) => join.onTrue(),
      )
      .where('m.enterprise_id', '=', enterpriseId);

  /** The newest version that has geometry: it is what can be opened, and what the model's picture shows. */
  const newestDrawn = (modelId: RawBuilder<number>) => sql`
    from model_version d
    where d.enterprise_id = ${enterpriseId} and d.model_id = ${modelId} and d.frag_sha256 is not null
    order by d.version_no desc
    limit 1`;

  return {
    /** All models of a project, newest first, without what only a page of them shows. */
    list: (projectId: number) =>
      withLatest()
        .select(LATEST)
        .where('m.project_id', '=', projectId)
        .orderBy('m.id', 'desc')
        .limit(LIST_MAX)
        .execute(),

    byIds: (ids: readonly number[]) =>
      withLatest()
        .select([
          ...LATEST,
          'v.meta',
          sql<
            number | null
          >`(select (extract(epoch from d.thumb_at) * 1000)::bigint ${newestDrawn(sql.ref('m.id'))})`.as('thumb'),
        ])
        .where('m.id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    /** Versions with geometry, newest first; whether the store still has it is not known here. One that is being parsed again keeps it. */
    drawn: (modelId: number) =>
      db
        .selectFrom('model_version')
        .select(['id', 'version_no', 'frag_sha256', 'frag_bytes', 'meta', 'converter'])
        .where('enterprise_id', '=', enterpriseId)
        .where('model_id', '=', modelId)
        .where('frag_sha256', 'is not', null)
        .orderBy('version_no', 'desc')
        .limit(DRAWN_MAX)
        .execute(),

    async thumb(modelId: number): Promise<{ thumb: Buffer; thumb_type: string } | null> {
      const { rows } = await sql<{ thumb: Buffer | null; thumb_type: string | null }>`
        select d.thumb, d.thumb_type ${newestDrawn(sql.val(modelId))}`.execute(db);
      const { thumb = null, thumb_type = null } = rows[0] ?? {};
      return thumb === null || thumb_type === null ? null : { thumb, thumb_type };
    },

    /** False when the version has a picture already, or is not the one that is opened. */
    async addThumb(modelId: number, versionId: number, picture: { bytes: Buffer; type: string }): Promise<boolean> {
      const result = await db
        .updateTable('model_version')
        .set({ thumb: picture.bytes, thumb_type: picture.type, thumb_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', versionId)
        .where('id', '=', sql<number>`(select d.id ${newestDrawn(sql.val(modelId))})`)
        .where('thumb', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    /** What was drawn before a conversion ended is no picture of the model any more. */
    async dropThumbs(modelId: number): Promise<void> {
      await db
        .updateTable('model_version')
        .set({ thumb: null, thumb_type: null, thumb_at: null })
        .where('enterprise_id', '=', enterpriseId)
        .where('model_id', '=', modelId)
        .where('thumb', 'is not', null)
        .execute();
    },

    /** The model of a file, made on its first version. */
    async ensure(projectId: number, fileId: number): Promise<number> {
      const { id } = await db
        .insertInto('model')
        .values({ enterprise_id: enterpriseId, project_id: projectId, file_id: fileId })
        .onConflict((conflict) => conflict.columns(['enterprise_id', 'file_id']).doUpdateSet({ project_id: projectId }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async addVersion(row: {
      model_id: number;
      file_version_id: number;
      version_no: number;
      source_sha256: string;
      source_bytes: number;
      created_by: number | null;
    }): Promise<number> {
      const { id } = await db
        .insertInto('model_version')
        .values({ ...row, enterprise_id: enterpriseId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    version: (versionId: number) =>
      db
        .selectFrom('model_version as v')
        .innerJoin('model as m', (join) =>
          join.onRef('m.enterprise_id', '=', 'v.enterprise_id').onRef('m.id', '=', 'v.model_id'),
        )
        .select([
          'v.id',
          'v.model_id',
          'v.version_no',
          'v.status',
          'v.source_sha256',
          'v.source_bytes',
          'v.attempts',
          'm.project_id',
          'm.file_id',
        ])
        .where('v.enterprise_id', '=', enterpriseId)
        .where('v.id', '=', versionId)
        .executeTakeFirst(),

    /**
     * The beginning of a conversion: false when another has begun it, or it has ended. What another began and left is not taken here but by
     * `orphansRepo`, which counts how often that happens.
     */
    async begin(versionId: number): Promise<boolean> {
      const result = await db
        .updateTable('model_version')
        .set({ beat_at: sql`now()`, progress: 0, step: 'checking', updated_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', versionId)
        .where('status', '=', 'parsing')
        .where('beat_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    /** Says that the conversion lives, with how far it is; false when somebody else has ended it meanwhile. */
    async beat(versionId: number, progress: number, step: string): Promise<boolean> {
      const result = await db
        .updateTable('model_version')
        .set({ beat_at: sql`now()`, progress, step, updated_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', versionId)
        .where('status', '=', 'parsing')
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    /** Ends the parsing, once: false when it has been ended already. */
    async end(
      versionId: number,
      outcome:
        | { status: 'parsed'; frag_sha256: string; frag_bytes: number; meta: object; converter: number }
        | { status: 'failed'; reason: ModelReason; detail: string },
    ): Promise<boolean> {
      const values =
        outcome.status === 'parsed' ? { ...outcome, meta: JSON.stringify(outcome.meta), progress: 100 } : outcome;
      const result = await db
        .updateTable('model_version')
        .set({ ...values, beat_at: null, updated_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', versionId)
        .where('status', '=', 'parsing')
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    /** failed, or parsed with a result that is lost or of an older converter -> parsing again, which leaves that result as it is; false when it is not in that state (any more). */
    async restart(versionId: number, from: 'failed' | 'parsed'): Promise<boolean> {
      const result = await db
        .updateTable('model_version')
        .set({
          status: 'parsing',
          progress: 0,
          step: 'waiting',
          reason: null,
          detail: '',
          attempts: 0,
          beat_at: null,
          updated_at: sql`now()`,
        })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', versionId)
        .where('status', '=', from)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
  };
};
