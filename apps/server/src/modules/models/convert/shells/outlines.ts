import type { PointTable } from './points.ts';

/** A chain of edges. It grows at both ends until an edge joins them. */
class Chain {
  /** Points before the first one, nearest first. Growing at the front then moves no other point. */
  readonly #front: number[] = [];
  readonly #back: number[];
  #start: number;
  #end: number;
  closed = false;

  constructor(from: number, to: number) {
    this.#back = [from, to];
    this.#start = from;
    this.#end = to;
  }

  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  touches(from: number, to: number): boolean {
    if (this.closed) return false;
    return this.#start === from || this.#start === to || this.#end === from || this.#end === to;
  }

  add(from: number, to: number): void {
    if (!this.touches(from, to)) throw new Error('an edge does not meet the outline it should continue');
    const joinsEnds = (this.#start === from && this.#end === to) || (this.#start === to && this.#end === from);
    if (joinsEnds) this.closed = true;
    else if (this.#start === from) this.grow('front', to);
    else if (this.#end === from) this.grow('back', to);
    else if (this.#start === to) this.grow('front', from);
    else this.grow('back', from);
  }

  /** Appends another chain that begins or ends at an end of this one. */
  merge(other: Chain): void {
    const facing = other.start === this.#end && other.end === this.#start;
    const parallel = other.start === this.#start && other.end === this.#end;
    if (this.closed || other.closed || facing || parallel) throw new Error('two outlines meet in more than one point');
    const points = other.points();
    if (other.end === this.#start || other.end === this.#end) points.reverse();
    for (let i = 1; i < points.length; i++) this.add(points[i - 1] ?? 0, points[i] ?? 0);
  }

  points(): number[] {
    return [...this.#front.toReversed(), ...this.#back];
  }

  private grow(side: 'front' | 'back', point: number): void {
    if (side === 'front') {
      this.#front.push(point);
      this.#start = point;
    } else {
      this.#back.push(point);
      this.#end = point;
    }
  }
}

/** The two axes with the smallest angle to a plane, from its normal. */
function flatAxes(normal: readonly number[]): [first: 0 | 1, second: 1 | 2] {
  const [x = 0, y = 0, z = 0] = normal.map(Math.abs);
  if (x >= y && x >= z) return [1, 2];
  return y >= x && y >= z ? [0, 2] : [0, 1];
}

function areaOf(outline: readonly number[], points: PointTable, normal: readonly number[]): number {
  const [first, second] = flatAxes(normal);
  const u = (point: number): number => (first === 0 ? points.x(point) : points.y(point));
  const v = (point: number): number => (second === 1 ? points.y(point) : points.z(point));
  let total = 0;
  for (let i = 0; i < outline.length; i++) {
    const here = outline[i] ?? 0;
    const next = outline[i === outline.length - 1 ? 0 : i + 1] ?? 0;
    total += u(here) * v(next) * 0.5;
    total -= u(next) * v(here) * 0.5;
  }
  return Math.abs(total);
}

export interface Outline {
  /** Point numbers along the border; empty when the face has no area. */
  profile: number[];
  holes: number[][];
}

/** Joins the border edges of a face into outlines. The one with the largest area is the border, and the others are holes. */
export function outlineOf(
  edges: Iterable<readonly [from: number, to: number]>,
  points: PointTable,
  normal: readonly number[],
): Outline {
  const chains: Chain[] = [];
  for (const [from, to] of edges) {
    const touched = chains.filter((chain) => chain.touches(from, to));
    const [first, second] = touched;
    if (!first) {
      chains.push(new Chain(from, to));
      continue;
    }
    first.add(from, to);
    if (!second) continue;
    first.merge(second);
    chains.splice(chains.indexOf(second), 1);
  }
  const outlines = chains.map((chain) => chain.points());
  let largest = -1;
  let largestArea = 0;
  for (const [index, outline] of outlines.entries()) {
    const area = areaOf(outline, points, normal);
    if (area > largestArea) {
      largestArea = area;
      largest = index;
    }
  }
  if (largest < 0) return { profile: [], holes: [] };
  return { profile: outlines[largest] ?? [], holes: outlines.filter((_, index) => index !== largest) };
}
