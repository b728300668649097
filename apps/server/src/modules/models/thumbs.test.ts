import { describe, expect, it } from 'vitest';
import { crc32, deflateSync } from 'node:zlib';
import { jpegOf } from './thumbs.fixture.ts';
import { pictureIn, thumbOf } from './thumbs.ts';

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
const pngOf = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(16))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const webpOf = (kind: string, data: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(20), data, Buffer.alloc(Math.max(0, 10 - data.length))]);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write(`WEBP${kind}`, 8, 'latin1');
  bytes.writeUInt32LE(bytes.length - 20, 16);
  return bytes;
};
const vp8 = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0x00]);
const vp8l = Buffer.from([0x2f, 0x3f, 0xc1, 0x2c, 0x00, 0x00]);
const vp8x = Buffer.from([0, 0, 0, 0, 0x3f, 0x01, 0x00, 0xb3, 0x00, 0x00]);

describe('a small picture', () => {
  it.each([
    ['JPEG', jpegOf(320, 180), 'image/jpeg'],
    ['PNG', pngOf(320, 180), 'image/png'],
    ['WebP, lossy', webpOf('VP8 ', vp8), 'image/webp'],
    ['WebP, lossless', webpOf('VP8L', vp8l), 'image/webp'],
    ['WebP, extended', webpOf('VP8X', vp8x), 'image/webp'],
  ])('%s is known by its structure, with its size', (_name, bytes, type) => {
    expect(pictureIn(bytes)).toEqual({ type, width: 320, height: 180 });
    expect(thumbOf(bytes.toString('base64'))).toEqual({ bytes, type });
  });

  it.each([
    ['only the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])],
    ['a JPEG that is cut off', jpegOf(320, 180).subarray(0, -2)],
    ['a JPEG with something behind its end', Buffer.concat([jpegOf(320, 180), Buffer.from('<script>')])],
    ['a JPEG whose segments run out of the file', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x7f, 0xff, 0xff, 0xd9])],
    ['a JPEG without a size', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9])],
    ['a JPEG of no height', jpegOf(320, 0)],
    ['a JPEG of a size for a wall', jpegOf(65_535, 65_535)],
    ['a PNG that would fill the memory', pngOf(60_000, 60_000)],
    ['a PNG with a sum that is wrong', pngOf(320, 180).fill(1, 20, 21)],
    ['a PNG that is cut off', pngOf(320, 180).subarray(0, -12)],
    ['a PNG with something behind its end', Buffer.concat([pngOf(320, 180), Buffer.from('PK')])],
    ['a WebP of another length than it declares', Buffer.concat([webpOf('VP8 ', vp8), Buffer.from('x')])],
    ['a WebP of no known kind', webpOf('ANIM', vp8)],
    ['a WebP frame without its start code', webpOf('VP8 ', Buffer.alloc(10))],
    ['a drawing', Buffer.from('<svg onload=alert(1)>')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is none', (_name, bytes) => {
    expect(pictureIn(bytes)).toBeNull();
  });

  it('is refused above 200 KB in every format, and is optional', () => {
    const large = Buffer.concat([
      jpegOf(320, 180).subarray(0, -2),
      Buffer.alloc(200 * 1024),
      Buffer.from([0xff, 0xd9]),
    ]);
    expect(pictureIn(large)).not.toBeNull();
    expect(() => thumbOf(large.toString('base64'))).toThrow('validation.value');
    expect([thumbOf(undefined), thumbOf('')]).toEqual([null, null]);
  });
});
