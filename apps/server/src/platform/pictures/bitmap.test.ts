import { describe, expect, it } from 'vitest';
import { bitmapPixels } from './bitmap.ts';
import { bmpOf } from '../../testing/worlds/poison-pictures.ts';

/** Two by two pixels: red and green above, blue and white below. */
const COLOURS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;
const PIXELS = { width: 2, height: 2, data: Buffer.from(COLOURS.flat()) };
const size = { width: 2, height: 2 } as const;
/** The palette of these colours. */
const PALETTE = Buffer.from(COLOURS.flatMap(([red, green, blue]) => [blue, green, red, 0]));
const withPalette = (bits: number, colours: number, data: readonly number[]): Buffer => {
  const file = bmpOf({ ...size, bits, colours }, Buffer.concat([PALETTE, Buffer.from(data)]));
  file.writeUInt32LE(54 + PALETTE.length, 10);
  return file;
};

describe('a bitmap', () => {
  it.each([
    [
      '24 bits',
      bmpOf({ ...size, bits: 24 }, Buffer.from([255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0])),
    ],
    [
      '24 bits from the top',
      bmpOf(
        { width: 2, height: -2, bits: 24 },
        Buffer.from([0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0]),
      ),
    ],
    [
      '32 bits with a fourth byte of zero',
      bmpOf({ ...size, bits: 32 }, Buffer.from([255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0])),
    ],
    ['16 bits', bmpOf({ ...size, bits: 16 }, Buffer.from([0x1f, 0x00, 0xff, 0x7f, 0x00, 0x7c, 0xe0, 0x03]))],
    ['8 bits and a palette', withPalette(8, 4, [2, 3, 0, 0, 0, 1, 0, 0])],
    ['4 bits and a palette', withPalette(4, 4, [0x23, 0, 0, 0, 0x01, 0, 0, 0])],
  ])('of %s has its colours, the top line first', (_what, file) => {
    expect(bitmapPixels(file)).toEqual(PIXELS);
  });

  it('of one bit reads its eight pixels of a byte from the left', () => {
    const palette = Buffer.from([0, 0, 0, 0, 255, 255, 255, 0]);
    const file = bmpOf({ width: 3, height: 1, bits: 1 }, Buffer.concat([palette, Buffer.from([0b1010_0000, 0, 0, 0])]));
    file.writeUInt32LE(62, 10);
    expect([...bitmapPixels(file).data]).toEqual([255, 255, 255, 0, 0, 0, 255, 255, 255]);
  });

  it('with masks reads each colour from its own bits', () => {
    const masks = Buffer.alloc(12);
    for (const [index, mask] of [0xf800, 0x07e0, 0x001f].entries()) masks.writeUInt32LE(mask, index * 4);
    const file = bmpOf(
      { width: 2, height: 1, bits: 16, compression: 3 },
      Buffer.concat([masks, Buffer.from([0x00, 0xf8, 0xe0, 0x07])]),
    );
    file.writeUInt32LE(66, 10);
    expect([...bitmapPixels(file).data]).toEqual([255, 0, 0, 0, 255, 0]);
  });

  it('with too few bytes, too few colours or an unknown depth throws', () => {
    expect(() => bitmapPixels(bmpOf({ ...size, bits: 24 }, Buffer.alloc(15)))).toThrow('too few bytes');
    expect(() => bitmapPixels(bmpOf({ ...size, bits: 8 }, Buffer.alloc(40)))).toThrow('too few colours');
    expect(() => bitmapPixels(bmpOf({ ...size, bits: 48 }, Buffer.alloc(40)))).toThrow('48 bits');
  });
});
