import { setTimeout } from 'node:timers/promises';
import type { Actor } from '../../../platform/actor.ts';
import { defineJob } from '../../../platform/jobs.ts';
import type { BlobStore } from '../../../platform/storage.ts';
import { holdsModel } from '../convert/index.ts';
import { modelOfFile, type StoredIfc } from '../models.service.ts';
import { versionsRepo } from '../versions/versions.repo.ts';
import type { ConversionParts } from './jobs.ts';

/** A stored zip whose listing decides whether it is a model. */
export interface StoredArchive {
  readonly actor: Actor;
  readonly file: StoredIfc;
}

/**
 * The bytes of a zip reach the store only after the transaction that stored its file, so a job reads the listing. An event
 * listener after the commit would cost a row for every stored file, and few files are zips.
 */
export const ReadArchive = defineJob<StoredArchive>({ name: 'read-model-archive', retries: 5 });

/** Creates the model of a zip with one .ifc. Any other zip stays an ordinary file. */
export async function readArchive(parts: ConversionParts, { actor, file }: StoredArchive): Promise<void> {
  await arrived(parts.storage, file.sha256);
  if (!(await holdsModel(parts.storage.localPath(file.sha256)))) return;
  await parts.db.transaction(async (trx) => {
    // This job may be a retry after its transaction was committed.
    if (await versionsRepo(parts.tables.within(trx), actor.enterpriseId).holds(file)) return;
    await modelOfFile(parts, trx, actor, file);
  });
}

/** Waits a moment for bytes that have not reached the store yet. If they arrive later, the job is retried. */
async function arrived(storage: BlobStore, sha256: string): Promise<void> {
  for (let tries = 0; tries < 20 && (await storage.size(sha256)) === null; tries += 1) await setTimeout(100);
}
