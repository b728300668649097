import { closeSync, openSync, readdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { ConvertError, failureOf } from './failure.ts';
import { fragFacts } from './frag-file.ts';
import { startGuard } from './guard.ts';
import { openSession, shareSession, SourceReader } from './ifc-session.ts';
import { dropGarbage, importFragments } from './importer.ts';
import { cutCycles, readStoreys, surveyPlacements } from './placements.ts';
import { FRAG_FILE, FRAG_TEMPORARY, META_FILE, META_TEMPORARY } from './protocol.ts';
import { millimetresPerUnit, unitSigns } from './units.ts';
import { countUnknownEntities } from './unknown-entities.ts';
import { importerVersions } from './versions.ts';
import type { ChildMessage, ConvertJob } from './protocol.ts';
import type { ConvertMeta, ConvertProgress, ConvertStep, ConvertWarning, StoreyMeta } from './types.ts';

/**
 * The conversion process: reads one IFC file, writes model.frag and meta.json, ends. Started by watchdog.ts, which alone
 * decides how long it may live; this side only sees to it that it does not outlive its parent.
 */

const COMPILE_ONCE_BELOW = 12 * 1024 * 1024;

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve();
    process.send(message, () => resolve());
  });
}

/** Linux keeps a priority per thread, and the parent could only reach the first: lower the ones V8 has already made. */
function lowerThreads(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      // The thread has ended meanwhile, or the system forbids it: the conversion works all the same.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}

/**
 * Keeps V8 from compiling web-ifc a second time, into faster code: below this size that costs more (a third of the
 * processor time, 30 MB) than it brings. Takes effect only before the module is loaded.
 */
function compileOnce(bytes: number): void {
  if (bytes > COMPILE_ONCE_BELOW) return;
  setFlagsFromString('--no-wasm-dynamic-tiering');
  setFlagsFromString('--no-wasm-tier-up');
}

/** Sends progress only when a whole per cent or the step changes, and never backwards. */
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

interface Imported {
  fragments: Uint8Array;
  storeys: StoreyMeta[];
  units: Record<string, string>;
  warnings: ConvertWarning[];
}

async function importFile(source: string, onProgress: (progress: ConvertProgress) => void): Promise<Imported> {
  const fd = openSync(source, 'r');
  try {
    const reader = new SourceReader(fd);
    onProgress({ percent: 3, step: 'reading' });
    const session = await openSession(reader);
    onProgress({ percent: 5, step: 'reading' });
    const survey = surveyPlacements(session);
    const storeys = readStoreys(session, survey, millimetresPerUnit(session));
    const units = unitSigns(session);
    const unknown = countUnknownEntities(session);
    shareSession(session);
    cutCycles(survey.cycles);
    const { fragments, warnings } = await importFragments(reader, onProgress);
    if (unknown > 0) warnings.unshift({ code: 'unknown_entities', detail: String(unknown) });
    if (survey.cycles.size > 0) warnings.unshift({ code: 'placement_cycle', detail: String(survey.cycles.size) });
    return { fragments, storeys, units, warnings };
  } finally {
    closeSync(fd);
  }
}

async function convert(job: ConvertJob, onProgress: (progress: ConvertProgress) => void): Promise<void> {
  const { fragments, storeys, units, warnings } = await importFile(job.source, onProgress);
  onProgress({ percent: 96, step: 'writing' });
  dropGarbage();
  const facts = fragFacts(fragments);
  if (facts.elementCount === 0 || facts.bbox === null) {
    const far = warnings.find(({ code }) => code === 'items_too_far');
    if (far) throw new ConvertError('too_far', `all of ${far.detail} components`);
    throw new ConvertError('empty', `no shapes among ${facts.itemCount} entities`);
  }
  if (facts.placeless > 0) warnings.push({ code: 'shapes_placeless', detail: String(facts.placeless) });
  if (!facts.hasTree) warnings.push({ code: 'no_project', detail: '' });
  const target = (name: string): string => path.join(job.targetDir, name);
  await writeDurably(target(FRAG_TEMPORARY), fragments);
  const meta: ConvertMeta = {
    schema: job.schema,
    elementCount: facts.elementCount,
    storeys,
    bbox: facts.bbox,
    unit: 'mm',
    units,
    trueOrigin: facts.trueOrigin,
    georeference: facts.georeference,
    sourceSha256: job.sourceSha256,
    sourceBytes: job.sourceBytes,
    fragBytes: fragments.length,
    importerVersions: importerVersions(),
    warnings: [...job.warnings, ...warnings],
    durationMs: Date.now() - job.startedAt,
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  await writeDurably(target(META_TEMPORARY), `${JSON.stringify(meta, null, 2)}\n`);
  await rename(target(META_TEMPORARY), target(META_FILE));
  // Last, because the model counts as converted as soon as this file exists.
  await rename(target(FRAG_TEMPORARY), target(FRAG_FILE));
}

async function main(): Promise<number> {
  const job = JSON.parse(process.argv[2] ?? '') as ConvertJob;
  startGuard(job.parentPid);
  lowerThreads();
  compileOnce(job.sourceBytes);
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
