import { randomBytes } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { imageKey, imageUrl } from '@prdm/contract/files/multipart';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import type { Disk } from '../../platform/machine/disk.ts';
import { AvatarChanged, ImageStored } from './identity.events.ts';
import { identityRepo, type IdentityTables } from './identity.repo.ts';
import { imageKind } from './image-kind.ts';
import { systemImagesRepo, imagesRepo, type ImageTables, type StoredImage } from './images.repo.ts';

export interface ImageParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly tables: ModuleDb<IdentityTables>;
  readonly images: ModuleDb<ImageTables>;
  readonly disk: Disk;
}
type UserActor = Actor & { userId: number };

/**
 * Stores a picture for its sender. `replaces` are addresses of the sender's own pictures, which are deleted. When the
 * portrait is one of them, it changes to the new picture. Any other address throws 1005, whether the picture exists
 * or not.
 */
export async function storeImage(
  parts: ImageParts,
  actor: UserActor,
  given: { bytes: Buffer; replaces: readonly string[] },
): Promise<string> {
  const kind = imageKind(given.bytes);
  if (kind === null) throw fail.invalid('file', 'identity.notAnImage');
  if (Math.max(kind.width, kind.height) > LIMITS.imageSide)
    throw fail.invalid('file', 'identity.imageTooLarge', { n: LIMITS.imageSide });
  await parts.disk.assertRoom(given.bytes.length);
  const key = randomBytes(16).toString('hex');
  const url = imageUrl(key);
  return parts.db.transaction(async (trx) => {
    const images = imagesRepo(parts.images.within(trx), actor.enterpriseId);
    const accounts = identityRepo(parts.tables.within(trx), actor.enterpriseId);
    // The lock on the own account serialises the uploads of a user, so the limit holds for parallel uploads too.
    const before = await accounts.lockThumb(actor.userId);
    const replaced = new Set(given.replaces.map((old) => imageKey(old)));
    for (const old of replaced) if (old === null || !(await images.remove(actor.userId, old))) throw fail.denied();
    if ((await images.unusedOf(actor.userId)) >= LIMITS.imagesUnused)
      throw fail.of(CODES.tooManyTries, 'identity.tooManyImages', { params: { n: LIMITS.imagesUnused } });
    const id = await images.add({ key, owner_id: actor.userId, bytes: given.bytes, ...kind });
    await parts.bus.emit(trx, ImageStored, {
      actor,
      target: { kind: 'image', id, name: '' },
      after: { ...kind, size: given.bytes.length },
      data: { imageId: id, userId: actor.userId },
    });
    if (replaced.has(imageKey(before))) {
      await images.use(actor.userId, key);
      await writeThumb(parts, trx, actor, { before, after: url });
    }
    return url;
  });
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
    if (key !== null && !(await images.use(actor.userId, key))) throw fail.denied();
    const old = imageKey(before);
    if (old !== null) await images.remove(actor.userId, old);
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
    if (key === null || !(await images.claim(actor.userId, key))) throw fail.invalid(field, 'identity.notAnImage');
  }
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

/** Deletes the picture that a record of the enterprise showed, whoever uploaded it. The caller may write that record. */
export async function releaseImage(
  parts: Pick<ImageParts, 'images'>,
  trx: Trx,
  enterpriseId: number,
  url: string,
): Promise<void> {
  const key = imageKey(url);
  if (key !== null) await imagesRepo(parts.images.within(trx), enterpriseId).release(key);
}

export const imageByKey = (parts: Pick<ImageParts, 'images'>, key: string): Promise<StoredImage | undefined> =>
  systemImagesRepo(parts.images.read).byKey(key);

export const forgetUnusedImages = (parts: Pick<ImageParts, 'images'>): Promise<void> =>
  systemImagesRepo(parts.images.read).forgetUnused();
