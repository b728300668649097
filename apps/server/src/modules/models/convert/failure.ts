import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ConvertReason } from './types.ts';

/** A failure with a known reason. */
export class ConvertError extends Error {
  readonly reason: ConvertReason;

  constructor(reason: ConvertReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

const OUT_OF_MEMORY = /out of memory|OOM|allocation failed|enlarge memory|invalid (array|typed array) length/i;

/** Describes any thrown value in one sentence. web-ifc throws WebAssembly.Exception, which is not an Error and has no message. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  if (Object.prototype.toString.call(thrown) === '[object WebAssembly.Exception]')
    return 'web-ifc gave up (WebAssembly.Exception)';
  return `something that is no Error was thrown: ${String(thrown)}`;
}

/**
 * Finds a text that is opened and never closed, which swallows the rest of the file. Returns its line number, or null. A text may
 * span several lines, so it counts only when it swallows the start of an entity.
 */
export async function findUnclosedText(path: string): Promise<number | null> {
  const lines = createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity });
  let number = 0;
  let openedAt: number | null = null;
  for await (const line of lines) {
    number += 1;
    if (openedAt !== null && /^\s*#\d+\s*=/.test(line)) {
      lines.close();
      return openedAt;
    }
    const quotes = line.split("'").length - 1;
    if (quotes % 2 === 1) openedAt = openedAt === null ? number : null;
  }
  return openedAt;
}

/** The first entity number that occurs twice, or null. A duplicate makes the reader run out of memory. */
export async function findRepeatedEntity(path: string): Promise<number | null> {
  const lines = createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity });
  const seen = new Set<number>();
  for await (const line of lines) {
    const id = Number(/^\s*#(\d+)\s*=/.exec(line)?.[1] ?? Number.NaN);
    if (seen.has(id)) {
      lines.close();
      return id;
    }
    if (!Number.isNaN(id)) seen.add(id);
  }
  return null;
}

/** Finds the reason of an importer error from the thrown value and from the file. */
export async function failureOf(thrown: unknown, path: string): Promise<{ reason: ConvertReason; detail: string }> {
  if (thrown instanceof ConvertError) return { reason: thrown.reason, detail: thrown.message };
  const detail = describeThrown(thrown);
  if (OUT_OF_MEMORY.test(detail)) return { reason: 'memory', detail };
  const line = await findUnclosedText(path);
  if (line !== null) return { reason: 'truncated', detail: `the text opened in line ${line} is never closed` };
  const repeated = await findRepeatedEntity(path);
  if (repeated !== null) return { reason: 'truncated', detail: `#${repeated} is given twice` };
  return { reason: 'internal', detail };
}
