import { describe, expect, it } from 'vitest';
import { frameAround, type Pixels } from './picture-frame.ts';

/** A drawing with a background that darkens downwards, dithered by one step, and a model between the given edges. */
function drawing(
  width: number,
  height: number,
  model?: { left: number; top: number; right: number; bottom: number },
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isModel = model && x >= model.left && x < model.right && y >= model.top && y < model.bottom;
      const ground = 250 - Math.round((y / height) * 30) + ((x + y) % 2);
      data.set(isModel ? [120, 130, 140, 255] : [ground, ground, ground, 255], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

describe('the frame around the model', () => {
  it('has the model in the middle, with free space, in the requested proportion', () => {
    const frame = frameAround(drawing(80, 70, { left: 20, top: 30, right: 60, bottom: 50 }), 1.6);
    if (!frame) throw new Error('nothing was found');
    expect(frame.left + frame.width / 2).toBe(40);
    expect(frame.top + frame.height / 2).toBe(40);
    expect(frame.width / frame.height).toBeCloseTo(1.6);
    expect(frame.width).toBeCloseTo(40 * 1.12);
  });

  it('holds a whole tower, beyond the sides of a narrow drawing', () => {
    const frame = frameAround(drawing(40, 90, { left: 15, top: 5, right: 25, bottom: 85 }), 1.6);
    if (!frame) throw new Error('nothing was found');
    expect(frame.height).toBeCloseTo(80 * 1.12);
    expect(frame.width).toBeGreaterThan(90);
    expect(frame.left).toBeLessThan(0);
  });

  it('is null when the drawing has only background', () => {
    expect(frameAround(drawing(60, 40), 1.6)).toBeNull();
  });
});
