import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/**
 * Encodes an 8-bit RGB picture as a PNG file. Each row stores its difference to the row above, which compresses flat colours
 * well.
 */
export function encodePng(width: number, height: number, rgb: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const stride = width * 3;
  const rows = Buffer.alloc(height * (stride + 1));
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1);
    rows[to] = 2;
    for (let at = 0; at < stride; at += 1) {
      const above = row === 0 ? 0 : (rgb[(row - 1) * stride + at] ?? 0);
      rows[to + 1 + at] = ((rgb[row * stride + at] ?? 0) - above) & 255;
    }
  }
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
