import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { change, type Caller, type Parts } from './parts.ts';
import { storeUpload, type Stored } from './store-file.ts';
import { fail } from '../../platform/errors.ts';

/** A file out of bytes the program holds itself (samples, tests, papers it has written). As strict as an upload. */
export async function storeBytes(
  parts: Parts,
  caller: Caller,
  given: { folderId: number; projectId: number; name: string; bytes: Buffer },
): Promise<Stored> {
  const key = randomBytes(16).toString('hex');
  await mkdir(parts.uploads.directory, { recursive: true });
  await writeFile(parts.uploads.path(key), given.bytes);
  try {
    const sha256 = await parts.uploads.seal(key);
    return await change(parts, caller, given.projectId, async (tree) => {
      const [folder] = await tree.folders.judged(tree.asker, [given.folderId]);
      if (!folder) throw fail.notFound();
      await tree.clearingDoor.lockBytes(sha256);
      const stored = await storeUpload(tree, folder, { name: given.name, size: given.bytes.length, sha256 });
      if ((await parts.uploads.received(key)) !== null) await parts.storage.adopt(parts.uploads.path(key), sha256);
      return stored;
    });
  } finally {
    await parts.uploads.remove(key);
  }
}
