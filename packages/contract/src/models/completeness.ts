import { z } from 'zod';

/** Reasons why components of the file are not drawn as bodies; texts: locales, models.leftOut. */
export const LEFT_OUT_REASONS = [
  /** A room with a body, which the user can show. */
  'room',
  /** A zone, a volume of use that is never drawn. */
  'zone',
  /** A hole cut out of other components. */
  'opening',
  /** A connection point of a pipe or a cable. */
  'port',
  /** No shape of its own in the file: storeys, assemblies, layouts. */
  'no_shape',
  /** Its shape holds only axes, plans or outlines. */
  'lines_only',
  /** An alignment, drawn as lines. */
  'as_line',
  /** More than 100 km away from the model. */
  'too_far',
  /** A shape that could not be built. */
  'not_built',
  /** Its class does not exist in the IFC version of the file. */
  'unread',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The components of one IFC class in the file and in the drawing: `total` = `drawn` + the sum of `left`. */
export const modelClassCount = z.object({
  /** IFC class in capitals, e.g. IFCKERB. */
  name: z.string(),
  total: z.number(),
  drawn: z.number(),
  left: z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.number() })),
});
