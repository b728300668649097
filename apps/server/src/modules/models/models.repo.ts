import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ModelReason } from '@prdm/contract/models';
import type { DB } from '../../platform/db-types.ts';
import { swapRow } from '../../platform/statements/swap.ts';

export type ModelsTables = Pick<DB, 'model' | 'model_version' | 'viewpoint' | 'viewpoint_comment'>;

/** Limit of models in the list of one project. The newest are kept. */
const LIST_MAX = 5000;
/** Limit of older versions to search when the store has lost the geometry of the newer ones. */
const DRAWN_MAX = 10;

/** Columns of a model with one of its versions, by default the newest. */
const WITH_VERSION = [
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

export interface FragmentFile {
  readonly frag_sha256: string;
  readonly frag_bytes: number;
}

/** The picture of a version. `thumb` null: the server could not draw one. `drawn_at` null: the server has not tried. */
export interface DrawnPicture {
  readonly thumb: Buffer | null;
  readonly thumb_type: string | null;
  readonly drawn_at: Date | null;
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. Both become the replacement character. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

const storableJson = (value: object): string =>
  JSON.stringify(value, (_name, held: unknown) => (typeof held === 'string' ? storable(held) : held));

export const modelsRepo = (db: Kysely<ModelsTables>, enterpriseId: number) => {
  /** Each model with its newest version, or with version `versionId`. */
  const withVersion = (versionId?: number) =>
    db
      .selectFrom('model as m')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('model_version as v')
            .selectAll('v')
            .whereRef('v.enterprise_id', '=', 'm.enterprise_id')
            .whereRef('v.model_id', '=', 'm.id')
            .$if(versionId !== undefined, (query) => query.where('v.id', '=', versionId ?? 0))
            .orderBy('v.version_no', 'desc')
            .limit(1)
            .as('v'),
        (join) => join.onTrue(),
      )
      .where('m.enterprise_id', '=', enterpriseId);

  /** The newest version with geometry. Users open this version, and the model's picture shows it. */
  const newestDrawn = (modelId: RawBuilder<number>) => sql`
    from model_version d
    where d.enterprise_id = ${enterpriseId} and d.model_id = ${modelId} and d.frag_sha256 is not null
    order by d.version_no desc
    limit 1`;

  return {
    /** All models of a project, newest first, without the details of a card. */
    list: (projectId: number) =>
      withVersion()
        .select(WITH_VERSION)
        .where('m.project_id', '=', projectId)
        .orderBy('m.id', 'desc')
        .limit(LIST_MAX)
        .execute(),

    /** `versionId` replaces the newest version. A model without that version is left out. */
    byIds: (ids: readonly number[], versionId?: number) =>
      withVersion(versionId)
        .select([
          ...WITH_VERSION,
          'v.meta',
          sql<number | null>`(extract(epoch from coalesce(m.picture_at,
            (select d.thumb_at ${newestDrawn(sql.ref('m.id'))}))) * 1000)::bigint`.as('thumb'),
          sql<boolean>`m.picture_at is not null`.as('picture_set'),
        ])
        .where('m.id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    /** Versions with geometry, newest first. A version that is parsed again keeps its geometry. The store may have lost it. */
    drawn: (modelId: number, versionId?: number) =>
      db
        .selectFrom('model_version')
        .select(['id', 'version_no', 'frag_sha256', 'frag_bytes', 'meta', 'converter'])
        .where('enterprise_id', '=', enterpriseId)
        .where('model_id', '=', modelId)
        .where('frag_sha256', 'is not', null)
        .$if(versionId !== undefined, (query) => query.where('id', '=', versionId ?? 0))
        .orderBy('version_no', 'desc')
        .limit(DRAWN_MAX)
        .execute(),

    /** The picture that a user chose, else the picture of the newest version with geometry. */
    async thumb(modelId: number): Promise<{ thumb: Buffer; thumb_type: string } | null> {
      const { rows } = await sql<{ thumb: Buffer | null; thumb_type: string | null }>`
        select coalesce(m.picture, v.thumb) as thumb, case when m.picture is null then v.thumb_type else m.picture_type end as thumb_type
        from model m
        left join lateral (select d.thumb, d.thumb_type ${newestDrawn(sql.ref('m.id'))}) v on true
        where m.enterprise_id = ${enterpriseId} and m.id = ${modelId}`.execute(db);
      const { thumb = null, thumb_type = null } = rows[0] ?? {};
      return thumb === null || thumb_type === null ? null : { thumb, thumb_type };
    },

    /** Sets the picture that a user chose; null removes it. False when there was none to remove. */
    async setPicture(modelId: number, picture: { bytes: Buffer; type: string } | null): Promise<boolean> {
      return swapRow(
        db
          .updateTable('model')
          .set({
            picture: picture?.bytes ?? null,
            picture_type: picture?.type ?? null,
            picture_at: picture === null ? null : sql`now()`,
          })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', modelId)
          .$if(picture === null, (query) => query.where('picture', 'is not', null)),
      );
    },

    /** False when the version already has a picture, or is not the version that is opened. */
    async addThumb(modelId: number, versionId: number, picture: { bytes: Buffer; type: string }): Promise<boolean> {
      return swapRow(
        db
          .updateTable('model_version')
          .set({ thumb: picture.bytes, thumb_type: picture.type, thumb_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', versionId)
          .where('id', '=', sql<number>`(select d.id ${newestDrawn(sql.val(modelId))})`)
          .where('thumb', 'is', null),
      );
    },

    /** The model of a file. The first version creates it. */
    async ensure(projectId: number, fileId: number): Promise<number> {
      const { id } = await db
        .insertInto('model')
        .values({ enterprise_id: enterpriseId, project_id: projectId, file_id: fileId })
        .onConflict((conflict) => conflict.columns(['enterprise_id', 'file_id']).doUpdateSet({ project_id: projectId }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async addVersion(
      row: {
        model_id: number;
        file_version_id: number;
        version_no: number;
        file_name: string;
        source_sha256: string;
        source_bytes: number;
        created_by: number | null;
      },
      refused?: { reason: ModelReason; detail: string },
    ): Promise<number> {
      const { id } = await db
        .insertInto('model_version')
        .values({
          ...row,
          enterprise_id: enterpriseId,
          asked_by: row.created_by,
          ...(refused ? { ...refused, status: 'failed' } : {}),
        })
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
          'v.file_name',
          'v.attempts',
          'm.project_id',
          'm.file_id',
        ])
        .where('v.enterprise_id', '=', enterpriseId)
        .where('v.id', '=', versionId)
        .executeTakeFirst(),

    /**
     * Starts a conversion. False when another process has started it, or it has ended. A stale conversion of another process is
     * taken over by `queueRepo.takeBack` alone, which counts the attempts.
     */
    async begin(versionId: number): Promise<boolean> {
      return swapRow(
        db
          .updateTable('model_version')
          .set({ beat_at: sql`now()`, begun_at: sql`now()`, progress: 0, step: 'checking', updated_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', versionId)
          .where('status', '=', 'parsing')
          .where('beat_at', 'is', null),
      );
    },

    /** Writes heartbeat and progress. False when another process has ended the conversion. */
    async beat(versionId: number, progress: number, step: string): Promise<boolean> {
      return swapRow(
        db
          .updateTable('model_version')
          .set({ beat_at: sql`now()`, progress, step, updated_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', versionId)
          .where('status', '=', 'parsing'),
      );
    },

    /** Ends the parsing once. False when it has ended already. */
    async end(
      versionId: number,
      outcome:
        | ({ status: 'parsed'; meta: object; converter: number } & FragmentFile & DrawnPicture)
        | { status: 'failed'; reason: ModelReason; detail: string },
    ): Promise<boolean> {
      const values =
        outcome.status === 'parsed'
          ? {
              ...outcome,
              meta: storableJson(outcome.meta),
              progress: 100,
              thumb_at: outcome.thumb === null ? null : sql<Date>`now()`,
            }
          : { ...outcome, detail: storable(outcome.detail) };
      return swapRow(
        db
          .updateTable('model_version')
          .set({ ...values, beat_at: null, updated_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', versionId)
          .where('status', '=', 'parsing'),
      );
    },

    /**
     * Sets a version back to parsing and keeps its earlier result. It must be failed, or parsed with a lost or outdated result.
     * False for any other state.
     */
    async restart(
      versionId: number,
      from: 'failed' | 'parsed',
      request: { by: number | null; name: string },
    ): Promise<boolean> {
      return swapRow(
        db
          .updateTable('model_version')
          .set({
            status: 'parsing',
            progress: 0,
            step: 'waiting',
            reason: null,
            detail: '',
            attempts: 0,
            beat_at: null,
            asked_by: request.by,
            file_name: request.name,
            queued_at: sql`now()`,
            updated_at: sql`now()`,
          })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', versionId)
          .where('status', '=', from),
      );
    },
  };
};
