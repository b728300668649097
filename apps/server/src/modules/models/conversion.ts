import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { temporaryName, type BlobStore } from '../../platform/storage.ts';
import { convertIfc } from './convert/index.ts';
import { modelsRepo, type FragmentFile } from './models.repo.ts';
import { drawPicture } from './picture/index.ts';
import { startDrawingMissing } from './picture/missing.ts';
import { chooseNext, type Chosen } from './queue/choose.ts';
import { endWithTwins, notifyModel, type QueuedState } from './queue/endings.ts';
import { ReadArchive, readArchive } from './queue/archives.ts';
import { CONVERSIONS, type ConversionParts } from './queue/jobs.ts';
import { adoptOrphans, refill } from './queue/orphans.ts';
import { QUEUE_SIZES, type QueueSize } from './queue/queue.repo.ts';

const BEAT_MS = 1000;
const ORPHANS_MS = 10_000;

/** Converts the next chosen version of one queue, if a version waits. */
export async function convertNext(parts: ConversionParts, size: QueueSize, signal: AbortSignal): Promise<void> {
  const chosen = await chooseNext(parts, size);
  if (chosen) await convertChosen(parts, chosen, signal);
}

/** Converts one version in a child process, draws its picture in a second one, and ends its parsing. */
async function convertChosen(parts: ConversionParts, chosen: Chosen, signal: AbortSignal): Promise<void> {
  const { enterpriseId, version } = chosen;
  const folder = join(parts.workDir, String(process.pid), temporaryName(`model-${version.id}`));
  await mkdir(folder, { recursive: true });
  const pulse = startPulse(parts, enterpriseId, version);
  try {
    const result = await convertIfc({
      source: parts.storage.localPath(version.source_sha256),
      targetDir: folder,
      limits: parts.limits,
      room: (wanted) => parts.disk.step(wanted),
      onProgress: pulse.progress,
      signal,
    });
    // At shutdown the version stays at parsing. Its heartbeat goes stale, and another process takes it over.
    if (!result.ok && result.reason === 'cancelled') return;
    const outcome = result.ok
      ? {
          meta: result.meta,
          ...(await drawPicture(parts, result.fragPath, folder, signal)),
          ...(await keepFragment(parts.fragments, result.fragPath)),
        }
      : result;
    await pulse.stop();
    await parts.db.transaction((trx) => endWithTwins(parts, trx, enterpriseId, version, outcome));
  } finally {
    await pulse.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the progress at most once a second. Each write is also the heartbeat that stops other processes from taking over. */
function startPulse(parts: ConversionParts, enterpriseId: number, version: QueuedState) {
  let now = { percent: 0, step: 'checking' };
  let shown = '';
  let writing: Promise<void> = Promise.resolve();
  const beat = async (): Promise<void> => {
    await modelsRepo(parts.tables.read, enterpriseId).beat(version.id, now.percent, now.step);
    const state = `${now.percent} ${now.step}`;
    if (state === shown) return;
    shown = state;
    await parts.db.transaction((trx) => notifyModel(parts, trx, enterpriseId, version));
  };
  const timer = setInterval(() => {
    writing = writing
      .then(beat)
      .catch((error: unknown) => parts.log.warn({ err: error }, 'the progress of a conversion was not written'));
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

async function keepFragment(storage: BlobStore, path: string): Promise<FragmentFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const frag_sha256 = hash.digest('hex');
  const { size } = await stat(path);
  await storage.adopt(path, frag_sha256);
  return { frag_sha256, frag_bytes: size };
}

/** Works on both queues. A timer takes over versions of dead processes and draws pictures that older models lack. */
export async function startConverting(parts: ConversionParts): Promise<{ stop(): void }> {
  await removeFoldersOfTheDead(parts.workDir);
  for (const size of QUEUE_SIZES) {
    // Versions that waited under earlier queue names have no job. If the database is down, the timer finds them later.
    await refill(parts, size).catch((error: unknown) => parts.log.warn({ err: error }, 'the jobs were not counted'));
    await parts.jobs.work(CONVERSIONS[size], (_job, signal) => convertNext(parts, size, signal));
  }
  await parts.jobs.work(ReadArchive, (archive) => readArchive(parts, archive));
  const drawing = startDrawingMissing(parts);
  const timer = setInterval(() => {
    adoptOrphans(parts).catch((error: unknown) =>
      parts.log.warn({ err: error }, 'the search for stale conversions failed'),
    );
  }, ORPHANS_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      drawing.stop();
    },
  };
}

/** Each process works in a folder named by its process id. Folders of dead processes are deleted. */
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
