import { RenderedFaces, RepresentationClass } from '@thatopen/fragments';
import type { CircleExtrusion, Meshes, Model, Shell, Transform } from '@thatopen/fragments';
import { around, corners, type Box, type Vec } from './view.ts';

/**
 * A shape in its own space, as planar faces. Each face is a list of loops of point numbers: the outline first, then its holes.
 */
export interface Shape {
  readonly points: Float64Array;
  readonly faces: readonly (readonly ArrayLike<number>[])[];
}

/** One placed piece of a component. */
export interface Piece {
  readonly representation: number;
  /** Three rows of four: rotation and translation into the drawing space. */
  readonly place: Float64Array;
  readonly box: Box;
  /** sRGB bytes. */
  readonly colour: readonly [number, number, number];
  /** 0 to 1. */
  readonly alpha: number;
  /** Its faces are visible only from the front, as in the viewer. */
  readonly isOneSided: boolean;
  readonly category: string;
  /** Index of its component among the components with shapes. */
  readonly item: number;
}

/** Sides of the prism that represents a round bar. */
const SIDES = 6;
/** Steps of a full turn of a bent bar. */
const TURN_STEPS = 16;

interface Vector {
  x(): number;
  y(): number;
  z(): number;
}
const vec = (vector: Vector | null, otherwise: Vec): Vec => (vector ? [vector.x(), vector.y(), vector.z()] : otherwise);
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function matrixOf(transform: Transform | null): Float64Array {
  const x = vec(transform?.xDirection() ?? null, [1, 0, 0]);
  const y = vec(transform?.yDirection() ?? null, [0, 1, 0]);
  const z = cross(x, y);
  const at = vec(transform?.position() ?? null, [0, 0, 0]);
  return Float64Array.of(x[0], y[0], z[0], at[0], x[1], y[1], z[1], at[1], x[2], y[2], z[2], at[2]);
}

/** Applies `inner` first, then `outer`. */
function joined(outer: Float64Array, inner: Float64Array): Float64Array {
  const out = new Float64Array(12);
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column += 1) {
      let sum = column === 3 ? (outer[row + 3] ?? 0) : 0;
      for (let k = 0; k < 3; k += 1) sum += (outer[row + k] ?? 0) * (inner[k * 4 + column] ?? 0);
      out[row + column] = sum;
    }
  }
  return out;
}

export function placed(place: Float64Array, x: number, y: number, z: number): Vec {
  const row = (at: number): number =>
    (place[at] ?? 0) * x + (place[at + 1] ?? 0) * y + (place[at + 2] ?? 0) * z + (place[at + 3] ?? 0);
  return [row(0), row(4), row(8)];
}

/** Every placed piece of a model, except those without a valid placement. */
export function* piecesOf(model: Model): Generator<Piece> {
  const meshes = model.meshes();
  if (!meshes) return;
  for (let at = 0; at < meshes.samplesLength(); at += 1) {
    const sample = meshes.samples(at);
    const representation = sample?.representation() ?? -1;
    const stored = sample ? meshes.representations(representation)?.bbox() : null;
    if (!sample || !stored) continue;
    const place = joined(
      matrixOf(meshes.globalTransforms(sample.item())),
      matrixOf(meshes.localTransforms(sample.localTransform())),
    );
    const own = { min: vec(stored.min(), [0, 0, 0]), max: vec(stored.max(), [0, 0, 0]) };
    const box = around(corners(own).map(([x, y, z]) => placed(place, x, y, z)));
    if (![...box.min, ...box.max].every(Number.isFinite)) continue;
    const material = meshes.materials(sample.material());
    yield {
      representation,
      place,
      box,
      colour: material ? [material.r(), material.g(), material.b()] : [200, 200, 200],
      alpha: (material?.a() ?? 255) / 255,
      isOneSided: material?.renderedFaces() === RenderedFaces.ONE,
      category: model.categories(meshes.meshesItems(sample.item()) ?? 0),
      item: sample.item(),
    };
  }
}

export function shapeOf(meshes: Meshes, representation: number): Shape | null {
  const stored = meshes.representations(representation);
  if (!stored) return null;
  if (stored.representationClass() === RepresentationClass.CIRCLE_EXTRUSION) {
    const bar = meshes.circleExtrusions(stored.id());
    return bar ? barOf(bar) : null;
  }
  const shell = meshes.shells(stored.id());
  return shell ? facesOf(shell) : null;
}

