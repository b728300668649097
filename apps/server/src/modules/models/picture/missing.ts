import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryName } from '../../../platform/storage.ts';
import { notifyModel } from '../queue/endings.ts';
import type { ConversionParts } from '../queue/jobs.ts';
import { drawPicture } from './index.ts';
import { picturesRepo } from './pictures.repo.ts';

const EVERY_MS = 5000;

/** Draws pictures of models that were converted before the server drew any. One at a time, newest first. */
export function startDrawingMissing(parts: ConversionParts): { stop(): void } {
  const stop = new AbortController();
  let isDrawing = false;
  const timer = setInterval(() => {
    if (isDrawing) return;
    isDrawing = true;
    drawOneMissing(parts, stop.signal)
      .catch((error: unknown) => parts.log.warn({ err: error }, 'the search for missing pictures failed'))
      .finally(() => {
        isDrawing = false;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      stop.abort();
    },
  };
}

/** False when every model has a picture or an attempt by the server. */
export async function drawOneMissing(parts: ConversionParts, signal: AbortSignal): Promise<boolean> {
  // The claim comes first. Only one process then draws the picture, and a failed drawing is not repeated forever.
  const claimed = await picturesRepo(parts.tables.read).claimUndrawn();
  if (!claimed) return false;
  const { frag_sha256: sha256 } = claimed;
  if (sha256 === null || (await parts.fragments.size(sha256)) === null) return true;
  const folder = join(parts.workDir, String(process.pid), temporaryName(`picture-${claimed.id}`));
  await mkdir(folder, { recursive: true });
  try {
    const picture = await drawPicture(parts, parts.fragments.localPath(sha256), folder, signal);
    const { thumb, thumb_type } = picture;
    if (thumb === null || thumb_type === null) return true;
    await parts.db.transaction(async (trx) => {
      const repo = picturesRepo(parts.tables.within(trx));
      if (await repo.keep(claimed, { thumb, thumb_type }))
        await notifyModel(parts, trx, claimed.enterprise_id, claimed);
    });
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
