import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemActor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database, Lent, Trx } from '../../platform/db.ts';
import { defineJob, type Jobs } from '../../platform/jobs.ts';
import type { Live } from '../../platform/live.ts';
import type { Log } from '../../platform/log.ts';
import { temporaryName, type BlobStore } from '../../platform/storage.ts';
import {
  convertIfc,
  CONVERTER_VERSION,
  timeoutFor,
  type ConvertMeta,
  type ConvertReason,
  type ConvertResult,
} from './convert/index.ts';
import { ModelFailed, ModelParsed } from './models.events.ts';
import { modelsRepo, orphansRepo, type ModelsTables, type Orphan } from './models.repo.ts';

export interface ConvertJob {
  readonly enterpriseId: number;
  readonly versionId: number;
  readonly name: string;
}

/**
 * The queue tries again what never began (the database was away, the process died with the job in hand). What began and was left is found
 * by its silence, and counted: a job that comes back to it finds it begun and does nothing.
 */
export const ConvertModel = defineJob<ConvertJob>({
  name: 'convert-model',
  retries: 3,
  expireSeconds: 3600,
  heartbeatSeconds: 30,
});

const BEAT_MS = 1000;
const ORPHANS_MS = 10_000;

export interface ConversionParts {
  readonly db: Database;
  readonly tables: Lent<ModelsTables>;
  readonly bus: Bus;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly storage: BlobStore;
  readonly fragments: BlobStore;
  readonly log: Log;
  readonly workDir: string;
  readonly limits: { timeoutMs: number; maxBytes: number };
}

type Version = NonNullable<Awaited<ReturnType<ReturnType<typeof modelsRepo>['version']>>>;

