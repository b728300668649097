import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { LIMITS } from '@prdm/contract/limits';
import { bmpOf, POISON } from '../../testing/worlds/poison-pictures.ts';
import { readPicture } from './read-picture.ts';

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const bitmap = (width: number, height: number): Buffer =>
  bmpOf({ width, height, bits: 24 }, Buffer.alloc(height * Math.ceil((width * 3) / 4) * 4, Buffer.from([30, 30, 200])));

async function read(bytes: Buffer) {
  const reading = await readPicture(bytes);
  if (!reading.ok) throw new Error(`${reading.problem}: ${reading.detail}`);
  const { data, info } = await sharp(reading.thumb).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { kind: reading.kind, width: info.width, height: info.height, first: [...data.subarray(0, 3)] };
}
/** Compression changes a colour a little. */
const isRed = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean =>
  Math.abs(red - 200) < 12 && Math.abs(green - 30) < 12 && Math.abs(blue - 30) < 12;

describe('the thumbnail of a picture', () => {
  it.each([
    ['gif', () => flat(600, 300).gif().toBuffer()],
    ['jpeg', () => flat(600, 300).jpeg().toBuffer()],
    ['png', () => flat(600, 300).png().toBuffer()],
    ['webp', () => flat(600, 300).webp().toBuffer()],
    ['bmp', async () => bitmap(600, 300)],
  ] as const)('[API-055] of a %s has 200 pixels on its longer side and the right colour', async (type, make) => {
    const { kind, width, height, first } = await read(await make());
    expect(kind).toEqual({ type: `image/${type}`, width: 600, height: 300 });
    expect([width, height]).toEqual([200, 100]);
    expect(isRed(first)).toBe(true);
  });

  it('is upright, without metadata, and never larger than the picture', async () => {
    const lying = await flat(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await read(lying)).toMatchObject({ width: 100, height: 200 });
    const reading = await readPicture(lying);
    const { exif, orientation } = await sharp(reading.ok ? reading.thumb : Buffer.alloc(0)).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(await read(await flat(20, 10).png().toBuffer())).toMatchObject({ width: 20, height: 10 });
  });

  it('is made of a picture of 50 million pixels within the limits of the process', async () => {
    const side = Math.floor(Math.sqrt(LIMITS.imagePixels));
    for (const make of [
      () => flat(side, side).jpeg({ progressive: true }).toBuffer(),
      () => flat(side, side).png({ progressive: true }).toBuffer(),
    ])
      expect(await read(await make())).toMatchObject({ width: 200, height: 200 });
  }, 120_000);
});

describe('[S48] a hostile or broken picture', () => {
  it.each(POISON)(
    '%s ends with its reason',
    async (_what, file, ends) => {
      const reading = await readPicture(await file());
      expect(ends).toContain(reading.ok ? 'ok' : reading.problem);
    },
    120_000,
  );

  it('ends when it takes too much time or memory', async () => {
    const large = await flat(5000, 5000).png({ progressive: true }).toBuffer();
    expect(await readPicture(large, { timeoutMs: 1 })).toMatchObject({ ok: false, problem: 'timeout' });
    expect(await readPicture(large, { rssMb: 40 })).toMatchObject({ ok: false, problem: 'memory' });
  });
});
