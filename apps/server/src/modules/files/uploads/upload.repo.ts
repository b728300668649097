import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { anyKey, type FilesTables } from '../folders/folder.repo.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

export interface UploadRow {
  readonly enterprise_id: number;
  readonly id: number;
  readonly key: string;
  readonly user_id: number;
  /** null for an upload to a record that belongs to no project. */
  readonly project_id: number | null;
  /** null for an upload to a record. */
  readonly folder_id: number | null;
  readonly record_kind: string | null;
  readonly record_id: number | null;
  /** Id of the row that a stored upload to a record became. */
  readonly result_id: number | null;
  readonly name: string;
  readonly place: string[];
  /** All bytes; an upper bound while a multipart upload is still received. */
  readonly size: number;
  /** Bytes that may be on the disk now. Less than `size` after the reservation has ended. */
  readonly reserved: number;
  /** A multipart upload that is still received. It cannot be resumed. */
  readonly counting: boolean;
  readonly status: string;
  readonly sha256: string | null;
  readonly file_id: number | null;
  readonly version_id: number | null;
  /** The reason of a refusal, as JSON of a text key and its parameters. */
  readonly refusal: string | null;
}

const UPLOAD = [
  'enterprise_id',
  'id',
  'key',
  'user_id',
  'project_id',
  'folder_id',
  'record_kind',
  'record_id',
  'result_id',
  'name',
  'place',
  'size',
  'reserved',
  'counting',
  'status',
  'sha256',
  'file_id',
  'version_id',
  'refusal',
] as const;

/** An arbitrary lock number. */
const UPLOADS_BEGIN = 4_711_072;

const notHeld = (eb: ExpressionBuilder<FilesTables, 'upload'>) =>
  eb.or([eb('lock_holder', 'is', null), eb('lock_until', '<', sql<Date>`now()`)]);

/**
 * Uploads by their key, before their owner is known: leases, the sweep and the shared disk space. A key is 128 random
 * bits and unique over all enterprises. uploadRepo checks the rights.
 */
