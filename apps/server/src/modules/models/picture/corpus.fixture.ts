import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { tablesOf } from '../convert/frag/frag-file.ts';
import { drawModel, HEIGHT, WIDTH } from './draw.ts';
import { outline } from './pixels.fixture.ts';

/**
 * Least share of drawn pixels. Models of lines and dots cover less of the picture than bodies. Null: a library of types, which
 * draws nothing.
 */
const LEAST: Readonly<Record<string, number | null>> = {
  'linear-placement-of-signal.ifc': 0.005,
  'segmented-reference-curve.ifc': 0.005,
  'tessellation-with-pixel-texture.ifc': null,
};

/** Checks the picture of a corpus model by file name. It must be neither blank nor a dot. */
export async function expectPicture(name: string, fragPath: string): Promise<void> {
  const rgb = drawModel(tablesOf(await readFile(fragPath)), { ms: 20_000 });
  const least = LEAST[name] === undefined ? 0.06 : LEAST[name];
  if (least === null) return expect(rgb).toBe(null);
  if (!rgb) throw new Error(`${name} has no picture`);
  const { left, right, top, bottom, share } = outline(rgb);
  expect(share, 'share of the pixels that differ from the background').toBeGreaterThan(least);
  expect(Math.max((right - left) / WIDTH, (bottom - top) / HEIGHT)).toBeGreaterThan(0.75);
}
