/** Days and clock of Asia/Shanghai, which has no daylight saving. A fixed shift is therefore exact. */
const SHIFT_MS = 8 * 3_600_000;
export const DAY_MS = 86_400_000;

/** The clock of Shanghai, in the UTC fields of a date. */
export const shanghaiClock = (at: Date): Date => new Date(at.getTime() + SHIFT_MS);

/** Number of the day, counted from 1970-01-01. */
export const dayNumber = (at: Date): number => Math.floor(shanghaiClock(at).getTime() / DAY_MS);

/** The start of a day in milliseconds since 1970. */
export const startOfDay = (day: number): number => day * DAY_MS - SHIFT_MS;

/** 'YYYY-MM-DD'. */
export const wireDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const numberOfDay = (wire: string): number => Date.parse(`${wire}T00:00:00Z`) / DAY_MS;

export const yearInShanghai = (at: Date): number => shanghaiClock(at).getUTCFullYear();
