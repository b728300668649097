import type { ModelReason, ModelStep, ModelWarning } from '@prdm/contract/models';

/** Of the contract's words those that a conversion itself can say: a result is lost only after it, and nothing waits within it. */
export type ConvertReason = Exclude<ModelReason, 'lost'>;
export type ConvertStep = Exclude<ModelStep, 'waiting'>;

export interface ConvertWarning {
  code: ModelWarning;
  detail: string;
}

export interface ConvertProgress {
  /** Whole number 0..99; 100 is the result itself. Never goes back within one conversion. */
  percent: number;
  step: ConvertStep;
}

export interface StoreyMeta {
  guid: string;
  name: string;
  /** Height of the storey in mm, true (not shifted); summed over its placements, not the exporter's attribute. */
  elevation: number;
}

/** x east, y north, z up, in mm: the axes of IFC, not those of the viewer (which draws x, z, -y in metres). */
export interface PointMm {
  x: number;
  y: number;
  z: number;
}

/** What the file says about its place on earth (IfcProjectedCRS, IfcMapConversion), untouched. */
export interface Georeference {
  system: string | null;
  datum: string | null;
  verticalDatum: string | null;
  projection: string | null;
  zone: string | null;
  mapUnit: string | null;
  conversion: {
    eastings: number;
    northings: number;
    orthogonalHeight: number;
    xAxisAbscissa: number;
    xAxisOrdinate: number;
    scale: number;
  } | null;
}

export interface ConvertMeta {
  schema: string;
  /** Components that have a shape. */
  elementCount: number;
  storeys: StoreyMeta[];
  /** Box around everything drawn, in the shifted coordinates; null when nothing has a shape. */
  bbox: { min: PointMm; max: PointMm } | null;
  unit: 'mm';
  /** Units in which property values stand, by IFC unit kind (LENGTHUNIT: m): the importer leaves the values as they are. */
  units: Record<string, string>;
  /**
   * Where the drawn origin lies in the file's own coordinates: true = drawn + trueOrigin. The importer draws a model
   * near the origin, because floats lose millimetres at eight-digit coordinates; this keeps the way back.
   */
  trueOrigin: PointMm;
  georeference: Georeference | null;
  /** SHA-256 of the source as it was given, hexadecimal. */
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
  /** For the log and for a person: what was found, with its parameters; no stack. */
  detail: string;
}

export type ConvertResult = Converted | NotConverted;

export interface ConvertLimits {
  /** Wall clock over the whole conversion. Default: see `timeoutFor`. */
  timeoutMs?: number;
  /** Resident memory of the conversion process. Default: see `rssLimitFor`. */
  rssMb?: number;
  /** Largest source. Default 1 GB. */
  maxBytes?: number;
}
