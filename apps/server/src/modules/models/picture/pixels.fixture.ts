import { BACKGROUND } from './colours.ts';
import { HEIGHT, WIDTH } from './draw.ts';

export type Pixel = readonly [number, number, number];

export const pixel = (rgb: Uint8Array, x: number, y: number): Pixel => {
  const at = (y * WIDTH + x) * 3;
  return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
};

const groundAt = (y: number): Pixel =>
  BACKGROUND.top.map((top, channel) => top + (((BACKGROUND.bottom[channel] ?? 0) - top) * y) / (HEIGHT - 1)) as never;
const isGround = (rgb: Uint8Array, x: number, y: number): boolean =>
  pixel(rgb, x, y).every((value, channel) => Math.abs(value - (groundAt(y)[channel] ?? 0)) <= 2);

/** The number of matching pixels. */
export function countOf(rgb: Uint8Array, isLike: (pixel: Pixel) => boolean): number {
  let count = 0;
  for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) if (isLike(pixel(rgb, x, y))) count += 1;
  return count;
}

/** The box around everything except the background, and its share of the picture. */
export function outline(rgb: Uint8Array) {
  let [left, right, top, bottom, count] = [WIDTH, -1, HEIGHT, -1, 0];
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      if (isGround(rgb, x, y)) continue;
      count += 1;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return { left, right, top, bottom, share: count / (WIDTH * HEIGHT) };
}
