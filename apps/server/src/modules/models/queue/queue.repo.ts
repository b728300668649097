import { sql, type Kysely } from 'kysely';
import type { ModelsTables } from '../models.repo.ts';

/** Conversions of smaller files have their own slot, so that they never wait for a large one. */
export const SMALL_BYTES = 20 * 1024 * 1024;

export const QUEUE_SIZES = ['small', 'large'] as const;
export type QueueSize = (typeof QUEUE_SIZES)[number];
export const queueSizeOf = (bytes: number): QueueSize => (bytes < SMALL_BYTES ? 'small' : 'large');

/** Seconds without a heartbeat after which another process takes a conversion over. */
const SILENCE_SECONDS = 20;
/** When a conversion waits longer, the queue compares waiting versions with jobs. */
const WAITING_SECONDS = 600;
const MAX_ATTEMPTS = 3;
/** Maximum of rows for one run of the timer. */
const AT_ONCE = 200;
/** Conversions that began within this time count against their user. */
const RECENT_SECONDS = 600;
/** Id of the advisory lock for choosing. One worker chooses at a time. */
const CHOOSING = 7_020_001;
const COUNTING = 72;

export interface QueuedVersion {
  readonly enterprise_id: number;
  readonly id: number;
}

/** The queue of conversions, shared by all enterprises. */
export const queueRepo = (db: Kysely<ModelsTables>) => {
  const parsing = db.selectFrom('model_version').select(['enterprise_id', 'id']).where('status', '=', 'parsing');
  const silent = sql<boolean>`beat_at < now() - make_interval(secs => ${SILENCE_SECONDS})`;
  const ofSize = (size: QueueSize) =>
    size === 'small' ? sql<boolean>`source_bytes < ${SMALL_BYTES}` : sql<boolean>`source_bytes >= ${SMALL_BYTES}`;
  return {
    /** No other worker chooses until the transaction ends. Two would see the same load, or start the same bytes twice. */
    async lockChoice(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${CHOOSING})`.execute(db);
    },

    /**
     * The oldest waiting version of the user with the fewest conversions that run or began within the last ten minutes. A version
     * waits while another one of the enterprise with the same bytes is converted. A version larger than `room` waits for more
     * room.
     */
    async next(size: QueueSize, room: number): Promise<QueuedVersion | undefined> {
      const { rows } = await sql<QueuedVersion>`
        select v.enterprise_id, v.id
        from model_version v
        left join (
          select r.enterprise_id, r.asked_by, count(*) as n
          from model_version r
          where (r.status = 'parsing' and r.beat_at is not null)
            or r.begun_at > now() - make_interval(secs => ${RECENT_SECONDS})
          group by r.enterprise_id, r.asked_by
        ) busy on busy.enterprise_id = v.enterprise_id and busy.asked_by is not distinct from v.asked_by
        where v.status = 'parsing' and v.beat_at is null and ${ofSize(size)} and v.source_bytes <= ${Math.max(0, Math.floor(room))}
          and not exists (
            select from model_version t
            where t.enterprise_id = v.enterprise_id and t.source_sha256 = v.source_sha256
              and t.status = 'parsing' and t.beat_at is not null)
        order by coalesce(busy.n, 0), v.queued_at, v.id
        limit 1
        for update of v skip locked`.execute(db);
      return rows[0];
    },

    /** All waiting versions of one queue, in their order. */
    waiting: (size: QueueSize): Promise<QueuedVersion[]> =>
      parsing.where('beat_at', 'is', null).where(ofSize(size)).orderBy('queued_at').orderBy('id').execute(),

    async waitsLong(size: QueueSize): Promise<boolean> {
      const row = await parsing
        .where('beat_at', 'is', null)
        .where(ofSize(size))
        .where(sql<boolean>`updated_at < now() - make_interval(secs => ${WAITING_SECONDS})`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Started versions without a recent heartbeat. */
    silent: () => parsing.where(silent).limit(AT_ONCE).execute(),

    /** Sets a silent version back to waiting. Undefined when it continues or another process was faster. */
    takeBack: ({ enterprise_id, id }: QueuedVersion): Promise<{ attempts: number } | undefined> =>
      db
        .updateTable('model_version')
        .set({ beat_at: null, attempts: sql`attempts + 1`, progress: 0, step: 'waiting', updated_at: sql`now()` })
        .where('enterprise_id', '=', enterprise_id)
        .where('id', '=', id)
        .where('status', '=', 'parsing')
        .where(silent)
        .returning('attempts')
        .executeTakeFirst(),
    isSpent: (attempts: number): boolean => attempts >= MAX_ATTEMPTS,
  };
};

/** The queued versions of one enterprise. */
export const queuedRepo = (db: Kysely<ModelsTables>, enterpriseId: number) => ({
  /** The number of a user's waiting conversions. A lock until the end of the transaction stops parallel counts for that user. */
  async countWaiting(userId: number): Promise<number> {
    const person = `${enterpriseId} ${userId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${person}, ${COUNTING}))`.execute(db);
    const { n } = await db
      .selectFrom('model_version')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('enterprise_id', '=', enterpriseId)
      .where('asked_by', '=', userId)
      .where('status', '=', 'parsing')
      .where('beat_at', 'is', null)
      .executeTakeFirstOrThrow();
    return n;
  },

  /** Versions with the same bytes that wait for a conversion, locked. */
  waitingTwins: (versionId: number, sha256: string) =>
    db
      .selectFrom('model_version')
      .select(['id', 'source_bytes'])
      .where('enterprise_id', '=', enterpriseId)
      .where('source_sha256', '=', sha256)
      .where('id', '<>', versionId)
      .where('status', '=', 'parsing')
      .where('beat_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute(),

  /** Results of this converter version from the same bytes, newest first. The store may have lost them. */
  results: (sha256: string, converter: number) =>
    db
      .selectFrom('model_version')
      .select(['id', 'frag_sha256', 'frag_bytes', 'meta', 'converter', 'thumb', 'thumb_type', 'drawn_at'])
      .where('enterprise_id', '=', enterpriseId)
      .where('source_sha256', '=', sha256)
      .where('converter', '=', converter)
      .where('status', '=', 'parsed')
      .where('frag_sha256', 'is not', null)
      .orderBy('id', 'desc')
      .limit(5)
      .execute(),
});