/** Converts one version in a child process and ends its parsing; of several runs for one version the first does it. */
export async function convertVersion(parts: ConversionParts, job: ConvertJob, signal: AbortSignal): Promise<void> {
  const repo = modelsRepo(parts.tables.read, job.enterpriseId);
  const version = await repo.version(job.versionId);
  if (!version || version.status !== 'parsing') return;
  if (!(await repo.begin(version.id))) return;
  const folder = join(parts.workDir, String(process.pid), temporaryName(`model-${version.id}`));
  await mkdir(folder, { recursive: true });
  const pulse = startPulse(parts, job.enterpriseId, version);
  try {
    const result = await convertIfc({
      source: parts.storage.localPath(version.source_sha256),
      targetDir: folder,
      limits: {
        timeoutMs: Math.min(timeoutFor(version.source_bytes), parts.limits.timeoutMs),
        maxBytes: parts.limits.maxBytes,
      },
      onProgress: pulse.progress,
      signal,
    });
    await pulse.stop();
    // The program is going down: the silence lets the next one begin anew.
    if (!result.ok && result.reason === 'cancelled') return;
    await finish(parts, job, version, result);
  } finally {
    await pulse.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes progress at most once a second, and proves to the other processes that this one lives. */
function startPulse(parts: ConversionParts, enterpriseId: number, version: Version) {
  let now = { percent: 0, step: 'checking' };
  let shown = '';
  let writing: Promise<void> = Promise.resolve();
  const beat = async (): Promise<void> => {
    await modelsRepo(parts.tables.read, enterpriseId).beat(version.id, now.percent, now.step);
    const state = `${now.percent} ${now.step}`;
    if (state === shown) return;
    shown = state;
    await parts.db.transaction((trx) => tell(parts, trx, enterpriseId, version));
  };
  const timer = setInterval(() => {
    writing = writing
      .then(beat)
      .catch((error: unknown) => parts.log.warn({ err: error }, 'progress of a conversion could not be written'));
  }, BEAT_MS);
  return {
    progress: (progress: { percent: number; step: string }): void => {
      now = progress;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await writing;
    },
  };
}

const tell = (parts: ConversionParts, trx: Trx, enterpriseId: number, version: Version): Promise<void> =>
  parts.live.tell(
    trx,
    enterpriseId,
    { project: version.project_id },
    { type: 'model', id: version.model_id, project_id: version.project_id },
  );

async function finish(parts: ConversionParts, job: ConvertJob, version: Version, result: ConvertResult): Promise<void> {
  const fragment = result.ok ? await keepFragment(parts.fragments, result.fragPath) : null;
  await parts.db.transaction(async (trx) => {
    if (!result.ok) await failWithin(parts, trx, job, version, result);
    else if (fragment) await endWithin(parts, trx, job, version, { ...fragment, meta: result.meta });
  });
}

async function endWithin(
  parts: ConversionParts,
  trx: Trx,
  job: ConvertJob,
  version: Version,
  made: Awaited<ReturnType<typeof keepFragment>> & { meta: ConvertMeta },
): Promise<void> {
  const repo = modelsRepo(parts.tables.within(trx), job.enterpriseId);
  if (!(await repo.end(version.id, { status: 'parsed', ...made, converter: CONVERTER_VERSION }))) return;
  await repo.dropThumbs(version.model_id);
  const { envelope, happening } = endingOf(job, version);
  const data = { ...happening, elementCount: made.meta.elementCount };
  await parts.bus.emit(trx, ModelParsed, { ...envelope, data });
  await tell(parts, trx, job.enterpriseId, version);
}

async function failWithin(
  parts: ConversionParts,
  trx: Trx,
  job: ConvertJob,
  version: Version,
  { reason, detail }: { reason: ConvertReason; detail: string },
): Promise<void> {
  const repo = modelsRepo(parts.tables.within(trx), job.enterpriseId);
  if (!(await repo.end(version.id, { status: 'failed', reason, detail: detail.slice(0, 1000) }))) return;
  const { envelope, happening } = endingOf(job, version);
  await parts.bus.emit(trx, ModelFailed, { ...envelope, data: { ...happening, reason } });
  await tell(parts, trx, job.enterpriseId, version);
}

const endingOf = (job: ConvertJob, version: Version) => ({
  happening: { modelId: version.model_id, fileId: version.file_id, versionNo: version.version_no },
  envelope: {
    actor: systemActor(job.enterpriseId),
    target: { kind: 'model', id: version.model_id, name: job.name },
    projectId: version.project_id,
  },
});

async function keepFragment(storage: BlobStore, path: string): Promise<{ frag_sha256: string; frag_bytes: number }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const frag_sha256 = hash.digest('hex');
  const { size } = await stat(path);
  await storage.adopt(path, frag_sha256);
  return { frag_sha256, frag_bytes: size };
}

/** Work on the queue, and every few seconds take over what a dead process left. */
export async function startConverting(parts: ConversionParts): Promise<{ stop(): void }> {
  await removeFoldersOfTheDead(parts.workDir);
  await parts.jobs.work(ConvertModel, (job, signal) => convertVersion(parts, job, signal));
  const timer = setInterval(() => {
    adoptOrphans(parts).catch((error: unknown) =>
      parts.log.warn({ err: error }, 'silent conversions could not be looked for'),
    );
  }, ORPHANS_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Every process works in a folder of its own number; folders of processes that are gone are rubbish. */
async function removeFoldersOfTheDead(workDir: string): Promise<void> {
  await mkdir(workDir, { recursive: true });
  for (const name of await readdir(workDir)) {
    if (!isAlive(Number(name)) || Number(name) === process.pid)
      await rm(join(workDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Conversions whose process went silent and such whose job was lost begin again; after three times the model fails, for something kills
 * its converter.
 */
export async function adoptOrphans(parts: ConversionParts): Promise<void> {
  const door = orphansRepo(parts.tables.read);
  for (const orphan of [...(await door.silent()), ...(await withoutJob(parts, await door.waitingLong()))]) {
    try {
      await parts.db.transaction((trx) => adopt(parts, trx, orphan));
    } catch (error) {
      parts.log.warn({ err: error, version: orphan.id }, 'a conversion could not be begun again yet');
    }
  }
}

const key = (enterpriseId: number, versionId: number): string => `${enterpriseId} ${versionId}`;

async function withoutJob(parts: ConversionParts, waiting: readonly Orphan[]): Promise<readonly Orphan[]> {
  if (waiting.length === 0) return [];
  const jobs = await parts.jobs.unfinished(ConvertModel);
  const known = new Set(jobs.map((job) => key(job.enterpriseId, job.versionId)));
  return waiting.filter(({ enterprise_id, id }) => !known.has(key(enterprise_id, id)));
}

/** State and job in one transaction: a crash between them would leave a conversion that waits for nothing. */
async function adopt(parts: ConversionParts, trx: Trx, orphan: Orphan): Promise<void> {
  const door = orphansRepo(parts.tables.within(trx));
  const taken = await door.take(orphan);
  const version = await modelsRepo(parts.tables.within(trx), orphan.enterprise_id).version(orphan.id);
  if (!taken || !version) return;
  const job: ConvertJob = { enterpriseId: orphan.enterprise_id, versionId: orphan.id, name: `#${version.file_id}` };
  const why = { reason: 'internal', detail: 'the converting process ended three times' } as const;
  if (door.isSpent(taken.attempts)) await failWithin(parts, trx, job, version, why);
  else await parts.jobs.send(trx, ConvertModel, job);
}
