import type { Trx } from '../../../platform/db.ts';
import { modelsRepo } from '../models.repo.ts';
import { endFailed } from './endings.ts';
import { announce, CONVERSIONS, type ConversionParts } from './jobs.ts';
import { QUEUE_SIZES, queueRepo, type QueuedVersion, type QueueSize } from './queue.repo.ts';

/**
 * Restarts conversions without a heartbeat. After three attempts the model fails, because its file probably kills the converter.
 * Waiting versions with lost jobs get new ones.
 */
export async function adoptOrphans(parts: ConversionParts): Promise<void> {
  const queue = queueRepo(parts.tables.read);
  for (const orphan of await queue.silent()) {
    try {
      await parts.db.transaction((trx) => adopt(parts, trx, orphan));
    } catch (error) {
      parts.log.warn({ err: error, version: orphan.id }, 'a stale conversion was not restarted');
    }
  }
  for (const size of QUEUE_SIZES) if (await queue.waitsLong(size)) await refill(parts, size);
}

/** Sends as many jobs as versions wait. An extra job is harmless, because its worker finds nothing to do. */
export async function refill(parts: ConversionParts, size: QueueSize): Promise<void> {
  // Jobs are counted first. A version stored between both reads counts as one without a job, never the other way round.
  const jobs = await parts.jobs.unfinished(CONVERSIONS[size]);
  const waiting = await queueRepo(parts.tables.read).waiting(size);
  const lost = waiting.slice(0, Math.max(0, waiting.length - jobs.length));
  if (lost.length === 0) return;
  await parts.db.transaction(async (trx) => {
    for (const { enterprise_id: enterpriseId, id: versionId } of lost)
      await parts.jobs.send(trx, CONVERSIONS[size], { enterpriseId, versionId });
  });
}

/** State and job change in one transaction. A crash between them would leave a conversion without a job. */
async function adopt(parts: ConversionParts, trx: Trx, orphan: QueuedVersion): Promise<void> {
  const queue = queueRepo(parts.tables.within(trx));
  const taken = await queue.takeBack(orphan);
  const { enterprise_id: enterpriseId } = orphan;
  const version = await modelsRepo(parts.tables.within(trx), enterpriseId).version(orphan.id);
  if (!taken || !version) return;
  const why = { reason: 'internal', detail: 'the converting process ended three times' } as const;
  if (queue.isSpent(taken.attempts)) await endFailed(parts, trx, enterpriseId, version, why);
  // Versions with the same bytes that waited for this one may have no job left. One of all these versions starts, and ends the
  // others.
  await announce(parts, trx, { enterpriseId, ...version });
}
