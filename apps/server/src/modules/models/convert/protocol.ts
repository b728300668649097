import type { ConvertProgress, ConvertReason, ConvertWarning } from './types.ts';

/** What the parent hands to the conversion process, as JSON in its only argument. */
export interface ConvertJob {
  /** File to read; in UTF-8. */
  source: string;
  targetDir: string;
  parentPid: number;
  /** Facts the preflight found, to be kept in meta.json. */
  schema: string;
  sourceSha256: string;
  sourceBytes: number;
  warnings: ConvertWarning[];
  /** When the whole conversion began, in ms since 1970. */
  startedAt: number;
}

export type ChildMessage =
  | ({ kind: 'progress' } & ConvertProgress)
  | { kind: 'done' }
  | { kind: 'failed'; reason: ConvertReason; detail: string };

/** Messages come from a process that read a stranger's file: check before believing. */
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
