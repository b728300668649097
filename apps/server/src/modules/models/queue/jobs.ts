import type { Bus } from '../../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { defineJob, type JobKind, type Jobs } from '../../../platform/jobs.ts';
import type { Live } from '../../../platform/live.ts';
import type { Log } from '../../../platform/log.ts';
import type { Disk } from '../../../platform/machine/disk.ts';
import type { BlobStore } from '../../../platform/storage.ts';
import type { ModelsTables } from '../models.repo.ts';
import { queueSizeOf, type QueueSize } from './queue.repo.ts';

/**
 * A job means that one more conversion waits; its data is for the log. The worker that receives it chooses the conversion itself,
 * see `choose.ts`. So each waiting version has a job, but not necessarily its own.
 */
export interface ConvertJob {
  readonly enterpriseId: number;
  readonly versionId: number;
}

/** Longer than the longest conversion, which is four times the longest time limit. */
const EXPIRE_SECONDS = 3 * 3600;
const queue = (name: string): JobKind<ConvertJob> =>
  defineJob<ConvertJob>({ name, retries: 3, expireSeconds: EXPIRE_SECONDS, heartbeatSeconds: 30 });

/** Each worker process works on one job of each queue at a time. */
export const CONVERSIONS: Readonly<Record<QueueSize, JobKind<ConvertJob>>> = {
  small: queue('convert-small-model'),
  large: queue('convert-model'),
};

export interface ConversionParts {
  readonly db: Database;
  readonly tables: ModuleDb<ModelsTables>;
  readonly bus: Bus;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly storage: BlobStore;
  readonly fragments: BlobStore;
  readonly disk: Disk;
  readonly log: Log;
  readonly workDir: string;
  readonly limits: { timeoutMs: number; maxBytes: number };
}

/** Sends a job for one waiting version, in the transaction that makes it wait. */
export const announce = (
  parts: Pick<ConversionParts, 'jobs'>,
  trx: Trx,
  version: { enterpriseId: number; id: number; source_bytes: number },
): Promise<void> =>
  parts.jobs.send(trx, CONVERSIONS[queueSizeOf(version.source_bytes)], {
    enterpriseId: version.enterpriseId,
    versionId: version.id,
  });
