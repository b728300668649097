export type Point2 = readonly [number, number];

/** A straight piece from `start` along the unit vector `along`. Parameters are distances. */
export interface Straight {
  kind: 'straight';
  start: Point2;
  along: Point2;
  from: number;
  to: number;
}

/** A piece of a circle, counter-clockwise (`turn` 1) or clockwise (-1). Parameters are angles from `start`, in radians. */
export interface Arc {
  kind: 'arc';
  centre: Point2;
  radius: number;
  start: number;
  sweep: number;
  turn: 1 | -1;
}

export type Piece = Straight | Arc;

export function straight(a: Point2, b: Point2, from = 0, to = Math.hypot(b[0] - a[0], b[1] - a[1])): Straight | null {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (!(length > 0)) return null;
  return { kind: 'straight', start: a, along: [(b[0] - a[0]) / length, (b[1] - a[1]) / length], from, to };
}

const whole = (angle: number): number => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);

/** The arc from `a` over `b` to `c`; a straight piece when the three are collinear. */
export function arcThrough(a: Point2, b: Point2, c: Point2): Piece | null {
  const d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]));
  if (Math.abs(d) < 1e-9) return straight(a, c);
  const [aa, bb, cc] = [a, b, c].map(([x, y]) => x * x + y * y) as [number, number, number];
  const centre: Point2 = [
    (aa * (b[1] - c[1]) + bb * (c[1] - a[1]) + cc * (a[1] - b[1])) / d,
    (aa * (c[0] - b[0]) + bb * (a[0] - c[0]) + cc * (b[0] - a[0])) / d,
  ];
  const angle = ([x, y]: Point2): number => Math.atan2(y - centre[1], x - centre[0]);
  const start = angle(a);
  const sweep = whole(angle(c) - start);
  const forward = whole(angle(b) - start) <= sweep;
  const radius = Math.hypot(a[0] - centre[0], a[1] - centre[1]);
  return forward
    ? { kind: 'arc', centre, radius, start, sweep, turn: 1 }
    : { kind: 'arc', centre, radius, start, sweep: 2 * Math.PI - sweep, turn: -1 };
}

export function reversed(piece: Piece): Piece {
  if (piece.kind === 'straight') {
    const along: Point2 = [-piece.along[0], -piece.along[1]];
    return { ...piece, along, from: -piece.to, to: -piece.from };
  }
  const end = piece.start + piece.turn * piece.sweep;
  return { ...piece, start: end, turn: piece.turn === 1 ? -1 : 1 };
}

/** The piece moved by a distance to its left; null for an arc that shrinks to nothing. */
export function offset(piece: Piece, distance: number): Piece | null {
  if (piece.kind === 'straight') {
    const [dx, dy] = piece.along;
    return { ...piece, start: [piece.start[0] - dy * distance, piece.start[1] + dx * distance] };
  }
  const radius = piece.radius - piece.turn * distance;
  return radius > 0 ? { ...piece, radius } : null;
}

/** Distance of a point on the extended piece beyond the piece's ends; 0 on the piece. */
function beyond(piece: Piece, [x, y]: Point2): number {
  if (piece.kind === 'straight') {
    const at = (x - piece.start[0]) * piece.along[0] + (y - piece.start[1]) * piece.along[1];
    return Math.max(0, piece.from - at, at - piece.to);
  }
  const angle = whole(piece.turn * (Math.atan2(y - piece.centre[1], x - piece.centre[0]) - piece.start));
  const over = angle - piece.sweep;
  return over <= 0 ? 0 : piece.radius * Math.min(over, 2 * Math.PI - angle);
}

/** Direction of travel at a point of the piece. */
export function tangent(piece: Piece, [x, y]: Point2): Point2 {
  if (piece.kind === 'straight') return piece.along;
  const [rx, ry] = [(x - piece.centre[0]) / piece.radius, (y - piece.centre[1]) / piece.radius];
  return [-ry * piece.turn, rx * piece.turn];
}

function straightStraight(a: Straight, b: Straight): Point2[] {
  const cross = a.along[0] * b.along[1] - a.along[1] * b.along[0];
  if (Math.abs(cross) < 1e-9) return [];
  const [wx, wy] = [b.start[0] - a.start[0], b.start[1] - a.start[1]];
  const at = (wx * b.along[1] - wy * b.along[0]) / cross;
  return [[a.start[0] + a.along[0] * at, a.start[1] + a.along[1] * at]];
}

function straightArc(line: Straight, arc: Arc): Point2[] {
  const [wx, wy] = [arc.centre[0] - line.start[0], arc.centre[1] - line.start[1]];
  const nearest = wx * line.along[0] + wy * line.along[1];
  const height = wx * wx + wy * wy - nearest * nearest;
  const half = arc.radius * arc.radius - height;
  if (half < -1e-6 * arc.radius * arc.radius) return [];
  const reach = Math.sqrt(Math.max(0, half));
  return [nearest - reach, nearest + reach].map((at) => [
    line.start[0] + line.along[0] * at,
    line.start[1] + line.along[1] * at,
  ]);
}

function arcArc(a: Arc, b: Arc): Point2[] {
  const [dx, dy] = [b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]];
  const distance = Math.hypot(dx, dy);
  if (distance < 1e-9) return [];
  const along = (distance * distance + a.radius * a.radius - b.radius * b.radius) / (2 * distance);
  const height = a.radius * a.radius - along * along;
  if (height < -1e-6 * a.radius * a.radius) return [];
  const [ux, uy, h] = [dx / distance, dy / distance, Math.sqrt(Math.max(0, height))];
  return [h, -h].map((side) => [a.centre[0] + ux * along - uy * side, a.centre[1] + uy * along + ux * side]);
}

function crossings(a: Piece, b: Piece): Point2[] {
  if (a.kind === 'straight') return b.kind === 'straight' ? straightStraight(a, b) : straightArc(a, b);
  return b.kind === 'straight' ? straightArc(b, a) : arcArc(a, b);
}

/**
 * The intersection of two curves, with the direction of the first one there. It is the point on both curves, else the one nearest
 * to their ends; null when they never meet.
 */
export function crossing(first: readonly Piece[], second: readonly Piece[]): { at: Point2; along: Point2 } | null {
  let best: { at: Point2; along: Point2; beyond: number } | null = null;
  for (const a of first) {
    for (const b of second) {
      for (const at of crossings(a, b)) {
        const far = beyond(a, at) + beyond(b, at);
        if (Number.isFinite(far) && (best === null || far < best.beyond - 1e-9)) {
          best = { at, along: tangent(a, at), beyond: far };
        }
      }
    }
  }
  return best && { at: best.at, along: best.along };
}
