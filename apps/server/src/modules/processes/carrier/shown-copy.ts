import { createHash } from 'node:crypto';
import type { ProcessDetail, ProcessState } from '../process.types.ts';

/** JSON with sorted keys. Two equal values give equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** SHA-256 of the canonical JSON, in hex. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');

/** The copy of a record as a round stores it. Null: the owner has no print view. */
export const shownCopy = (view: unknown): { copy: string; copy_digest: string } | null =>
  view === null ? null : { copy: canonical(view), copy_digest: digestOf(view) };

const COMPARED: readonly ProcessState['status'][] = ['under_review', 'paused', 'review_complete'];

/**
 * True if the record differs from the copy that the deciders of the newest round saw. `now` is its print view. Null
 * without a copy. After a refusal the record is under work, and a difference says nothing.
 */
export function differsFromCopy(
  { status, rounds }: Pick<ProcessDetail, 'status' | 'rounds'>,
  now: unknown,
): boolean | null {
  const digest = rounds.at(-1)?.copyDigest ?? null;
  if (digest === null || now === null || !COMPARED.includes(status)) return null;
  return digestOf(now) !== digest;
}
