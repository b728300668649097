import type { ConvertProgress, ConvertReason, ConvertWarning } from './types.ts';

/** Input of the conversion process, as JSON in its only argument. */
export interface ConvertJob {
  /** File to read, in UTF-8. */
  source: string;
  targetDir: string;
  parentPid: number;
  /** Results of the preflight, for meta.json. */
  schema: string;
  sourceSha256: string;
  /** Size of the file to read. */
  bytes: number;
  /** Size of the file as it was given. */
  sourceBytes: number;
  warnings: ConvertWarning[];
  /** Start of the whole conversion, in ms since 1970. */
  startedAt: number;
}

export type ChildMessage =
  | ({ kind: 'progress' } & ConvertProgress)
  | { kind: 'done' }
  | { kind: 'failed'; reason: ConvertReason; detail: string };

/** The sender has read an untrusted file, so its messages are checked. */
export function isChildMessage(value: unknown): value is ChildMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'progress') return 'percent' in value && typeof value.percent === 'number' && 'step' in value;
  if (value.kind === 'failed') return 'reason' in value && 'detail' in value && typeof value.detail === 'string';
  return value.kind === 'done';
}

/** File names inside the target folder. */
export const FRAG_FILE = 'model.frag';
export const META_FILE = 'meta.json';
export const FRAG_TEMPORARY = 'model.frag.tmp';
export const META_TEMPORARY = 'meta.json.tmp';
