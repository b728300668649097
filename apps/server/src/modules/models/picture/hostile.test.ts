import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { createLog } from '../../../platform/log.ts';
import { pictureIn } from '../thumbs.ts';
import { drawBench } from './draw-bench.fixture.ts';
import { drawPicture } from './index.ts';

const parts = { log: createLog('silent') };
const { folder, fragOf } = drawBench();
let packed = Buffer.alloc(0);
let raw = Buffer.alloc(0);
beforeAll(async () => {
  packed = await readFile(await fragOf('whole', writeSmallBuilding({ storeys: 1 })));
  raw = inflateSync(packed);
}, 60_000);

/** The tables with every `step`-th word replaced. */
function damaged(step: number, word: number): Buffer {
  const bytes = Buffer.from(raw);
  for (let at = 0; at + 4 <= bytes.length; at += 4 * step) bytes.writeUInt32LE(word, at);
  return bytes;
}

/** The tables with a changed first offset, or a changed offset of the first table. */
function redirected(at: number, word: number): Buffer {
  const bytes = Buffer.from(raw);
  bytes.writeUInt32LE(word, at);
  return bytes;
}

const CASES: readonly [name: string, bytes: () => Buffer][] = [
  ['nothing', () => Buffer.alloc(0)],
  ['half of the packed file', () => packed.subarray(0, packed.length / 2)],
  ['half of the tables', () => deflateSync(raw.subarray(0, raw.length / 2))],
  ['the first bytes of the tables', () => deflateSync(raw.subarray(0, 64))],
  ['a root far outside', () => deflateSync(redirected(0, 0xffff_fff0))],
  ['a root at itself', () => deflateSync(redirected(0, 0))],
  ['huge counts everywhere', () => deflateSync(damaged(7, 0x7fff_ffff))],
  ['negative offsets everywhere', () => deflateSync(damaged(11, 0xffff_ffff))],
  ['zeros everywhere', () => deflateSync(damaged(5, 0))],
  ['a small file of 768 MB of zeros', () => deflateSync(Buffer.alloc(768 * 1024 * 1024), { level: 1 })],
];

describe('damaged bytes of a model', () => {
  it.each(CASES)('%s: no picture or a full one, and the server stays up', { timeout: 120_000 }, async (name, bytes) => {
    const work = path.join(folder(), name.replaceAll(/\W/g, '-'));
    await mkdir(work);
    const file = path.join(folder(), `${path.basename(work)}.frag`);
    await writeFile(file, bytes());
    const { thumb, drawn_at } = await drawPicture(parts, file, work);
    expect(drawn_at, 'it is not tried again').toBeInstanceOf(Date);
    expect(thumb === null || pictureIn(thumb) !== null).toBe(true);
    expect(await readdir(work)).toEqual([]);
  });
});
