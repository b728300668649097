import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { createLog } from '../../../platform/log.ts';
import { tablesOf } from '../convert/frag/frag-file.ts';
import { pictureIn } from '../thumbs.ts';
import { drawBench } from './draw-bench.fixture.ts';
import { drawModel, HEIGHT, WIDTH } from './draw.ts';
import { drawPicture } from './index.ts';
import { countOf, outline, pixel, type Pixel } from './pixels.fixture.ts';
import { encodePng } from './png.ts';

const parts = { log: createLog('silent') };
const { folder, fragOf, drawn } = drawBench();

describe('the picture of a model', () => {
  it(
    'shows the building in the centre with a margin, shaded, with lines, on the light background',
    { timeout: 60_000 },
    async () => {
      const rgb = await drawn('small', writeSmallBuilding());
      expect(rgb).toHaveLength(WIDTH * HEIGHT * 3);
      const { left, right, top, bottom, share } = outline(rgb);
      expect(share).toBeGreaterThan(0.15);
      expect(share).toBeLessThan(0.8);
      expect(Math.max((right - left) / WIDTH, (bottom - top) / HEIGHT)).toBeGreaterThan(0.8);
      for (const room of [left, WIDTH - right, top, HEIGHT - bottom]) expect(room).toBeGreaterThan(5);
      expect(Math.abs(left - (WIDTH - 1 - right))).toBeLessThan(20);
      const colours = new Set<string>();
      for (let y = top; y <= bottom; y += 1)
        for (let x = left; x <= right; x += 1) colours.add(pixel(rgb, x, y).join());
      expect(colours.size).toBeGreaterThan(50);
    },
  );

  it('has the colours of the file', { timeout: 60_000 }, async () => {
    const text = writeSmallBuilding({ storeys: 1 }).toString();
    const painted = text.replace(/IFCCOLOURRGB\(([^,]*),[^;]*\);/g, 'IFCCOLOURRGB($1,0.8,0.1,0.1);');
    const isRed = ([red, green, blue]: Pixel): boolean => red > 90 && red > green * 1.8 && red > blue * 1.8;
    expect(painted, 'the building has colours').not.toBe(text);
    const [before, after] = [countOf(await drawn('plain', text), isRed), countOf(await drawn('red', painted), isRed)];
    expect(after).toBeGreaterThan(before + 2000);
  });

  it(
    'is made in a separate process, is small enough to be stored, and leaves no file behind',
    { timeout: 60_000 },
    async () => {
      const fragPath = await fragOf('own', writeSmallBuilding({ storeys: 2 }));
      const work = path.join(folder(), 'work');
      await mkdir(work);
      const { thumb, thumb_type, drawn_at } = await drawPicture(parts, fragPath, work);
      expect({ thumb_type, drawn_at }).toEqual({ thumb_type: 'image/png', drawn_at: expect.any(Date) });
      expect(pictureIn(thumb ?? Buffer.alloc(0))).toEqual({ type: 'image/png', width: WIDTH, height: HEIGHT });
      expect(thumb?.length).toBeLessThan(100 * 1024);
      expect(await readdir(work)).toEqual([]);
      const stopped = await drawPicture(parts, fragPath, work, AbortSignal.abort());
      expect(stopped, 'tried again later').toEqual({ thumb: null, thumb_type: null, drawn_at: null });
      await copyFile(path.join(folder(), 'own.ifc'), path.join(work, 'no.frag'));
      expect(await drawPicture(parts, path.join(work, 'no.frag'), work)).toMatchObject({
        thumb: null,
        drawn_at: expect.any(Date),
      });
      expect(await drawPicture(parts, path.join(work, 'missing.frag'), work)).toMatchObject({ thumb: null });
    },
  );

  it('ends at its time limit, with the largest pieces drawn', { timeout: 60_000 }, async () => {
    const model = tablesOf(await readFile(await fragOf('late', writeSmallBuilding())));
    expect(drawModel(model, { ms: -1 }), 'no empty picture').toBe(null);
  });
});

it('a PNG holds the pixels it was given', () => {
  const rgb = Uint8Array.from({ length: 5 * 3 * 3 }, (_, at) => (at * 37) % 256);
  const png = encodePng(5, 3, rgb);
  expect(pictureIn(png)).toEqual({ type: 'image/png', width: 5, height: 3 });
  const rows = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
  const back = new Uint8Array(rgb.length);
  for (let row = 0; row < 3; row += 1) {
    for (let x = 0; x < 15; x += 1) {
      const above = row === 0 ? 0 : (back[(row - 1) * 15 + x] ?? 0);
      back[row * 15 + x] = ((rows[row * 16 + 1 + x] ?? 0) + above) & 255;
    }
  }
  expect(back).toEqual(rgb);
});
