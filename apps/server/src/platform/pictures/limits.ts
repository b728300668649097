/** Limits of the process that decodes a picture (safety.md S48). */
export const DECODING = {
  /** Processor time. The wall clock may reach four times as much: a minute. */
  timeoutMs: 15_000,
  rssMb: 512,
} as const;

/** Reasons why a picture is refused. Texts: images.problems. */
export const PICTURE_PROBLEMS = ['no_picture', 'too_many_pixels', 'damaged', 'timeout', 'memory'] as const;
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number];
