const MB = 1024 * 1024;

/** Limits of a file that a person uploads. The rows are LIMITS.importMax plus title and lines above it. */
export const READING = {
  fileBytes: 10 * MB,
  /** Text of all cells, and of a csv file. */
  textMax: 20 * MB,
  columnsMax: 100,
  /** Parts of an xlsx file. */
  partsMax: 2000,
  partBytes: 64 * MB,
  unpackedBytes: 128 * MB,
  /** Largest ratio of unpacked to packed size. A sheet shrinks to a tenth, seldom to a fiftieth. */
  ratioMax: 300,
  /** Below this size the ratio is not checked. */
  harmlessBytes: 8 * MB,
  /** Processor time of the reading process. The wall clock may reach four times as much, which is below a minute. */
  timeoutMs: 12_000,
  rssMb: 700,
} as const;
