import { fail } from '../../../platform/errors.ts';
import { modelsRepo } from '../models.repo.ts';
import { endParsed, type QueuedState } from './endings.ts';
import type { ConversionParts } from './jobs.ts';
import { queueRepo, type QueueSize } from './queue.repo.ts';
import { madeOfSameBytes } from './reuse.ts';

export interface Chosen {
  readonly enterpriseId: number;
  readonly version: QueuedState;
}

/**
 * Starts the next conversion; null when no version may start. It takes the user with the fewest conversions that run or began
 * recently, and the oldest version of that user. A version with existing results for its bytes takes them over and does not
 * count.
 */
export const chooseNext = (parts: ConversionParts, size: QueueSize): Promise<Chosen | null> =>
  parts.db.transaction(async (trx) => {
    const tables = parts.tables.within(trx);
    const queue = queueRepo(tables);
    await queue.lockChoice();
    // A conversion writes at most about the size of its source. A version without enough room does not block others.
    const room = await parts.disk.free();
    for (let isAnyEnded = false; ; isAnyEnded = true) {
      const next = (await queue.next(size, room)) ?? (await queue.next(size, Number.MAX_SAFE_INTEGER));
      if (!next) return null;
      const { enterprise_id: enterpriseId, id } = next;
      const repo = modelsRepo(tables, enterpriseId);
      const version = await repo.version(id);
      if (!version) return null;
      const made = await madeOfSameBytes(parts, trx, enterpriseId, version.source_sha256);
      if (made) {
        await endParsed(parts, trx, enterpriseId, version, made);
        continue;
      }
      if (version.source_bytes > room) {
        if (isAnyEnded) return null;
        throw fail.diskFull(); // the job fails before the start and is retried
      }
      return (await repo.begin(id)) ? { enterpriseId, version } : null;
    }
  });
