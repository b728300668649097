import { deflateSync, inflateSync } from 'node:zlib';
import { isRawBuffer, Model } from '@thatopen/fragments';
import { ByteBuffer } from 'flatbuffers';
import type { Meshes, Transform } from '@thatopen/fragments';
import type { PointMm } from '../types.ts';

/** The tables of a .frag file, in memory. Values are decoded on access. */
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

/** A rotation and a translation as the file stores them: two axes and a position. */
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

/** Rounds to a thousandth of a millimetre. Adding zero turns -0 into 0. */
function mm(metres: number): number {
  return Math.round(metres * 1e6) / 1e3 + 0;
}

/** Converts drawn axes (metres, y up) to those of IFC (millimetres, z up). */
function toPointMm([x, y, z]: Triple): PointMm {
  return { x: mm(x), y: mm(-z), z: mm(y) };
}

interface Extent {
  /** The box around every drawn shape; null when nothing is drawn. */
  bbox: { min: PointMm; max: PointMm } | null;
  /** Shapes whose placement is not a number, counted by the class of their component. */
  placeless: Map<string, number>;
}

/** Every drawn shape: its item's index among the items with shapes, and the corners of its box (metres, y up, as drawn). */
export function* shapesIn(meshes: Meshes): Generator<{ item: number; points: Triple[] }> {
  for (let i = 0; i < meshes.samplesLength(); i++) {
    const sample = meshes.samples(i);
    const box = sample ? meshes.representations(sample.representation())?.bbox() : null;
    if (!sample || !box) continue;
    const local = frameOf(meshes.localTransforms(sample.localTransform()));
    const global = frameOf(meshes.globalTransforms(sample.item()));
    const points = corners(triple(box.min()), triple(box.max())).map((corner) => place(global, place(local, corner)));
    yield { item: sample.item(), points };
  }
}

function extentOf(model: Model, meshes: Meshes): Extent {
  const placeless = new Map<string, number>();
  const min: Triple = [Infinity, Infinity, Infinity];
  const max: Triple = [-Infinity, -Infinity, -Infinity];
  for (const { item, points } of shapesIn(meshes)) {
    if (!points.flat().every(Number.isFinite)) {
      const name = model.categories(meshes.meshesItems(item) ?? 0);
      placeless.set(name, (placeless.get(name) ?? 0) + 1);
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
  // The conversion negates the second axis, so its minimum and maximum swap.
  return { bbox: { min: { ...from, y: to.y }, max: { ...to, y: from.y } }, placeless };
}

export interface FragFacts extends Extent {
  /** Entity numbers of everything that has a shape. */
  drawn: Set<number>;
  /** Number of entities with attributes, with or without a shape. */
  itemCount: number;
  /** Whether the component tree has nodes below its root. */
  hasTree: boolean;
  trueOrigin: PointMm;
}

/** Entity numbers of everything that has a shape. */
function drawnIn(model: Model, meshes: Meshes): Set<number> {
  const items = meshes.meshesItemsArray() ?? new Uint32Array();
  return new Set(Array.from(items, (item) => model.localIds(item) ?? -1));
}

/** Facts about the model in a finished .frag file. */
export function fragFacts(bytes: Uint8Array): FragFacts {
  const model = tablesOf(bytes);
  const meshes = model.meshes();
  const shift = triple(meshes?.coordinates()?.position() ?? null);
  const origin = toPointMm([-shift[0], -shift[1], -shift[2]]);
  return {
    drawn: meshes ? drawnIn(model, meshes) : new Set(),
    itemCount: model.localIdsLength(),
    hasTree: (model.spatialStructure()?.childrenLength() ?? 0) > 0,
    ...(meshes ? extentOf(model, meshes) : { bbox: null, placeless: new Map<string, number>() }),
    trueOrigin: origin,
  };
}

/** The same file with another drawn origin. `shift` (metres, y up) is the value added to every drawn point. */
export function withShift(bytes: Uint8Array, shift: readonly [number, number, number]): Uint8Array {
  const raw = isRawBuffer(bytes) ? bytes.slice() : new Uint8Array(inflateSync(bytes));
  const position = tablesOf(raw).meshes()?.coordinates()?.position();
  if (!position?.bb) throw new Error('the file has no coordinates');
  for (const [axis, value] of shift.entries()) position.bb.writeFloat64(position.bb_pos + 8 * axis, value);
  return deflateSync(raw);
}
