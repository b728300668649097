import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk, PNG_SIGNATURE, pngOf } from './pictures.ts';

/** Pictures that would harm a program that decodes them without limits, or that are broken. */

const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: 10, g: 120, b: 90 } } });

function header(width: number, height: number, [depth, colour, interlace]: readonly [number, number, number]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlace], 8);
  return pngChunk('IHDR', data);
}
const png = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([PNG_SIGNATURE, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
const packed = (bytes: number): Buffer => pngChunk('IDAT', deflateSync(Buffer.alloc(bytes)));
const RGB = [8, 2, 0] as const;

function gifOf(width: number, height: number, frames: Buffer): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return Buffer.concat([head, frames, Buffer.from([0x3b])]);
}
/** A frame of one pixel by 1 x 1 at an offset. */
const frame = (left: number, data: readonly number[]): Buffer =>
  Buffer.from([0x2c, left, left, 0, 0, 1, 0, 1, 0, 0, 2, data.length, ...data, 0]);
const PIXEL = [0x44, 0x01];

function riff(...chunks: readonly (readonly [string, Buffer])[]): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    ...chunks.flatMap(([name, data]) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(data.length);
      return [Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)];
    }),
  ]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
function canvas(side: number): Buffer {
  const data = Buffer.alloc(10);
  data.writeUIntLE(side - 1, 4, 3);
  data.writeUIntLE(side - 1, 7, 3);
  return data;
}
const lossless = (side: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = 0x2f;
  head.writeUInt32LE((side - 1) | ((side - 1) << 14), 1);
  return Buffer.concat([head, data]);
};

interface Bitmap {
  width: number;
  height: number;
  bits: number;
  compression?: number;
  colours?: number;
}
export function bmpOf({ width, height, bits, compression = 0, colours = 0 }: Bitmap, data: Buffer): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54 + data.length, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  head.writeUInt32LE(colours, 46);
  return Buffer.concat([head, data]);
}

/** A progressive JPEG whose last scan stands there thousands of times. Each scan visits the whole picture. */
async function manyScans(): Promise<Buffer> {
  const whole = await flat(6000).jpeg({ progressive: true }).toBuffer();
  const last = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = whole.subarray(last, -2);
  return Buffer.concat([
    whole.subarray(0, -2),
    ...Array.from({ length: 20_000 }, () => scan).slice(0, Math.floor(9_000_000 / scan.length)),
    whole.subarray(-2),
  ]);
}
const resized = (jpeg: Buffer, side: number): Buffer => {
  const other = Buffer.from(jpeg);
  for (const marker of [0xc0, 0xc2]) {
    const at = other.indexOf(Buffer.from([0xff, marker]));
    if (at > 0) {
      other.writeUInt16BE(side, at + 5);
      other.writeUInt16BE(side, at + 7);
    }
  }
  return other;
};
const cutInside = (bytes: Buffer, end: number): Buffer =>
  Buffer.concat([bytes.subarray(0, Math.floor(bytes.length / 2)), bytes.subarray(bytes.length - end)]);

/** Each picture with the results that are right: the refusal, or `ok`. */
export const POISON: readonly (readonly [
  what: string,
  file: () => Buffer | Promise<Buffer>,
  ends: readonly string[],
])[] = [
  ['a png of 225 million pixels', () => png(header(15_000, 15_000, RGB), packed(1000)), ['too_many_pixels']],
  ['a png without its pixels', () => png(header(7000, 7000, RGB), packed(1000)), ['damaged']],
  [
    'a png that unpacks to far more than its size',
    () => png(header(10, 10, RGB), packed(300_000_000)),
    ['ok', 'damaged'],
  ],
  [
    'a png whose text unpacks to 300 MB',
    () => {
      const text = Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(300_000_000))]);
      return png(header(2, 2, RGB), pngChunk('zTXt', text), packed(14));
    },
    ['ok', 'damaged'],
  ],
  [
    'an interlaced png of 400 MB of pixels',
    () => png(header(7000, 7000, [16, 6, 1]), packed(1000)),
    ['damaged', 'memory'],
  ],
  ['a png with a wrong checksum', () => Buffer.from(pngOf(9, 9, [1, 2, 3])).fill(7, 45, 50), ['damaged']],
  ['a png without data', () => png(header(9, 9, RGB)), ['damaged']],
  ['a gif with a screen of 4 billion pixels', () => gifOf(65_535, 65_535, frame(0, PIXEL)), ['too_many_pixels']],
  ['a gif with a large screen and a small frame', () => gifOf(7000, 7000, frame(0, PIXEL)), ['ok', 'damaged']],
  [
    'a gif of 60,000 frames',
    () => gifOf(100, 100, Buffer.concat(Array.from({ length: 60_000 }, () => frame(0, PIXEL)))),
    ['ok', 'damaged'],
  ],
  ['a gif with a broken frame', () => gifOf(10, 10, frame(0, [0xff, 0xff, 0xff])), ['ok', 'damaged']],
  ['a gif without a frame', () => gifOf(10, 10, Buffer.alloc(0)), ['damaged']],
  [
    'a webp of 268 million pixels',
    () => riff(['VP8X', canvas(16_383)], ['VP8L', lossless(16_383, Buffer.alloc(20))]),
    ['too_many_pixels'],
  ],
  [
    'a webp whose frame is larger than its canvas',
    () => riff(['VP8X', canvas(10)], ['VP8L', lossless(16_000, Buffer.alloc(50))]),
    ['damaged', 'too_many_pixels'],
  ],
  ['a webp without data', () => riff(['VP8L', lossless(7000, Buffer.alloc(20))]), ['damaged', 'ok']],
  ['a webp of noise', () => riff(['VP8L', lossless(100, Buffer.alloc(300, 0xa5))]), ['damaged', 'ok']],
  [
    'a bmp of 4 billion pixels',
    () => bmpOf({ width: 65_535, height: 65_535, bits: 1 }, Buffer.alloc(100)),
    ['too_many_pixels'],
  ],
  [
    'a bmp with the lowest height',
    () => bmpOf({ width: 1, height: -2_147_483_648, bits: 24 }, Buffer.alloc(100)),
    ['too_many_pixels'],
  ],
  ['a bmp without its pixels', () => bmpOf({ width: 7000, height: 7000, bits: 24 }, Buffer.alloc(100)), ['damaged']],
  [
    'a bmp with 4 billion colours',
    () => bmpOf({ width: 9, height: 9, bits: 8, colours: 0xffff_ffff }, Buffer.alloc(5000)),
    ['ok'],
  ],
  [
    'a bmp of compressed noise',
    () => bmpOf({ width: 7000, height: 7000, bits: 8, compression: 1 }, Buffer.alloc(9_000_000, 0xfe)),
    ['no_picture'],
  ],
  ['a jpg of 4 billion pixels', async () => resized(await flat(16).jpeg().toBuffer(), 65_535), ['too_many_pixels']],
  ['a jpg without most of its pixels', async () => resized(await flat(16).jpeg().toBuffer(), 7000), ['damaged']],
  ['a jpg of thousands of scans', manyScans, ['damaged', 'timeout', 'ok']],
  ['a jpg that was cut', async () => cutInside(await flat(800).jpeg().toBuffer(), 2), ['damaged']],
  [
    'a drawing that is a program',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ['no_picture'],
  ],
  ['a tiff', async () => flat(8).tiff().toBuffer(), ['no_picture']],
  ['no bytes', () => Buffer.alloc(0), ['no_picture']],
];
