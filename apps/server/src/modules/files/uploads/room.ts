import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../../../platform/errors.ts';
import { reposOf, type Parts, type Repos } from '../parts.ts';
import { systemUploadsRepo, type UploadRow } from './upload.repo.ts';
import { type TextKey } from '@prdm/locales';

/**
 * A multipart upload without Content-Length reserves this many bytes at a time. A long request records its progress
 * as often.
 */
export const STEP_BYTES = 64 * 1024 * 1024;

/**
 * Maximum number of one user's unfinished uploads. The limit allows a folder that is sent file by file. Unfinished
 * bytes take space from all users.
 */
const OPEN_MAX = 100;
/** Maximum share of the disk for one user's unfinished uploads, of the space that is free without them. */
const OPEN_SHARE = 1 / 4;

/** A reservation ends after this time without a byte. */
const IDLE_RESERVATION_SECONDS = 600;
const AT_ONCE = 500;

type Owner = Pick<UploadRow, 'enterprise_id' | 'user_id' | 'key'>;

/**
 * Writes the row of a new upload with its size, before the first byte. Throws 429 when its owner has too many or too
 * large unfinished uploads. Throws 507 when the disk has no room for it.
 */
export async function admit(
  parts: Parts,
  owner: Omit<Owner, 'key'>,
  row: Omit<Parameters<Repos['uploads']['add']>[0], 'user_id'>,
): Promise<void> {
  await serialised(parts, { ...owner, key: row.key }, { size: row.size, received: 0 }, async ({ uploads }) => {
    await uploads.add({ ...row, user_id: owner.user_id });
  });
}

/**
 * Returns the number of bytes that the upload may have on the disk, at least `wanted`. The writer calls it. A
 * multipart upload of unknown length gets STEP_BYTES more, up to `most`. It renews a reservation that has ended.
 */
export async function allow(
  parts: Parts,
  key: string,
  { received, wanted, most }: { received: number; wanted: number; most: number },
): Promise<number> {
  const systemRepo = systemUploadsRepo(parts.tables.read);
  const row = await systemRepo.byKey(key);
  if (row?.status !== 'receiving') throw fail.notFound();
  const size = wanted > row.size && row.counting ? Math.min(row.size + STEP_BYTES, most) : row.size;
  if (wanted > size) throw new AppError(CODES.uploadLimit, 'codes.1015', {}, { status: 413 });
  if (size > row.reserved)
    await serialised(parts, row, { size, received }, async ({ systemRepo: within }) => {
      if (!(await within.reserve(key, { size, received }))) throw fail.notFound();
    });
  else await systemRepo.received(key, received);
  return Math.min(size, Math.max(wanted, received + STEP_BYTES));
}

/**
 * Serialises reservations over all processes. So each sees the free space and the user's total after the previous
 * ones.
 */
async function serialised(
  parts: Parts,
  { enterprise_id, user_id, key }: Owner,
  room: { size: number; received: number },
  write: (repos: { systemRepo: ReturnType<typeof systemUploadsRepo>; uploads: Repos['uploads'] }) => Promise<void>,
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const systemRepo = systemUploadsRepo(parts.tables.within(trx));
    await systemRepo.lockReservations();
    const { uploads } = reposOf(parts, enterprise_id, trx);
    const others = await uploads.openOf(user_id, key);
    if (others.count >= OPEN_MAX) throw tooMany('files.tooManyUploads', OPEN_MAX);
    const total = others.bytes + room.size;
    if (total > parts.openBytes) throw tooMany('files.tooMuchOpen', Math.floor(parts.openBytes / 2 ** 20));
    const free = await parts.disk.free();
    const share = (free + others.received + room.received) * OPEN_SHARE;
    if (total > share || room.size - room.received > free - (await systemRepo.promised(key))) throw fail.diskFull();
    await write({ systemRepo, uploads });
  });
}

const tooMany = (key: TextKey, n: number): AppError =>
  new AppError(CODES.tooManyTries, key, { params: { n } }, { status: 429 });

/**
 * Ends reservations without a byte for ten minutes. The bytes stay, and the upload can resume while the disk has
 * room.
 */
export async function endIdleReservations(parts: Parts): Promise<void> {
  const systemRepo = systemUploadsRepo(parts.tables.read);
  for (const { key, seen } of await systemRepo.idleReservations(IDLE_RESERVATION_SECONDS, AT_ONCE))
    await systemRepo.endReservation(key, seen, (await parts.uploads.received(key)) ?? 0);
}
