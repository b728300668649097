import type { DelegationState } from '@prdm/contract/processes/delegations';
import { LIMITS } from '@prdm/contract/limits';
import { fail } from '../../../platform/errors.ts';

const DAY = 24 * 3_600_000;
/** A form sends the present minute, and a call needs time. */
const LATE = 60_000;

interface Times {
  readonly from_at: Date;
  readonly to_at: Date;
}

export function stateOf(row: Times & { readonly refused_at: Date | null }, now: Date): DelegationState {
  if (row.refused_at !== null) return 'refused';
  if (row.to_at <= now || row.to_at <= row.from_at) return 'past';
  return row.from_at <= now ? 'active' : 'planned';
}

/** The begin of a new delegation: now unless given. A begin within the last minute counts as now. */
export function beginOf(given: Date | undefined, now: Date): Date {
  if (given === undefined) return now;
  if (given.getTime() < now.getTime() - LATE) throw fail.invalid('from_at', 'delegations.beginPassed');
  return given < now ? now : given;
}

/** Throws unless the time is not over, not empty, and not longer than the limit. */
export function assertTimes({ from_at, to_at }: Times, now: Date): void {
  if (to_at <= now) throw fail.invalid('to_at', 'delegations.endPassed');
  assertLength({ from_at, to_at });
}

export function assertLength({ from_at, to_at }: Times): void {
  if (to_at <= from_at) throw fail.invalid('to_at', 'delegations.endBeforeBegin');
  if (to_at.getTime() - from_at.getTime() > LIMITS.delegationDaysMax * DAY)
    throw fail.invalid('to_at', 'delegations.tooLong', { n: LIMITS.delegationDaysMax });
}
