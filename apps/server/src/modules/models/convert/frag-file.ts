import { inflateSync } from 'node:zlib';
import { isRawBuffer, Model } from '@thatopen/fragments';
import { ByteBuffer } from 'flatbuffers';
import type { Meshes, Transform } from '@thatopen/fragments';
import type { Georeference, PointMm } from './types.ts';

/** The tables of a .frag file, as they lie in memory; nothing is decoded until it is asked for. */
export function tablesOf(bytes: Uint8Array): Model {
  const raw = isRawBuffer(bytes) ? bytes : inflateSync(bytes);
  return Model.getRootAsModel(new ByteBuffer(raw));
}

type Triple = [number, number, number];

interface Vector {
  x(): number;
  y(): number;
  z(): number;
}

function triple(vector: Vector | null): Triple {
  return vector ? [vector.x(), vector.y(), vector.z()] : [0, 0, 0];
}

/** A turn and a shift, as the file stores them: two axes and a position. */
interface Frame {
  position: Triple;
  x: Triple;
  y: Triple;
  z: Triple;
}

function frameOf(transform: Transform | null): Frame {
  const x = transform ? triple(transform.xDirection()) : ([1, 0, 0] satisfies Triple);
  const y = transform ? triple(transform.yDirection()) : ([0, 1, 0] satisfies Triple);
  const z: Triple = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  return { position: transform ? triple(transform.position()) : [0, 0, 0], x, y, z };
}

function place(frame: Frame, [a, b, c]: Triple): Triple {
  const { position, x, y, z } = frame;
  return [
    position[0] + x[0] * a + y[0] * b + z[0] * c,
    position[1] + x[1] * a + y[1] * b + z[1] * c,
    position[2] + x[2] * a + y[2] * b + z[2] * c,
  ];
}

function corners(min: Triple, max: Triple): Triple[] {
  const both = [min, max] as const;
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [
    both[corner & 1 ? 1 : 0][0],
    both[corner & 2 ? 1 : 0][1],
    both[corner & 4 ? 1 : 0][2],
  ]);
}

/** To a thousandth of a millimetre; adding zero turns -0 into 0. */
function mm(metres: number): number {
  return Math.round(metres * 1e6) / 1e3 + 0;
}

/** From the drawn axes (metres, y up) to those of IFC (millimetres, z up). */
function toPointMm([x, y, z]: Triple): PointMm {
  return { x: mm(x), y: mm(-z), z: mm(y) };
}

interface Extent {
  /** The box around every drawn shape; null when nothing is drawn. */
  bbox: { min: PointMm; max: PointMm } | null;
  /** Shapes that stand nowhere, because their place holds something that is no number. */
  placeless: number;
}

function extentOf(meshes: Meshes): Extent {
  let placeless = 0;
  const min: Triple = [Infinity, Infinity, Infinity];
  const max: Triple = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < meshes.samplesLength(); i++) {
    const sample = meshes.samples(i);
    const box = sample ? meshes.representations(sample.representation())?.bbox() : null;
    if (!sample || !box) continue;
    const local = frameOf(meshes.localTransforms(sample.localTransform()));
    const global = frameOf(meshes.globalTransforms(sample.item()));
    const points = corners(triple(box.min()), triple(box.max())).map((corner) => place(global, place(local, corner)));
    if (!points.flat().every(Number.isFinite)) {
      placeless += 1;
      continue;
    }
    for (const point of points) {
      for (const axis of [0, 1, 2] as const) {
        min[axis] = Math.min(min[axis], point[axis]);
        max[axis] = Math.max(max[axis], point[axis]);
      }
    }
  }
  if (!Number.isFinite(min[0])) return { bbox: null, placeless };
  const from = toPointMm(min);
  const to = toPointMm(max);
  // The second axis changes its sign on the way, so its ends change places.
  return { bbox: { min: { ...from, y: to.y }, max: { ...to, y: from.y } }, placeless };
}

export interface FragFacts extends Extent {
  elementCount: number;
  /** Entities with attributes, with and without a shape. */
  itemCount: number;
  /** Whether the component tree has anything below its root. */
  hasTree: boolean;
  trueOrigin: PointMm;
  georeference: Georeference | null;
}

function georeferenceOf(metadata: string | null): Georeference | null {
  const crs: unknown = metadata ? (JSON.parse(metadata) as { crs?: unknown }).crs : null;
  if (typeof crs !== 'object' || crs === null) return null;
  const stored = crs as Record<string, unknown>;
  const text = (key: string): string | null => (typeof stored[key] === 'string' ? stored[key] : null);
  return {
    system: text('name'),
    datum: text('geodeticDatum'),
    verticalDatum: text('verticalDatum'),
    projection: text('mapProjection'),
    zone: text('mapZone'),
    mapUnit: text('mapUnit'),
    conversion: (stored['mapConversion'] as Georeference['conversion'] | undefined) ?? null,
  };
}

/** What a finished .frag file says about its model. */
export function fragFacts(bytes: Uint8Array): FragFacts {
  const model = tablesOf(bytes);
  const meshes = model.meshes();
  const shift = triple(meshes?.coordinates()?.position() ?? null);
  const origin = toPointMm([-shift[0], -shift[1], -shift[2]]);
  return {
    elementCount: meshes?.meshesItemsLength() ?? 0,
    itemCount: model.localIdsLength(),
    hasTree: (model.spatialStructure()?.childrenLength() ?? 0) > 0,
    ...(meshes ? extentOf(meshes) : { bbox: null, placeless: 0 }),
    trueOrigin: origin,
    georeference: georeferenceOf(model.metadata()),
  };
}