export const systemUploadsRepo = (db: Kysely<FilesTables>) => ({
  byKey: (key: string): Promise<UploadRow | undefined> =>
    db.selectFrom('upload').select(UPLOAD).where('key', '=', key).executeTakeFirst(),

  /** Takes one lock for the new uploads of all enterprises, so that each sees the earlier reservations. */
  async lockReservations(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${UPLOADS_BEGIN})`.execute(db);
  },

  /**
   * Bytes that uploads other than `key` have reserved and not received. Received bytes are on the disk and counted
   * there.
   */
  async promised(key: string): Promise<number> {
    const { bytes } = await db
      .selectFrom('upload')
      .select(sql<number>`coalesce(sum(greatest(reserved - received, 0)), 0)::int8`.as('bytes'))
      .where('status', '=', 'receiving')
      .where('key', '<>', key)
      .executeTakeFirstOrThrow();
    return bytes;
  },

  /** Records the number of bytes on the disk. Only a higher number prolongs the reservation. */
  async received(key: string, bytes: number): Promise<void> {
    await db
      .updateTable('upload')
      .set({ received: bytes, byte_at: sql`case when received < ${bytes}::int8 then now() else byte_at end` })
      .where('key', '=', key)
      .execute();
  },

  /** Reserves space again, or more of it. Returns false when the upload has ended meanwhile. */
  async reserve(key: string, room: { size: number; received: number }): Promise<boolean> {
    return swapRow(
      db
        .updateTable('upload')
        .set({ size: room.size, reserved: room.size, received: room.received, byte_at: sql`now()` })
        .where('key', '=', key)
        .where('status', '=', 'receiving'),
    );
  },

  /** Reservations without a byte for this many seconds and without a writer. */
  idleReservations: (seconds: number, limit: number) =>
    db
      .selectFrom('upload')
      .select(['key', sql<string>`byte_at::text`.as('seen')])
      .where('status', '=', 'receiving')
      .where('counting', '=', false)
      .whereRef('reserved', '>', 'received')
      .where('byte_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
      .where((eb) => notHeld(eb))
      .orderBy('byte_at')
      .limit(limit)
      .execute(),

  /** Reduces a reservation to the received bytes. It does nothing when a writer or a byte has come since `seen`. */
  async endReservation(key: string, seen: string, received: number): Promise<void> {
    await db
      .updateTable('upload')
      .set({ reserved: received, received })
      .where('key', '=', key)
      .where('status', '=', 'receiving')
      .where('byte_at', '=', sql<Date>`${seen}::timestamptz`)
      .where((eb) => notHeld(eb))
      .execute();
  },

  /** Uploads without a change for this many seconds. */
  waiting: (seconds: number, limit: number) =>
    db
      .selectFrom('upload')
      .select([...UPLOAD, sql<number>`extract(epoch from now() - touched_at)::float8`.as('idle_seconds')])
      .where('status', '=', 'receiving')
      .where('touched_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
      .orderBy('touched_at')
      .limit(limit)
      .execute(),

  /** Deletes the results of uploads after a week. Until then a late client can still read its result. */
  async forgetOld(): Promise<void> {
    await db
      .deleteFrom('upload')
      .where('status', '<>', 'receiving')
      .where('touched_at', '<', sql<Date>`now() - interval '7 days'`)
      .execute();
  },

  async take(key: string, holder: string, seconds: number): Promise<'taken' | 'held' | 'gone'> {
    const isTaken = await swapRow(
      db
        .updateTable('upload')
        .set({
          lock_holder: holder,
          lock_until: sql`now() + make_interval(secs => ${seconds})`,
          lock_wanted: false,
          touched_at: sql`now()`,
        })
        .where('key', '=', key)
        .where((eb) => notHeld(eb)),
    );
    if (isTaken) return 'taken';
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
      project_id: number | null;
      folder_id: number | null;
      record_kind?: string;
      record_id?: number;
      name: string;
      place: readonly string[];
      size: number;
      counting: boolean;
    }): Promise<void> {
      await db
        .insertInto('upload')
        .values({ ...row, reserved: row.size, place: [...row.place], enterprise_id: enterpriseId })
        .execute();
    },

    /** The user's other unfinished uploads: their number, the bytes they hold or may take, and the received bytes. */
    openOf: (userId: number, except: string) =>
      db
        .selectFrom('upload')
        .select([
          sql<number>`count(*)::int`.as('count'),
          sql<number>`coalesce(sum(greatest(reserved, received)), 0)::int8`.as('bytes'),
          sql<number>`coalesce(sum(received), 0)::int8`.as('received'),
        ])
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .where('status', '=', 'receiving')
        .where('key', '<>', except)
        .executeTakeFirstOrThrow(),

    /** Sets the final size of a multipart upload. Returns false when the upload has ended meanwhile. */
    async counted(key: string, size: number): Promise<boolean> {
      return swapRow(
        db
          .updateTable('upload')
          .set({ size, reserved: size, received: size, counting: false, touched_at: sql`now()`, byte_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('key', '=', key)
          .where('status', '=', 'receiving')
          .where('counting', '=', true),
      );
    },

    own: (key: string, userId: number): Promise<UploadRow | undefined> =>
      one(key).where('user_id', '=', userId).executeTakeFirst(),

    ownAmong: (keys: readonly string[], userId: number): Promise<UploadRow[]> =>
      db
        .selectFrom('upload')
        .select(UPLOAD)
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .where('key', '=', anyKey(keys))
        .execute(),

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

    async storedAt(key: string, resultId: number): Promise<void> {
      await db
        .updateTable('upload')
        .set({ status: 'stored', result_id: resultId, touched_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('key', '=', key)
        .execute();
    },

    async remove(key: string): Promise<void> {
      await db.deleteFrom('upload').where('enterprise_id', '=', enterpriseId).where('key', '=', key).execute();
    },
  };
};
