const MB = 1024 * 1024;

/** Above this size, web-ifc's 4 GB address space may not suffice. The file itself can still be stored. */
export const DEFAULT_MAX_BYTES = 1024 * MB;

/** Processor time in ms: 20 s + 1.5 s per MB, at least 30 s, at most 30 min. This is several times the need of a slow machine. */
export function timeoutFor(bytes: number): number {
  const seconds = 20 + 1.5 * (bytes / MB);
  return Math.round(Math.min(Math.max(seconds, 30), 30 * 60) * 1000);
}

/** Memory limit in MB: 512 + 6 times the file size, at most 4096. */
export function rssLimitFor(bytes: number): number {
  return Math.round(Math.min(512 + 6 * (bytes / MB), 4096));
}
