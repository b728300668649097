import { randomBytes } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { imageKey, imageUrl } from '@prdm/contract/files/multipart';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { fail, type AppError } from '../../../platform/errors.ts';
import type { Disk } from '../../../platform/machine/disk.ts';
import type { PictureProblem } from '../../../platform/pictures/limits.ts';
import { readPicture } from '../../../platform/pictures/read-picture.ts';
import { AvatarChanged, ImageStored } from '../identity.events.ts';
import { identityRepo, type IdentityTables } from '../identity.repo.ts';
import { systemImagesRepo, imagesRepo, type ImageTables, type StoredImage } from './images.repo.ts';

export interface ImageParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly tables: ModuleDb<IdentityTables>;
  readonly images: ModuleDb<ImageTables>;
  readonly disk: Disk;
}
type UserActor = Actor & { userId: number };

/** Both addresses of a stored picture: the picture and its thumbnail. */
export interface ImageAddresses {
  readonly url: string;
  readonly turl: string;
}

const newKey = (): string => randomBytes(16).toString('hex');

function refusalOf(problem: PictureProblem): AppError {
  const params = problem === 'too_many_pixels' ? { n: LIMITS.imagePixels / 1_000_000 } : undefined;
  return fail.invalid('file', `images.problems.${problem}`, params);
}

/**
 * Stores a picture for its sender, with its thumbnail. `replaces` are addresses of the sender's own pictures that no
 * record shows; they are deleted. When the own portrait is one of them, it changes to the new picture. Any other address
 * throws 1005, whether the picture exists or not.
 */
export async function storeImage(
  parts: ImageParts,
  actor: UserActor,
  given: { bytes: Buffer; replaces: readonly string[] },
): Promise<ImageAddresses> {
  await parts.disk.assertRoom(given.bytes.length);
  // A user over the limit starts no process. The count behind the lock below decides.
  if (given.replaces.length === 0) await refuseTooMany(imagesRepo(parts.images.read, actor.enterpriseId), actor);
  const picture = await readPicture(given.bytes);
  if (!picture.ok) throw refusalOf(picture.problem);
  const { kind, thumb } = picture;
  const [key, thumbKey] = [newKey(), newKey()];
  const stored = { url: imageUrl(key), turl: imageUrl(thumbKey) };
  return parts.db.transaction(async (trx) => {
    const images = imagesRepo(parts.images.within(trx), actor.enterpriseId);
    const accounts = identityRepo(parts.tables.within(trx), actor.enterpriseId);
    // The lock on the own account serialises the uploads of a user, so the limit holds for parallel uploads too.
    const before = await accounts.lockThumb(actor.userId);
    const portrait = await ownedAt(images, actor.userId, before);
    // Both addresses may name one picture, so all are found before one is removed.
    const replaced = new Set<number>();
    for (const old of given.replaces) {
      const found = await ownedAt(images, actor.userId, old);
      if (!found || (found.used && found.id !== portrait?.id)) throw fail.denied();
      replaced.add(found.id);
    }
    for (const id of replaced) await images.removeById(id);
    await refuseTooMany(images, actor);
    const row = { key, thumb_key: thumbKey, owner_id: actor.userId, bytes: given.bytes, thumb, ...kind };
    const id = await images.add(row);
    await parts.bus.emit(trx, ImageStored, {
      actor,
      target: { kind: 'image', id, name: '' },
      after: { ...kind, size: given.bytes.length },
      data: { imageId: id, userId: actor.userId },
    });
    if (portrait && replaced.has(portrait.id)) {
      await images.use(actor.userId, key);
      await writeThumb(parts, trx, actor, { before, after: stored.turl });
    }
    return stored;
  });
}

async function refuseTooMany(images: ReturnType<typeof imagesRepo>, { userId }: UserActor): Promise<void> {
  if ((await images.unusedOf(userId)) >= LIMITS.imagesUnused)
    throw fail.of(CODES.tooManyTries, 'images.tooMany', { params: { n: LIMITS.imagesUnused } });
}

