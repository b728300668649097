import type {
  modelAlignment,
  modelClassCount,
  ModelCoordinates,
  ModelReason,
  ModelStep,
  ModelWarning,
} from '@prdm/contract/models';
import type { z } from 'zod';

/**
 * The contract's reasons and steps that a conversion can report. A result is lost only afterwards, and a running conversion never
 * waits.
 */
export type ConvertReason = Exclude<ModelReason, 'lost'>;
export type ConvertStep = Exclude<ModelStep, 'waiting'>;

export interface ConvertWarning {
  code: ModelWarning;
  detail: string;
}

export interface ConvertProgress {
  /** Whole number 0 to 99, because 100 is the result itself. Never decreases within one conversion. */
  percent: number;
  step: ConvertStep;
}

export interface StoreyMeta {
  guid: string;
  name: string;
  /** True height of the storey in mm, without the shift. It is the sum over its placements, not the exporter's attribute. */
  elevation: number;
}

/** x east, y north, z up, in mm. These are the axes of IFC. The viewer draws x, z, -y in metres. */
export interface PointMm {
  x: number;
  y: number;
  z: number;
}

export type ClassCount = z.input<typeof modelClassCount>;
export type AlignmentMeta = z.input<typeof modelAlignment>;

export interface ConvertMeta {
  schema: string;
  /** Number of drawn components. Rooms do not count. */
  elementCount: number;
  /** Every class of components in the file: their number, how many are drawn, and why the others are not. */
  classes: ClassCount[];
  /** Alignments drawn as lines, in the order of the .frag file. */
  alignments: AlignmentMeta[];
  storeys: StoreyMeta[];
  /** Box around everything drawn, in the shifted coordinates; null when nothing has a shape. */
  bbox: { min: PointMm; max: PointMm } | null;
  unit: 'mm';
  /** Units of property values by IFC unit kind (LENGTHUNIT: m). The importer does not convert the values. */
  units: Record<string, string>;
  /**
   * The drawn origin in the file's own coordinates: true = drawn + trueOrigin. The importer draws a model near the origin,
   * because floats lose millimetres at eight-digit coordinates.
   */
  trueOrigin: PointMm;
  coordinates: ModelCoordinates;
  /** SHA-256 of the source as given, hexadecimal. */
  sourceSha256: string;
  sourceBytes: number;
  fragBytes: number;
  importerVersions: { webIfc: string; fragments: string };
  warnings: ConvertWarning[];
  durationMs: number;
  /** Highest resident memory of the conversion process. */
  peakRssMb: number;
}

export interface Converted {
  ok: true;
  fragPath: string;
  metaPath: string;
  meta: ConvertMeta;
}

export interface NotConverted {
  ok: false;
  reason: ConvertReason;
  /** For the log and for support: the finding with its parameters, without a stack. */
  detail: string;
}

export type ConvertResult = Converted | NotConverted;

export interface ConvertLimits {
  /** Limit of processor time in ms; the wall clock limit is four times as much. At most the result of `timeoutFor`. */
  timeoutMs?: number;
  /** Resident memory of the conversion process. Default: `rssLimitFor`. */
  rssMb?: number;
  /** Largest source. Default 1 GB. */
  maxBytes?: number;
}
