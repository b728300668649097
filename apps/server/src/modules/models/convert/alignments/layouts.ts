/** A horizontal segment. `kind` is a value of IfcAlignmentHorizontalSegmentTypeEnum. */
export interface HorizontalSegment {
  start: readonly [number, number];
  /** Radians from the x axis. */
  direction: number;
  /** Curvatures at the ends, positive to the left; 0 is straight. */
  from: number;
  to: number;
  length: number;
  kind: string;
}

/** A vertical segment. `kind` is a value of IfcAlignmentVerticalSegmentTypeEnum. */
export interface VerticalSegment {
  /** Distance along the horizontal layout. */
  at: number;
  length: number;
  height: number;
  /** Slopes at the ends. */
  from: number;
  to: number;
  kind: string;
}

/**
 * Integral of the curvature from one end (0) to the other (1), over the share t of the length. The formulas are those of the
 * standard's transition curves. A Viennese bend ignores the height of its centre of gravity. A cubic counts as the clothoid that
 * it approximates.
 */
const INTEGRALS: Readonly<Record<string, (t: number) => number>> = {
  CLOTHOID: (t) => t ** 2 / 2,
  CUBIC: (t) => t ** 2 / 2,
  BLOSSCURVE: (t) => t ** 3 - t ** 4 / 2,
  COSINECURVE: (t) => t / 2 - Math.sin(Math.PI * t) / (2 * Math.PI),
  SINECURVE: (t) => t ** 2 / 2 + (Math.cos(2 * Math.PI * t) - 1) / (4 * Math.PI ** 2),
  HELMERTCURVE: (t) => (t <= 0.5 ? (2 * t ** 3) / 3 : -t + 2 * t ** 2 - (2 * t ** 3) / 3 + 1 / 6),
  VIENNESEBEND: (t) => 7 * t ** 5 - 14 * t ** 6 + 10 * t ** 7 - 2.5 * t ** 8,
};

/** Direction at a distance from the segment's start, in radians. */
export function headingAt(segment: HorizontalSegment, distance: number): number {
  const { direction, from, to, length, kind } = segment;
  const integral = INTEGRALS[kind];
  if (integral === undefined || length <= 0) return direction + (from || to) * distance;
  return direction + from * distance + (to - from) * length * integral(distance / length);
}

/** Height at a distance from the segment's start. */
export function heightAt({ height, from, to, length, kind }: VerticalSegment, distance: number): number {
  if (kind === 'CONSTANTGRADIENT' || length <= 0) return height + from * distance;
  const [a, b] = [Math.sin(Math.atan(from)), Math.sin(Math.atan(to))];
  if (kind === 'CIRCULARARC' && Math.abs(b - a) > 1e-12) {
    const radius = length / (b - a);
    const angle = Math.asin(Math.min(1, Math.max(-1, a + distance / radius)));
    return height + radius * (Math.cos(Math.atan(from)) - Math.cos(angle));
  }
  return height + from * distance + ((to - from) * distance ** 2) / (2 * length);
}

/** Nodes and weights of the Gauss-Legendre rule with four points, between 0 and 1. */
const GAUSS = [
  [0.069_431_844_202_973_7, 0.173_927_422_568_727],
  [0.330_009_478_207_571_9, 0.326_072_577_431_273],
  [0.669_990_521_792_428_1, 0.326_072_577_431_273],
  [0.930_568_155_797_026_3, 0.173_927_422_568_727],
] as const;

/** A point of the horizontal layout with its distance along it. */
export interface Station {
  along: number;
  x: number;
  y: number;
}

/** Maximum number of points of one segment. */
const MOST = 1000;

/** Number of chords of a segment that stay within `error` of its curve. */
function stepsOf({ from, to, length }: HorizontalSegment, error: number): number {
  const curvature = Math.max(Math.abs(from), Math.abs(to));
  if (curvature === 0) return 1;
  return Math.min(MOST, Math.max(4, Math.ceil(length / Math.sqrt((8 * error) / curvature))));
}

/**
 * Points of a horizontal layout, segment by segment; each segment begins at its own start point. `extra`: distances where the
 * height needs a point, too. `error`: largest distance between a chord and its curve. Both use the unit of the layout.
 */
export function stations(segments: readonly HorizontalSegment[], extra: readonly number[], error: number): Station[] {
  const found: Station[] = [];
  let before = 0;
  for (const segment of segments) {
    const { length } = segment;
    const steps = stepsOf(segment, error);
    const own = Array.from({ length: steps + 1 }, (_, index) => (length * index) / steps);
    const inside = extra.map((along) => along - before).filter((at) => at > 0 && at < length);
    let [x, y] = segment.start;
    let last = 0;
    for (const at of [...own, ...inside].toSorted((a, b) => a - b)) {
      const step = at - last;
      for (const [node, weight] of GAUSS) {
        const heading = headingAt(segment, last + node * step);
        x += weight * step * Math.cos(heading);
        y += weight * step * Math.sin(heading);
      }
      const previous = found.at(-1);
      if (!previous || step > 0 || at === 0) found.push({ along: before + at, x, y });
      last = at;
    }
    before += length;
  }
  return found.filter((station, index) => {
    const previous = found[index - 1];
    return !previous || Math.hypot(station.x - previous.x, station.y - previous.y) > error / 100;
  });
}

/**
 * Height of a vertical layout at a distance along the horizontal one. Beyond its ends the end heights continue. Without a
 * vertical layout the height is 0.
 */
export function profileAt(segments: readonly VerticalSegment[], along: number): number {
  const [first] = segments;
  if (!first) return 0;
  let segment = first;
  for (const next of segments) if (next.at <= along + 1e-9) segment = next;
  return heightAt(segment, Math.min(Math.max(0, along - segment.at), segment.length));
}

/** Distances where a vertical layout needs points: its joints, and points between them where it is curved. */
export function profileJoints(segments: readonly VerticalSegment[], error: number): number[] {
  return segments.flatMap((segment) => {
    const { at, length, from, to, kind } = segment;
    if (kind === 'CONSTANTGRADIENT' || length <= 0) return [at, at + length];
    const curvature = Math.abs(to - from) / length;
    const steps = Math.min(MOST, Math.max(2, Math.ceil(length / Math.sqrt((8 * error) / (curvature || 1e-9)))));
    return Array.from({ length: steps + 1 }, (_, index) => at + (length * index) / steps);
  });
}
