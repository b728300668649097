import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { change, type Caller, type Parts } from '../parts.ts';
import { storeUpload, type Stored } from './store-file.ts';
import { fail } from '../../../platform/errors.ts';

/** Stores a file from bytes in memory (samples, tests, generated documents). The checks are those of an upload. */
export async function storeBytes(
  parts: Parts,
  caller: Caller,
  given: { folderId: number; projectId: number; name: string; bytes: Buffer },
): Promise<Stored> {
  const key = randomBytes(16).toString('hex');
  await parts.disk.assertRoom(given.bytes.length);
  await mkdir(parts.uploads.nameCache, { recursive: true });
  await writeFile(parts.uploads.path(key), given.bytes);
  try {
    const sha256 = await parts.uploads.seal(key);
    return await change(parts, caller, given.projectId, async (tree) => {
      const [folder] = await tree.folders.judged(tree.asker, [given.folderId]);
      if (!folder) throw fail.notFound();
      await tree.systemClearingRepo.lockBytes(sha256);
      const stored = await storeUpload(tree, folder, { name: given.name, size: given.bytes.length, sha256 });
      if ((await parts.uploads.received(key)) !== null) await parts.storage.adopt(parts.uploads.path(key), sha256);
      return stored;
    });
  } finally {
    await parts.uploads.remove(key);
  }
}
