import { z } from 'zod';

/** A point in millimetres in the axes of IFC (x east, y north, z up). */
const point = z.object({ x: z.number(), y: z.number(), z: z.number() });

/** A unit of length: its sign ('' without one) and its length in metres. */
const lengthUnit = z.object({ sign: z.string(), metres: z.number() });

/** The map system of a model (IfcProjectedCRS and IfcMapConversion). Texts are '' where the file has no value. */
const map = z.object({
  system: z.string(),
  description: z.string(),
  datum: z.string(),
  vertical_datum: z.string(),
  projection: z.string(),
  zone: z.string(),
  /** Unit of eastings, northings and heights. */
  unit: lengthUnit,
  /** Null when the file names a system without a conversion to it. */
  conversion: z
    .object({
      eastings: z.number(),
      northings: z.number(),
      height: z.number(),
      x_axis: z.tuple([z.number(), z.number()]),
      scale: z.number().nullable(),
      /** Degrees counter-clockwise from east to the model's x axis. */
      rotation: z.number(),
      /** Three rows of four: project coordinates in mm to east, north and height in `unit`. */
      matrix: z.array(z.number()).length(12),
    })
    .nullable(),
});

/**
 * Converts a drawn point to coordinates of the project and of its map. A point P of the viewer (metres, Y up) has
 * these project coordinates in millimetres: x = 1000 P.x + origin.x, y = -1000 P.z + origin.y, z = 1000 P.y +
 * origin.z.
 */
export const modelCoordinates = z.object({
  origin: point,
  /** The file's own unit of length. */
  unit: lengthUnit,
  /** Degrees clockwise from the project's y axis to true north; null when the file has no value. */
  true_north: z.number().nullable(),
  site: z
    .object({
      name: z.string(),
      /** Decimal degrees. */
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      /** In mm. */
      elevation: z.number().nullable(),
      /** The position of the site in project coordinates. */
      placement: point.nullable(),
    })
    .nullable(),
  map: map.nullable(),
});
export type ModelCoordinates = z.output<typeof modelCoordinates>;

/** An alignment drawn as lines. `length` is the length of its line in mm. */
export const modelAlignment = z.object({ guid: z.string(), name: z.string(), length: z.number() });
