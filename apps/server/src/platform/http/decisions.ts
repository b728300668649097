import type { Decision, OwnAs } from '@prdm/access';

/** Allowed by the record's own rule: no further node or grant is needed than the call already checked. */
export const ALLOWED: Decision = { allowed: true, chain: [] };

/** The record's own rule refuses this right. */
export const refusedBecause = (right: string): Decision => ({
  allowed: false,
  chain: [{ code: 'lacking', actions: [right] }],
});

/** The decision of a record's own rule. `as`: what makes the record the person's own, for the explanation. */
export const decided = (allowed: boolean, right: string, as?: OwnAs): Decision => {
  if (!allowed) return refusedBecause(right);
  return as === undefined ? ALLOWED : { allowed, chain: [{ code: 'own', as }] };
};
