import type { Decision } from '@prdm/access';

/** A record's own rule allows this: no node or grant was needed beyond what the call already asked. */
export const ALLOWED: Decision = { allowed: true, chain: [] };

/** A record's own rule refuses this right. */
export const refusedBecause = (right: string): Decision => ({
  allowed: false,
  chain: [{ code: 'lacking', actions: [right] }],
});

export const decided = (allowed: boolean, right: string): Decision => (allowed ? ALLOWED : refusedBecause(right));
