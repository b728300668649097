/** A planar polygon projected to the picture. An area inside an even number of loops is a hole. */
export interface ScreenPolygon {
  /** Pixels, alternating x and y. */
  readonly points: Float64Array;
  /** End of each loop, in points. */
  readonly ends: readonly number[];
  /** 1/depth at pixel (x, y) is a * x + b * y + c, which is exact on a plane. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** 1/depth of the nearest and of the farthest corner, as limits. Slivers would exceed them. */
  readonly least: number;
  readonly most: number;
  /** Linear light, 0 to 1. */
  readonly colour: readonly [number, number, number];
  /** 0 to 1. Below 1 the polygon is transparent. */
  readonly alpha: number;
}

/** A point on the picture, in pixels, with 1/depth. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
  readonly near: number;
}

export interface Pen {
  /** Pixels. */
  readonly width: number;
  /** Linear light, 0 to 1. */
  readonly colour: readonly [number, number, number];
  /** Called for each drawn pixel. Without it the pixel gets the depth of the stroke. */
  readonly onPixel?: (at: number) => void;
}

/** With two coincident faces, the one drawn first stays. */
const NEARER = 1 + 1e-5;

/** Colours in linear light and a depth buffer. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
  /** 1/depth, 0 where nothing is drawn. */
  readonly depth: Float32Array;
  #crossings = new Float64Array(1024);

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.rgb = new Float32Array(width * height * 3);
    this.depth = new Float32Array(width * height);
  }

  /** Fills the pixels with their centre inside, unless a nearer pixel is there. Returns their number. */
  fill(polygon: ScreenPolygon): number {
    const { points } = polygon;
    let [top, bottom] = [Infinity, -Infinity];
    for (let at = 1; at < points.length; at += 2) {
      top = Math.min(top, points[at] ?? 0);
      bottom = Math.max(bottom, points[at] ?? 0);
    }
    const first = Math.max(0, Math.ceil(top - 0.5));
    const last = Math.min(this.height - 1, Math.floor(bottom - 0.5));
    if (!(first <= last)) return 0;
    const starts = this.#cross(polygon, first, last);
    let filled = 0;
    for (let row = first; row <= last; row += 1) {
      const from = starts[row - first] ?? 0;
      const to = starts[row - first + 1] ?? 0;
      const line = this.#crossings.subarray(from, to).sort();
      for (let pair = 0; pair + 1 < line.length; pair += 2)
        filled += this.#span(polygon, row, line[pair] ?? 0, line[pair + 1] ?? 0);
    }
    return filled;
  }

  /** Draws a straight line, or a square for two equal ends, unless nearer pixels cover it. Returns the number of drawn pixels. */
  stroke(from: ScreenPoint, to: ScreenPoint, pen: Pen): number {
    const part = this.#within(from, to, pen.width);
    if (!part) return 0;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const isFlat = Math.abs(dx) >= Math.abs(dy);
    const length = Math.hypot(dx, dy);
    // Pixels along the shorter axis. A slanted line is then as wide as a horizontal one.
    const across = Math.max(
      1,
      Math.round(length > 0 ? (pen.width * length) / Math.max(Math.abs(dx), Math.abs(dy)) : pen.width),
    );
    const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) * (part.to - part.from));
    const along = length > 0 ? 1 : across;
    let filled = 0;
    for (let step = 0; step <= steps; step += 1) {
      const share = part.from + ((part.to - part.from) * step) / Math.max(1, steps);
      const near = from.near + (to.near - from.near) * share;
      const left = Math.round(from.x + dx * share - (isFlat ? along : across) / 2);
      const top = Math.round(from.y + dy * share - (isFlat ? across : along) / 2);
      filled += this.#block(left, top, isFlat ? along : across, isFlat ? across : along, near, pen);
    }
    return filled;
  }

  /** The part of a line inside the picture, as shares of its length. */
  #within(from: ScreenPoint, to: ScreenPoint, room: number): { from: number; to: number } | null {
    let [first, last] = [0, 1];
    const sides = [
      [from.x, to.x - from.x, this.width],
      [from.y, to.y - from.y, this.height],
    ] as const;
    for (const [start, change, size] of sides) {
      if (!Number.isFinite(start) || !Number.isFinite(change)) return null;
      const [low, high] = [(-room - start) / change, (size + room - start) / change];
      if (change === 0) {
        if (start < -room || start > size + room) return null;
        continue;
      }
      first = Math.max(first, Math.min(low, high));
      last = Math.min(last, Math.max(low, high));
    }
    return first <= last ? { from: first, to: last } : null;
  }

  #block(left: number, top: number, width: number, height: number, near: number, { colour, onPixel }: Pen): number {
    let filled = 0;
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x += 1) {
        const at = y * this.width + x;
        if (near <= (this.depth[at] ?? 0) * NEARER) continue;
        filled += 1;
        this.rgb.set(colour, at * 3);
        if (onPixel) onPixel(at);
        else this.depth[at] = near;
      }
    }
    return filled;
  }

  /** The edges' intersections with the middles of the rows, row by row. Returns the start index of each row. */
  #cross({ points, ends }: ScreenPolygon, first: number, last: number): Int32Array {
    const counts = new Int32Array(last - first + 2);
    const each = (visit: (row: number, x: number) => void): void => {
      let from = 0;
      for (const end of ends) {
        for (let at = from; at < end; at += 1) {
          const next = at + 1 === end ? from : at + 1;
          const [x0, y0] = [points[at * 2] ?? 0, points[at * 2 + 1] ?? 0];
          const [x1, y1] = [points[next * 2] ?? 0, points[next * 2 + 1] ?? 0];
          const [low, high] = y0 < y1 ? [y0, y1] : [y1, y0];
          const begin = Math.max(first, Math.ceil(low - 0.5));
          const stop = Math.min(last + 1, Math.ceil(high - 0.5));
          const slope = (x1 - x0) / (y1 - y0);
          for (let row = begin; row < stop; row += 1) visit(row - first, x0 + (row + 0.5 - y0) * slope);
        }
        from = end;
      }
    };
    each((row) => {
      counts[row + 1] = (counts[row + 1] ?? 0) + 1;
    });
    for (let row = 1; row < counts.length; row += 1) counts[row] = (counts[row] ?? 0) + (counts[row - 1] ?? 0);
    const total = counts.at(-1) ?? 0;
    if (this.#crossings.length < total) this.#crossings = new Float64Array(total * 2);
    const cursor = counts.slice();
    each((row, x) => {
      const at = cursor[row] ?? 0;
      this.#crossings[at] = x;
      cursor[row] = at + 1;
    });
    return counts;
  }

  #span(polygon: ScreenPolygon, row: number, left: number, right: number): number {
    const { a, b, c, least, most, alpha } = polygon;
    const [red, green, blue] = polygon.colour;
    const from = Math.max(0, Math.ceil(left - 0.5));
    const to = Math.min(this.width - 1, Math.ceil(right - 0.5) - 1);
    const base = b * (row + 0.5) + c;
    let filled = 0;
    for (let x = from; x <= to; x += 1) {
      const depth = Math.min(most, Math.max(least, a * (x + 0.5) + base));
      const at = row * this.width + x;
      if (depth <= (this.depth[at] ?? 0) * NEARER) continue;
      filled += 1;
      if (alpha < 1) {
        const keep = 1 - alpha;
        this.rgb[at * 3] = (this.rgb[at * 3] ?? 0) * keep + red * alpha;
        this.rgb[at * 3 + 1] = (this.rgb[at * 3 + 1] ?? 0) * keep + green * alpha;
        this.rgb[at * 3 + 2] = (this.rgb[at * 3 + 2] ?? 0) * keep + blue * alpha;
        continue;
      }
      this.depth[at] = depth;
      this.rgb[at * 3] = red;
      this.rgb[at * 3 + 1] = green;
      this.rgb[at * 3 + 2] = blue;
    }
    return filled;
  }
}
