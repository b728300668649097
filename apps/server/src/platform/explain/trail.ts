import type { Decision, Reason } from '@prdm/access';
import type { AppError } from '../errors.ts';

/** One decision of the checks of a call. `field` is the position of the judged id, '' for the call itself. */
export interface TrailStep {
  readonly field: string;
  readonly decision: Decision;
}

/**
 * The decisions of one call in their order. The checks write it beside their work, so a trail explains exactly the
 * checks that ran.
 */
export class Trail {
  readonly steps: TrailStep[] = [];

  /** Writes a decision. An allowed one without a reason stands for the rule of the record. */
  add(field: string, decision: Decision): void {
    const { allowed, chain } = decision;
    this.steps.push({ field, decision: chain.length > 0 ? decision : { allowed, chain: [{ code: 'record-rule' }] } });
  }

  /** Writes a refusal of the gate, and returns the error for its throw. */
  refused(field: string, reason: Reason, error: AppError): AppError {
    this.steps.push({ field, decision: { allowed: false, chain: [reason] } });
    return error;
  }
}
