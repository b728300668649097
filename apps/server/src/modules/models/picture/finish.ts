import type { Canvas } from './canvas.ts';
import { BACKGROUND, encoded, LINE, LINE_STRENGTH, linear } from './colours.ts';

/** Bend of a surface, as a difference of slopes. A line appears from BENT on, at full strength from SHARP on. */
const BENT = 0.35;
const SHARP = 0.9;

const smooth = (from: number, to: number, value: number): number => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
};

/**
 * Strength of the lines, 0 to 1 for each pixel. On a plane 1/depth changes by the same amount from pixel to pixel. Elsewhere two
 * surfaces meet or one ends. Without lines, white walls on a light background have no contours.
 */
function edges({ width, height, depth }: Canvas, focal: number): Float32Array {
  const strength = new Float32Array(width * height);
  const bend = (at: number, step: number): number => {
    const middle = depth[at] ?? 0;
    const before = depth[at - step] ?? 0;
    const after = depth[at + step] ?? 0;
    // The size of a pixel there is 1 / (middle * focal). A second difference d of 1/depth is a bend of d / middle^2 metres.
    const turn = ((before + after - 2 * middle) / middle) * focal;
    // The line is drawn on the nearer surface only. On both sides of an outline it would be twice as wide.
    const isFarther = turn > 8;
    return isFarther ? 0 : smooth(BENT, SHARP, Math.abs(turn));
  };
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      if ((depth[at] ?? 0) > 0) strength[at] = Math.max(bend(at, 1), bend(at, width));
    }
  }
  return strength;
}

/** Fills the background of an empty canvas, which is then visible through glass. */
function ground({ width, height, rgb }: Canvas): void {
  for (let y = 0; y < height; y += 1) {
    const share = y / (height - 1);
    const colour = BACKGROUND.top.map((top, channel) =>
      linear(top + ((BACKGROUND.bottom[channel] ?? 0) - top) * share),
    );
    for (let x = 0; x < width; x += 1) rgb.set(colour, (y * width + x) * 3);
  }
}

/** Draws lines over the colours and scales down by `scale`. Returns sRGB bytes. */
function picture(canvas: Canvas, lines: Float32Array, scale: number): Uint8Array {
  const [width, height] = [canvas.width / scale, canvas.height / scale];
  const out = new Uint8Array(width * height * 3);
  const part = 1 / (scale * scale);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let sub = 0; sub < scale * scale; sub += 1) {
          const at = (y * scale + Math.floor(sub / scale)) * canvas.width + x * scale + (sub % scale);
          const line = (lines[at] ?? 0) * LINE_STRENGTH;
          sum += (canvas.rgb[at * 3 + channel] ?? 0) * (1 - line) + (LINE[channel] ?? 0) * line;
        }
        out[(y * width + x) * 3 + channel] = encoded(sum * part);
      }
    }
  }
  return out;
}

export const finish = { ground, edges, picture };
