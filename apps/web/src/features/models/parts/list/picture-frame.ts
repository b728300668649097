/** A picture as pixels, four bytes each, the top row first. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Smallest difference from the background, summed over the three colours. The gradient is dithered by one or two steps.
 */
const DIFFERENT = 24;
/** Free space around the model, as a share of its larger side. */
const ROOM = 0.06;

/**
 * The part of a drawing with the model in the middle, in the requested proportion. It may reach beyond the drawing. A
 * view fitted into a window keeps room for bars and has other proportions than a card. Null when only background is
 * drawn. The first pixel of each row is the background, which changes only from top to bottom.
 */
export function frameAround({ width, height, data }: Pixels, proportion: number): Frame | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    const ground = y * width * 4;
    for (let x = 1; x < width; x += 1) {
      const at = ground + x * 4;
      if (apart(data, at, ground) <= DIFFERENT) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  const [wide, high] = [right - left + 1, bottom - top + 1];
  const room = Math.max(wide, high) * ROOM * 2;
  const frameHeight = Math.max(high + room, (wide + room) / proportion);
  const frameWidth = frameHeight * proportion;
  return {
    left: (left + right + 1) / 2 - frameWidth / 2,
    top: (top + bottom + 1) / 2 - frameHeight / 2,
    width: frameWidth,
    height: frameHeight,
  };
}

const apart = (data: Uint8ClampedArray, a: number, b: number): number =>
  Math.abs((data[a] ?? 0) - (data[b] ?? 0)) +
  Math.abs((data[a + 1] ?? 0) - (data[b + 1] ?? 0)) +
  Math.abs((data[a + 2] ?? 0) - (data[b + 2] ?? 0));
