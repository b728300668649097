/** The program's clock, so that a test can stand on the day before a limit and on the day after. Expiry of secrets is decided by the database's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
