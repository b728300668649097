import { IfcImporter } from '@thatopen/fragments';
import type { ProgressData } from '@thatopen/fragments';
import { wasmFolder } from './ifc-session.ts';
import { installFastShells } from './shells/shells.ts';
import type { ModelWarning } from '@prdm/contract/models';
import type { SourceReader } from './ifc-session.ts';
import type { ConvertProgress, ConvertWarning } from './types.ts';

/** What the importer only says on the console, and the warning it means. */
const COMPLAINTS: readonly [pattern: RegExp, code: ModelWarning][] = [
  [/will be skipped/, 'items_too_far'],
  [/Problematic geometry/, 'shapes_skipped'],
  [/Problem reading (properties|relations)/, 'properties_skipped'],
];

/** Counts the importer's complaints instead of printing them: a broken model makes hundreds of thousands. */
class Complaints {
  readonly #counts = new Map<ModelWarning, number>();

  readonly listen = (...parts: unknown[]): void => {
    const text = parts.map(String).join(' ');
    for (const [pattern, code] of COMPLAINTS) {
      if (pattern.test(text)) this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    }
  };

  warnings(): ConvertWarning[] {
    return [...this.#counts].map(([code, count]) => ({ code, detail: String(count) }));
  }
}

/**
 * The importer waits 0.1 s after every entity it cannot read, so a file with ten thousand of them takes a quarter of an
 * hour. Nothing else in the conversion process uses the main thread's timers while the importer runs.
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
 * Collects garbage at the two moments when most of what the importer held is garbage: V8 would let its heap grow rather
 * than look, which costs a quarter of the peak. Needs `--expose-gc`.
 */
export function dropGarbage(): void {
  globalThis.gc?.();
}

/** The importer's share of the whole: from 5 % (file opened) to 95 % (fragments in memory). */
function progressOf(share: number, data: ProgressData): ConvertProgress {
  const step = data.process === 'geometries' ? 'geometry' : data.process === 'conversion' ? 'reading' : 'properties';
  const finished = data.process === 'conversion' && data.state === 'finish';
  return { percent: Math.floor(5 + share * 90), step: finished ? 'writing' : step };
}

/** Turns the open IFC file into the bytes of a .frag file (deflated). */
export async function importFragments(
  source: SourceReader,
  onProgress: (progress: ConvertProgress) => void,
): Promise<{ fragments: Uint8Array; warnings: ConvertWarning[] }> {
  const importer = new IfcImporter();
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
    return { fragments, warnings: complaints.warnings() };
  } finally {
    restoreWaits();
    console.log = log;
    console.error = error;
  }
}
