const MB = 1024 * 1024;

/** Above this, web-ifc's 4 GB address space becomes a gamble; the file itself may still be stored. */
export const DEFAULT_MAX_BYTES = 1024 * MB;

/** 20 s + 1.5 s per MB, at least 30 s, at most 30 min: several times what a slow machine needs. In ms. */
export function timeoutFor(bytes: number): number {
  const seconds = 20 + 1.5 * (bytes / MB);
  return Math.round(Math.min(Math.max(seconds, 30), 30 * 60) * 1000);
}

/** 512 MB + 6 x the file, at most 4 GB. In MB. */
export function rssLimitFor(bytes: number): number {
  return Math.round(Math.min(512 + 6 * (bytes / MB), 4096));
}
