import { sql } from 'kysely';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import type { Value } from '../../../platform/prepared.ts';

/**
 * The moment at which delegations are judged: the clock of the database, so that several servers agree. `null` stands
 * for it. A program that runs with another clock gives the time of that clock.
 */
export type Moment = Date | null;

export const momentOf = (clock: Clock): Moment => (clock === systemClock ? null : clock.now());

/** The statement's time is stable, so an index serves comparisons with it. */
export const timeAt = (moment: Value<Moment>) => sql<Date>`coalesce(${moment}::timestamptz, statement_timestamp())`;

/** Condition of a delegation `d` in force: half-open, from its begin up to but not including its end. */
export const isInForce = (moment: Value<Moment>) => sql<boolean>`
  d.refused_at is null and d.from_at <= ${timeAt(moment)} and d.to_at > ${timeAt(moment)}`;
