import { IfcImporter } from '@thatopen/fragments';
import type { ProgressData } from '@thatopen/fragments';
import { wasmFolder } from './ifc-session.ts';
import { importAllProducts } from './products/classes.ts';
import { installFastShells } from './shells/shells.ts';
import type { SourceReader } from './ifc-session.ts';
import type { ConvertProgress } from './types.ts';

const TOO_FAR = /Object (\d+) is more than/;
const SKIPPED = /Problematic geometry: (\d+)/;
const UNREAD = /Problem reading (?:properties|relations) for (\d+)/;

/** Collects the importer's complaints instead of printing them. A broken model produces hundreds of thousands. */
class Complaints {
  /** Entity numbers of components left out because of their distance. */
  readonly tooFar = new Set<number>();
  /** Entity numbers of shapes that could not be built. */
  readonly skipped = new Set<number>();
  /** Entity numbers of entities that could not be read. */
  readonly unread = new Set<number>();

  readonly listen = (...parts: unknown[]): void => {
    const text = parts.map(String).join(' ');
    const lists = [
      [TOO_FAR, this.tooFar],
      [SKIPPED, this.skipped],
      [UNREAD, this.unread],
    ] as const;
    for (const [pattern, ids] of lists) {
      const found = pattern.exec(text);
      if (found) ids.add(Number(found[1]));
    }
  };
}

/**
 * The importer waits 0.1 s after every entity that it cannot read. Ten thousand of them would take a quarter of an hour. Nothing
 * else uses the main thread's timers while the importer runs.
 */
function skipWaits(): () => void {
  const original = globalThis.setTimeout;
  const immediate = (callback: () => void): ReturnType<typeof setTimeout> => original(callback, 0);
  Object.defineProperty(globalThis, 'setTimeout', { value: immediate, configurable: true, writable: true });
  return () => {
    Object.defineProperty(globalThis, 'setTimeout', { value: original, configurable: true, writable: true });
  };
}

/**
 * Collects garbage at the two points where most of the importer's memory is unused. V8 alone would let its heap grow, which adds
 * a quarter to the peak. Needs `--expose-gc`.
 */
export function dropGarbage(): void {
  globalThis.gc?.();
}

/** Maps the importer's progress to the whole: from 5 % (file opened) to 95 % (fragments in memory). */
function progressOf(share: number, data: ProgressData): ConvertProgress {
  const step = data.process === 'geometries' ? 'geometry' : data.process === 'conversion' ? 'reading' : 'properties';
  const finished = data.process === 'conversion' && data.state === 'finish';
  return { percent: Math.floor(5 + share * 90), step: finished ? 'writing' : step };
}

export interface Imported {
  fragments: Uint8Array;
  /** Entity numbers of components left out because of their distance. */
  tooFar: ReadonlySet<number>;
  /** Entity numbers of shapes that could not be built. */
  skipped: ReadonlySet<number>;
  /** Entity numbers of entities that could not be read: components, property sets, relations. */
  unread: ReadonlySet<number>;
}

/** Converts the open IFC file into the bytes of a .frag file (deflated). */
export async function importFragments(
  source: SourceReader,
  onProgress: (progress: ConvertProgress) => void,
): Promise<Imported> {
  const importer = new IfcImporter();
  importAllProducts(importer);
  importer.wasm = { path: wasmFolder, absolute: true };
  const complaints = new Complaints();
  const { log, error } = console;
  console.log = complaints.listen;
  console.error = complaints.listen;
  installFastShells();
  const restoreWaits = skipWaits();
  try {
    const fragments = await importer.process({
      readFromCallback: true,
      readCallback: source.readPatched,
      progressCallback: (share, data) => {
        if (data.process === 'attributes' && data.state === 'start') dropGarbage();
        onProgress(progressOf(share, data));
      },
    });
    const { tooFar, skipped, unread } = complaints;
    return { fragments, tooFar, skipped, unread };
  } finally {
    restoreWaits();
    console.log = log;
    console.error = error;
  }
}
