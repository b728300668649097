import { closeSync, openSync, readdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { failureOf } from '../failure.ts';
import { startGuard } from '../../../../platform/processes/guard.ts';
import { openSession, shareSession, SourceReader } from '../ifc-session.ts';
import { dropGarbage, importFragments } from '../importer.ts';
import { judge, prepare } from '../model-facts.ts';
import { FRAG_FILE, FRAG_TEMPORARY, META_FILE, META_TEMPORARY } from '../protocol.ts';
import { importerVersions } from '../versions.ts';
import type { ChildMessage, ConvertJob } from '../protocol.ts';
import type { Judged } from '../model-facts.ts';
import type { ConvertMeta, ConvertProgress, ConvertStep } from '../types.ts';

/**
 * The conversion process: reads one IFC file, writes model.frag and meta.json, exits. watchdog.ts starts it and alone limits its
 * time. This process only makes sure that it ends with its parent.
 */

const COMPILE_ONCE_BELOW = 12 * 1024 * 1024;

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve();
    process.send(message, () => resolve());
  });
}

/**
 * Linux keeps a priority per thread, and the parent can change only the first one. This lowers the threads that V8 has already
 * started.
 */
function lowerThreads(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      // The thread has ended, or the system forbids the change. The conversion works without it.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}

/**
 * Stops V8 from compiling web-ifc a second time into faster code. Below this size that costs a third of the processor time and 30
 * MB, more than it saves. It works only before the module is loaded.
 */
function compileOnce(bytes: number): void {
  if (bytes > COMPILE_ONCE_BELOW) return;
  setFlagsFromString('--no-wasm-dynamic-tiering');
  setFlagsFromString('--no-wasm-tier-up');
}

/** Sends progress only when the whole per cent or the step changes, and never a lower value. */
function progressReporter(): (progress: ConvertProgress) => void {
  let percent = 0;
  let step: ConvertStep = 'checking';
  return (progress) => {
    const next = Math.min(99, Math.max(percent, progress.percent));
    if (next === percent && progress.step === step) return;
    percent = next;
    step = progress.step;
    void send({ kind: 'progress', percent, step });
  };
}

async function writeDurably(temporary: string, data: Uint8Array | string): Promise<void> {
  await using file = await open(temporary, 'w');
  await file.writeFile(data);
  await file.sync();
}

async function convert(job: ConvertJob, onProgress: (progress: ConvertProgress) => void): Promise<void> {
  const fd = openSync(job.source, 'r');
  try {
    const reader = new SourceReader(fd);
    onProgress({ percent: 3, step: 'reading' });
    const session = await openSession(reader);
    onProgress({ percent: 5, step: 'reading' });
    const before = prepare(session, reader);
    shareSession(session);
    const imported = await importFragments(reader, onProgress);
    onProgress({ percent: 96, step: 'writing' });
    dropGarbage();
    const result = judge(session, before, imported);
    await store(job, result);
  } finally {
    closeSync(fd);
  }
}

/** Writes facts and geometry, the geometry last. The model counts as converted when that file exists. */
async function store(job: ConvertJob, { fragments, ...result }: Judged): Promise<void> {
  const target = (name: string): string => path.join(job.targetDir, name);
  await writeDurably(target(FRAG_TEMPORARY), fragments);
  const meta: ConvertMeta = {
    ...result,
    schema: job.schema,
    unit: 'mm',
    sourceSha256: job.sourceSha256,
    sourceBytes: job.sourceBytes,
    fragBytes: fragments.length,
    importerVersions: importerVersions(),
    warnings: [...job.warnings, ...result.warnings],
    durationMs: Date.now() - job.startedAt,
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  await writeDurably(target(META_TEMPORARY), `${JSON.stringify(meta, null, 2)}\n`);
  await rename(target(META_TEMPORARY), target(META_FILE));
  await rename(target(FRAG_TEMPORARY), target(FRAG_FILE));
}

async function main(): Promise<number> {
  const job = JSON.parse(process.argv[2] ?? '') as ConvertJob;
  startGuard(job.parentPid);
  lowerThreads();
  compileOnce(job.bytes);
  try {
    await convert(job, progressReporter());
    await send({ kind: 'done' });
    return 0;
  } catch (thrown) {
    await send({ kind: 'failed', ...(await failureOf(thrown, job.source)) });
    return 1;
  }
}

process.exit(await main());