function facesOf(shell: Shell): Shape {
  const points = new Float64Array(shell.pointsLength() * 3);
  for (let at = 0; at < shell.pointsLength(); at += 1) points.set(vec(shell.points(at), [0, 0, 0]), at * 3);
  const isBig = shell.bigProfilesLength() > 0;
  const faces: ArrayLike<number>[][] = [];
  const count = isBig ? shell.bigProfilesLength() : shell.profilesLength();
  for (let at = 0; at < count; at += 1)
    faces.push([(isBig ? shell.bigProfiles(at) : shell.profiles(at))?.indicesArray() ?? []]);
  const holes = isBig ? shell.bigHolesLength() : shell.holesLength();
  for (let at = 0; at < holes; at += 1) {
    const hole = isBig ? shell.bigHoles(at) : shell.holes(at);
    const loop = hole?.indicesArray();
    if (hole && loop) faces[hole.profileId()]?.push(loop);
  }
  return { points, faces };
}

/** Converts straight and bent round bars (reinforcement) to prisms along their axes. */
function barOf(bar: CircleExtrusion): Shape {
  const points: number[] = [];
  const faces: number[][][] = [];
  for (let at = 0; at < bar.axesLength(); at += 1) {
    const radius = bar.radius(at) ?? 0;
    for (const [from, to] of segmentsOf(bar, at)) prism(points, faces, from, to, radius);
  }
  return { points: Float64Array.from(points), faces };
}

function* segmentsOf(bar: CircleExtrusion, axisAt: number): Generator<readonly [Vec, Vec]> {
  const axis = bar.axes(axisAt);
  if (!axis) return;
  for (let at = 0; at < axis.wiresLength(); at += 1) {
    const wire = axis.wires(at);
    if (wire) yield [vec(wire.p1(), [0, 0, 0]), vec(wire.p2(), [0, 0, 0])];
  }
  for (let at = 0; at < axis.wireSetsLength(); at += 1) {
    const set = axis.wireSets(at);
    for (let p = 0; set && p + 1 < set.psLength(); p += 1)
      yield [vec(set.ps(p), [0, 0, 0]), vec(set.ps(p + 1), [0, 0, 0])];
  }
  for (let at = 0; at < axis.circleCurvesLength(); at += 1) {
    const curve = axis.circleCurves(at);
    if (!curve) continue;
    const [middle, x, y] = [
      vec(curve.position(), [0, 0, 0]),
      vec(curve.xDirection(), [1, 0, 0]),
      vec(curve.yDirection(), [0, 1, 0]),
    ];
    const steps = Math.max(1, Math.ceil((Math.abs(curve.aperture()) / (2 * Math.PI)) * TURN_STEPS));
    const on = (step: number): Vec => {
      const angle = (curve.aperture() * step) / steps;
      const [c, s] = [Math.cos(angle) * curve.radius(), Math.sin(angle) * curve.radius()];
      return [middle[0] + x[0] * c + y[0] * s, middle[1] + x[1] * c + y[1] * s, middle[2] + x[2] * c + y[2] * s];
    };
    for (let step = 0; step < steps; step += 1) yield [on(step), on(step + 1)];
  }
}

function prism(points: number[], faces: number[][][], from: Vec, to: Vec, radius: number): void {
  const along: Vec = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(...along);
  if (!(length > 0)) return;
  const helper: Vec = Math.abs(along[1]) < 0.9 * length ? [0, 1, 0] : [1, 0, 0];
  const side = cross(along, helper);
  const u = side.map((part) => (part / Math.hypot(...side)) * radius) as unknown as Vec;
  const w = cross(along, u).map((part) => part / length) as unknown as Vec;
  const first = points.length / 3;
  for (const end of [from, to]) {
    for (let at = 0; at < SIDES; at += 1) {
      const [c, s] = [Math.cos((2 * Math.PI * at) / SIDES), Math.sin((2 * Math.PI * at) / SIDES)];
      for (const axis of [0, 1, 2] as const) points.push(end[axis] + u[axis] * c + w[axis] * s);
    }
  }
  for (let at = 0; at < SIDES; at += 1) {
    const next = (at + 1) % SIDES;
    faces.push([[first + at, first + next, first + SIDES + next, first + SIDES + at]]);
  }
}
