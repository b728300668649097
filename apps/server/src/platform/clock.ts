/** The program's clock; tests replace it. The expiry of secrets uses the clock of the database instead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
