import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from './process/compile-cache.ts';
import { DEFAULT_MAX_BYTES, rssLimitFor, timeoutFor } from './limits.ts';
import { preflight, UNPACKED, UTF8_COPY } from './preflight.ts';
import { FRAG_FILE, FRAG_TEMPORARY, isChildMessage, META_FILE, META_TEMPORARY } from './protocol.ts';
import { runWatched } from '../../../platform/processes/watchdog.ts';
import type { Checked } from './preflight.ts';
import type { FragReader } from './frag/read-frag.ts';
import type { ChildMessage, ConvertJob } from './protocol.ts';
import type { ConvertLimits, ConvertMeta, ConvertProgress, ConvertResult, NotConverted } from './types.ts';
import type { ProcessEnd } from '../../../platform/processes/watchdog.ts';

export { DEFAULT_MAX_BYTES, rssLimitFor, timeoutFor } from './limits.ts';
export { holdsModel } from './archives/zip-listing.ts';
export { CONVERTER_VERSION } from './versions.ts';
export type * from './types.ts';
export type * from './frag/read-frag.ts';

export interface ConvertOptions {
  /** Path of the IFC file, opened for reading only. */
  source: string;
  /** Folder for model.frag and meta.json, created if missing. Only one conversion at a time may use a folder. */
  targetDir: string;
  limits?: ConvertLimits;
  /**
   * Called while an archive is unpacked. Returns how many bytes may be written, at least `wanted`. Throws when the disk is full.
   */
  room?: (wanted: number) => Promise<number>;
  onProgress?(progress: ConvertProgress): void;
  /** Ends the conversion with the reason `cancelled`. */
  signal?: AbortSignal;
}

const CHILD = fileURLToPath(new URL('./process/child.ts', import.meta.url));

/** Deletes temporary files of this conversion and of an earlier, interrupted one. */
async function removeLeftovers(targetDir: string): Promise<void> {
  const names = [FRAG_TEMPORARY, META_TEMPORARY, UNPACKED, UTF8_COPY];
  await Promise.all(names.map((name) => rm(path.join(targetDir, name), { force: true })));
}

function fail(reason: NotConverted['reason'], detail: string): NotConverted {
  return { ok: false, reason, detail };
}

/** The reason of a process that ended without a result. */
function failureOfEnd(end: ProcessEnd, limits: { timeoutMs: number; rssMb: number }): NotConverted {
  if (end.killed === 'cancelled') return fail('cancelled', `cancelled after ${end.durationMs} ms`);
  if (end.killed === 'timeout') return fail('timeout', `not done in ${limits.timeoutMs} ms`);
  if (end.killed === 'memory') return fail('memory', `${end.peakRssMb} MB in use, the limit is ${limits.rssMb} MB`);
  // No code here sends this signal. The kernel sends it when the machine is out of memory.
  if (end.signal === 'SIGKILL') return fail('memory', `killed by the system at ${end.peakRssMb} MB`);
  if (/heap out of memory|allocation failed/i.test(end.output)) return fail('memory', 'the heap is exhausted');
  const last = end.output.trim().split('\n').at(-1) ?? '';
  return fail('internal', `the process ended with ${end.signal ?? `code ${end.code}`}: ${last.slice(0, 300)}`);
}

interface Run {
  options: ConvertOptions;
  checked: Checked;
  startedAt: number;
  onProgress(progress: ConvertProgress): void;
}

async function runChild({ options, checked, startedAt, onProgress }: Run): Promise<ConvertResult> {
  const { targetDir } = options;
  const limits = {
    timeoutMs: Math.min(timeoutFor(checked.bytes), options.limits?.timeoutMs ?? Infinity),
    rssMb: options.limits?.rssMb ?? rssLimitFor(checked.bytes),
  };
  const job: ConvertJob = {
    source: path.resolve(checked.path),
    targetDir: path.resolve(targetDir),
    parentPid: process.pid,
    schema: checked.schema,
    sourceSha256: checked.sha256,
    bytes: checked.bytes,
    sourceBytes: checked.sourceBytes,
    warnings: checked.warnings,
    startedAt,
  };
  let last: ChildMessage | null = null;
  const end = await runWatched({
    script: CHILD,
    args: [JSON.stringify(job)],
    // Young objects get 8 MB instead of 16. This saves a quarter of all memory at the same speed.
    nodeFlags: ['--max-semi-space-size=8', '--expose-gc'],
    env: { NODE_COMPILE_CACHE: compileCacheFolder() },
    timeoutMs: Math.max(0, limits.timeoutMs - (Date.now() - startedAt)),
    rssMb: limits.rssMb,
    signal: options.signal,
    onMessage: (message) => {
      if (!isChildMessage(message)) return;
      if (message.kind === 'progress') onProgress({ percent: message.percent, step: message.step });
      else last = message;
    },
  });
  const verdict = last as ChildMessage | null;
  if (end.code === 0 && verdict?.kind === 'done') {
    const metaPath = path.join(targetDir, META_FILE);
    const meta = JSON.parse(await readFile(metaPath, 'utf8')) as ConvertMeta;
    return { ok: true, fragPath: path.join(targetDir, FRAG_FILE), metaPath, meta };
  }
  if (verdict?.kind === 'failed' && end.killed === null) return fail(verdict.reason, verdict.detail);
  return failureOfEnd(end, limits);
}

async function convertCleanly(options: ConvertOptions): Promise<ConvertResult> {
  const startedAt = Date.now();
  const { source, targetDir, limits, signal } = options;
  const onProgress = (progress: ConvertProgress): void => options.onProgress?.(progress);
  await mkdir(targetDir, { recursive: true });
  await removeLeftovers(targetDir);
  try {
    onProgress({ percent: 0, step: 'checking' });
    const checked = await preflight(source, targetDir, limits?.maxBytes ?? DEFAULT_MAX_BYTES, signal, options.room);
    if (!checked.ok) return checked;
    return await runChild({ options, checked, startedAt, onProgress });
  } finally {
    await removeLeftovers(targetDir);
  }
}

/**
 * Converts an IFC file into fragments for the viewer. It checks the file, then converts it in a separate process with limits of
 * time and memory. Never rejects, and leaves no process or temporary file behind. On failure, files of an earlier conversion in
 * the folder stay. Cost: 0.1 to 0.7 s of processor time per MB.
 */
export async function convertIfc(options: ConvertOptions): Promise<ConvertResult> {
  try {
    return await convertCleanly(options);
  } catch (error) {
    if (options.signal?.aborted) return fail('cancelled', 'cancelled before the conversion began');
    return fail('internal', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

/**
 * Opens a .frag file for queries about components, see read-frag.ts. The library behind it (100 MB, 0.3 s) is loaded by the first
 * call, so that a server without such queries does not load it.
 */
export async function openFrag(fragPath: string): Promise<FragReader> {
  const reader = await import('./frag/read-frag.ts');
  return reader.openFrag(fragPath);
}
