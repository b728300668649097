import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { LIMITS } from '@prdm/contract/limits';
import { runWatched, type ProcessEnd } from '../processes/watchdog.ts';
import type { Decoded } from './child.ts';
import { imageKind, type ImageKind } from './kind.ts';
import { DECODING, type PictureProblem } from './limits.ts';

export type PictureReading =
  | { readonly ok: true; readonly kind: ImageKind; readonly thumb: Buffer }
  | { readonly ok: false; readonly problem: PictureProblem; readonly detail: string };

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** Each decoding takes a processor and up to DECODING.rssMb. */
const running = pLimit(2);

const no = (problem: PictureProblem, detail: string): PictureReading => ({ ok: false, problem, detail });

/**
 * The kind and the thumbnail (WebP) of a picture. A separate process decodes it with limits of memory and time, so a
 * hostile picture ends as a problem and the server goes on. The bytes decide the kind. Rejects only when no process
 * can start.
 */
export async function readPicture(
  bytes: Buffer,
  options: { timeoutMs?: number; rssMb?: number } = {},
): Promise<PictureReading> {
  const kind = imageKind(bytes);
  if (kind === null) return no('no_picture', 'no known kind');
  // The size in the header costs nothing to read. A false size fails in the process.
  const pixels = kind.width * kind.height;
  if (pixels > LIMITS.imagePixels) return no('too_many_pixels', `${kind.width} x ${kind.height}`);
  return running(async () => {
    let sent: Decoded | null = null;
    const end = await runWatched({
      script: CHILD,
      args: [JSON.stringify({ kind, parentPid: process.pid })],
      input: bytes,
      timeoutMs: options.timeoutMs ?? DECODING.timeoutMs,
      rssMb: options.rssMb ?? DECODING.rssMb,
      onMessage: (message) => {
        sent = message as Decoded;
      },
    });
    return sent === null ? failureOf(end) : resultOf(sent, kind);
  });
}

function resultOf(sent: Decoded, kind: ImageKind): PictureReading {
  if ('thumb' in sent) return { ok: true, kind, thumb: Buffer.from(sent.thumb, 'base64') };
  return no(/pixel limit/i.test(sent.failure) ? 'too_many_pixels' : 'damaged', sent.failure.slice(0, 300));
}

function failureOf(end: ProcessEnd): PictureReading {
  const detail = end.output.slice(-300);
  if (end.killed === 'timeout') return no('timeout', detail);
  if (end.killed === 'memory' || end.signal === 'SIGKILL') return no('memory', detail);
  return no(/heap out of memory|allocation failed/i.test(end.output) ? 'memory' : 'damaged', detail);
}
