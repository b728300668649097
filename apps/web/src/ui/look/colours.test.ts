import { expect, test } from 'vitest';
import { contrast, inkOn, PALETTE, PALETTE_NAMES } from './colours.ts';

test('white text can be read on every colour of the palette', () => {
  expect(PALETTE_NAMES).toHaveLength(12);
  for (const name of PALETTE_NAMES) expect(contrast(PALETTE[name], '#ffffff'), name).toBeGreaterThanOrEqual(4.5);
  expect(new Set(Object.values(PALETTE)).size).toBe(12);
});

test('text on a light colour is dark, and always has the contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(inkOn('#ffd400')).toBe('#1f2329');
  expect(inkOn(PALETTE.blue)).toBe('#ffffff');
  for (const colour of ['#ffffff', '#767676', '#777777', '#808080', '#e0a000'])
    expect(contrast(colour, inkOn(colour)), colour).toBeGreaterThan(3.5);
});
