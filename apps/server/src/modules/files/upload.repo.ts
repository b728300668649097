import { sql, type Kysely } from 'kysely';
import type { FilesTables } from './folder.repo.ts';

export interface UploadRow {
  readonly enterprise_id: number;
  readonly id: number;
  readonly key: string;
  readonly user_id: number;
  readonly project_id: number;
  readonly folder_id: number;
  readonly name: string;
  readonly place: string[];
  readonly size: number;
  readonly status: string;
  readonly sha256: string | null;
  readonly file_id: number | null;
  readonly version_id: number | null;
  /** Why it was refused, as JSON of a translation key and its figures. */
  readonly refusal: string | null;
}

const UPLOAD = [
  'enterprise_id',
  'id',
  'key',
  'user_id',
  'project_id',
  'folder_id',
  'name',
  'place',
  'size',
  'status',
  'sha256',
  'file_id',
  'version_id',
  'refusal',
] as const;

/** The number of a lock, of no meaning. */
const UPLOADS_BEGIN = 4_711_072;

/**
 * Uploads by their key, before it is known whose they are: leases, the sweep, the room on the disk they share. A key is 128
 * random bits and unique over all enterprises; rights are judged by uploadRepo.
 */
export const uploadsDoor = (db: Kysely<FilesTables>) => ({
  byKey: (key: string): Promise<UploadRow | undefined> =>
    db.selectFrom('upload').select(UPLOAD).where('key', '=', key).executeTakeFirst(),

  /** New uploads of all enterprises stand in one line, so that each sees what has been promised to the ones before. */
  async standInLine(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${UPLOADS_BEGIN})`.execute(db);
  },

  /** Bytes promised to uploads under way and not come yet; what has come is on the disk and counted there. */
  async promised(): Promise<number> {
    const { bytes } = await db
      .selectFrom('upload')
      .select(sql<number>`coalesce(sum(greatest(size - received, 0)), 0)::int8`.as('bytes'))
      .where('status', '=', 'receiving')
      .executeTakeFirstOrThrow();
    return bytes;
  },

  async received(key: string, bytes: number): Promise<void> {
    await db.updateTable('upload').set({ received: bytes }).where('key', '=', key).execute();
  },

  /** Uploads nobody has touched for so long. */
  waiting: (seconds: number, limit: number) =>
    db
      .selectFrom('upload')
      .select([...UPLOAD, sql<number>`extract(epoch from now() - touched_at)::float8`.as('idle_seconds')])
      .where('status', '=', 'receiving')
      .where('touched_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
      .orderBy('touched_at')
      .limit(limit)
      .execute(),

  /** What became of an upload is kept for a week, for clients that come back late. */
  async forgetOld(): Promise<void> {
    await db
      .deleteFrom('upload')
      .where('status', '<>', 'receiving')
      .where('touched_at', '<', sql<Date>`now() - interval '7 days'`)
      .execute();
  },

  async take(key: string, holder: string, seconds: number): Promise<'taken' | 'held' | 'gone'> {
    const result = await db
      .updateTable('upload')
      .set({
        lock_holder: holder,
        lock_until: sql`now() + make_interval(secs => ${seconds})`,
        lock_wanted: false,
        touched_at: sql`now()`,
      })
      .where('key', '=', key)
      .where((eb) => eb.or([eb('lock_holder', 'is', null), eb('lock_until', '<', sql<Date>`now()`)]))
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) return 'taken';
    const row = await db.selectFrom('upload').select('id').where('key', '=', key).executeTakeFirst();
    return row === undefined ? 'gone' : 'held';
  },

  async keep(key: string, holder: string, seconds: number): Promise<'kept' | 'wanted' | 'lost'> {
    const row = await db
      .updateTable('upload')
      .set({ lock_until: sql`now() + make_interval(secs => ${seconds})`, touched_at: sql`now()` })
      .where('key', '=', key)
      .where('lock_holder', '=', holder)
      .returning('lock_wanted')
      .executeTakeFirst();
    if (!row) return 'lost';
    return row.lock_wanted ? 'wanted' : 'kept';
  },

  async want(key: string): Promise<void> {
    await db.updateTable('upload').set({ lock_wanted: true }).where('key', '=', key).execute();
  },

  async free(key: string, holder: string): Promise<void> {
    await db
      .updateTable('upload')
      .set({ lock_holder: null, lock_until: null, lock_wanted: false })
      .where('key', '=', key)
      .where('lock_holder', '=', holder)
      .execute();
  },
});

export const uploadRepo = (db: Kysely<FilesTables>, enterpriseId: number) => {
  const one = (key: string) =>
    db.selectFrom('upload').select(UPLOAD).where('enterprise_id', '=', enterpriseId).where('key', '=', key);
  const settle = async (key: string, set: Partial<Record<'status' | 'sha256' | 'refusal', string>>): Promise<void> => {
    await db
      .updateTable('upload')
      .set({ ...set, touched_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('key', '=', key)
      .where('status', '=', 'receiving')
      .execute();
  };
  return {
    async add(row: {
      key: string;
      user_id: number;
      project_id: number;
      folder_id: number;
      name: string;
      place: readonly string[];
      size: number;
      received: number;
    }): Promise<void> {
      await db
        .insertInto('upload')
        .values({ ...row, place: [...row.place], enterprise_id: enterpriseId })
        .execute();
    },

    async openOf(userId: number): Promise<number> {
      const { n } = await db
        .selectFrom('upload')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .where('status', '=', 'receiving')
        .executeTakeFirstOrThrow();
      return n;
    },

    own: (key: string, userId: number): Promise<UploadRow | undefined> =>
      one(key).where('user_id', '=', userId).executeTakeFirst(),

    lock: (key: string): Promise<UploadRow | undefined> => one(key).forUpdate().executeTakeFirst(),

    seal: (key: string, sha256: string) => settle(key, { sha256 }),
    refuse: (key: string, refusal: string) => settle(key, { status: 'refused', refusal }),

    async stored(key: string, fileId: number, versionId: number): Promise<void> {
      await db
        .updateTable('upload')
        .set({ status: 'stored', file_id: fileId, version_id: versionId, touched_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('key', '=', key)
        .execute();
    },

    async remove(key: string): Promise<void> {
      await db.deleteFrom('upload').where('enterprise_id', '=', enterpriseId).where('key', '=', key).execute();
    },
  };
};