async function ownedAt(images: ReturnType<typeof imagesRepo>, ownerId: number, url: string) {
  const key = imageKey(url);
  return key === null ? undefined : images.owned(ownerId, key);
}

/**
 * Makes one of the user's own pictures the portrait, or removes it (''). The previous picture is deleted. Any other
 * address throws 1005.
 */
export async function setAvatar(parts: ImageParts, actor: UserActor, url: string): Promise<void> {
  const key = url === '' ? null : imageKey(url);
  if (url !== '' && key === null) throw fail.denied();
  await parts.db.transaction(async (trx) => {
    const images = imagesRepo(parts.images.within(trx), actor.enterpriseId);
    const before = await identityRepo(parts.tables.within(trx), actor.enterpriseId).lockThumb(actor.userId);
    if (before === url) return;
    const old = await ownedAt(images, actor.userId, before);
    const next = await ownedAt(images, actor.userId, url);
    // The other address of the same picture keeps it. A picture that a record shows is no portrait.
    const isSame = next !== undefined && next.id === old?.id;
    if (key !== null && !isSame && !(await images.claim(actor.userId, key))) throw fail.denied();
    if (old && old.id !== next?.id) await images.removeById(old.id);
    await writeThumb(parts, trx, actor, { before, after: url });
  });
}

async function writeThumb(
  parts: ImageParts,
  trx: Trx,
  actor: UserActor,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await identityRepo(parts.tables.within(trx), actor.enterpriseId).setThumb(actor.userId, after);
  await parts.bus.emit(trx, AvatarChanged, {
    actor,
    target: { kind: 'user', id: actor.userId, name: actor.name },
    before: { has: before !== '' },
    after: { has: after !== '' },
    data: { userId: actor.userId },
  });
}

/**
 * Marks pictures as used by a record. Only unused pictures of the user qualify: a picture belongs to one record, so
 * that the record may delete it. Throws 1001 on `field` for any other address.
 */
export async function claimImages(
  parts: Pick<ImageParts, 'images'>,
  trx: Trx,
  actor: UserActor,
  { urls, field }: { urls: readonly string[]; field: string },
): Promise<void> {
  const images = imagesRepo(parts.images.within(trx), actor.enterpriseId);
  for (const url of urls) {
    const key = imageKey(url);
    if (key === null || !(await images.claim(actor.userId, key))) throw fail.invalid(field, 'images.foreign');
  }
}

/**
 * Exchanges the picture of a record inside its transaction. The new one must be an unused picture of the user; any
 * other address throws 1001 on `field`. The old one is deleted, whoever sent it. '' means no picture.
 */
export async function swapImage(
  parts: Pick<ImageParts, 'images'>,
  trx: Trx,
  actor: UserActor,
  { before, after, field }: { before: string; after: string; field: string },
): Promise<void> {
  if (before === after) return;
  if (after !== '') await claimImages(parts, trx, actor, { urls: [after], field });
  const old = imageKey(before);
  if (old !== null) await imagesRepo(parts.images.within(trx), actor.enterpriseId).removeUsed(old);
}

export async function dropImages(
  parts: Pick<ImageParts, 'images'>,
  trx: Trx,
  actor: UserActor,
  urls: readonly string[],
): Promise<void> {
  const images = imagesRepo(parts.images.within(trx), actor.enterpriseId);
  for (const url of urls) {
    const key = imageKey(url);
    if (key !== null) await images.remove(actor.userId, key);
  }
}

export const imageByKey = (parts: Pick<ImageParts, 'images'>, key: string): Promise<StoredImage | undefined> =>
  systemImagesRepo(parts.images.read).byKey(key);

export const forgetUnusedImages = (parts: Pick<ImageParts, 'images'>): Promise<void> =>
  systemImagesRepo(parts.images.read).forgetUnused();
