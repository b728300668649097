import type { Decision } from '@prdm/access';

/** Allowed by the record's own rule: no further node or grant is needed than the call already checked. */
export const ALLOWED: Decision = { allowed: true, chain: [] };

/** The record's own rule refuses this right. */
export const refusedBecause = (right: string): Decision => ({
  allowed: false,
  chain: [{ code: 'lacking', actions: [right] }],
});

export const decided = (allowed: boolean, right: string): Decision => (allowed ? ALLOWED : refusedBecause(right));
