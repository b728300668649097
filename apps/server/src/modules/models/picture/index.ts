import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../platform/log.ts';
import { compileCacheFolder } from '../convert/process/compile-cache.ts';
import { runWatched } from '../../../platform/processes/watchdog.ts';
import type { DrawnPicture } from '../models.repo.ts';
import { pictureIn } from '../thumbs.ts';

export interface DrawJob {
  readonly fragPath: string;
  readonly target: string;
  readonly budgetMs: number;
  readonly parentPid: number;
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const MB = 1024 * 1024;
/** Drawing stops by itself after BUDGET_MS. The limit also covers reading the file and writing the picture. */
const BUDGET_MS = 4000;
const LIMIT_MS = 20_000;
/** The library alone takes 150 MB, and a file unpacks to a multiple of its size. */
const rssLimit = (fragBytes: number): number => Math.min(2048, 512 + 12 * (fragBytes / MB));

/**
 * Draws the picture of a .frag file in a separate process with limits of time and memory. Never rejects, because a model works
 * without a picture: the first user's page sends one. `drawn_at` null: drawing was interrupted and is retried later.
 */
export async function drawPicture(
  parts: { readonly log: Log },
  fragPath: string,
  folder: string,
  signal?: AbortSignal,
): Promise<DrawnPicture> {
  const nothing = { thumb: null, thumb_type: null };
  const target = path.join(folder, 'picture.png');
  try {
    const { size } = await stat(fragPath);
    const job: DrawJob = { fragPath, target, budgetMs: BUDGET_MS, parentPid: process.pid };
    const end = await runWatched({
      script: CHILD,
      args: [JSON.stringify(job)],
      env: { NODE_COMPILE_CACHE: compileCacheFolder() },
      timeoutMs: LIMIT_MS,
      rssMb: rssLimit(size),
      signal,
    });
    if (end.killed === 'cancelled') return { ...nothing, drawn_at: null };
    if (end.code !== 0) {
      parts.log.warn({ end }, 'the picture of a model could not be drawn');
      return { ...nothing, drawn_at: new Date() };
    }
    const bytes = await readFile(target).catch(ifMissing);
    const isWhole = bytes !== null && pictureIn(bytes) !== null;
    return isWhole
      ? { thumb: bytes, thumb_type: 'image/png', drawn_at: new Date() }
      : { ...nothing, drawn_at: new Date() };
  } catch (error) {
    parts.log.warn({ err: error }, 'the picture of a model could not be drawn');
    return { ...nothing, drawn_at: new Date() };
  } finally {
    await rm(target, { force: true });
  }
}

function ifMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
