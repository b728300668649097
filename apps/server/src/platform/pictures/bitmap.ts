/** The pixels of a bitmap, three bytes each (red, green, blue), the top line first. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Compressions that are read: none, and none with masks of colours. */
const [PLAIN, MASKED, MASKED_ALPHA] = [0, 3, 6];
export const BMP_COMPRESSIONS: readonly number[] = [PLAIN, MASKED, MASKED_ALPHA];
/** Sizes of the headers in use, from Windows 3 to version 5. The header of OS/2 has 12 bytes and is not read. */
export const BMP_HEADERS: readonly number[] = [40, 52, 56, 108, 124];

/** Place of the masks and, without masks, of the palette behind the smallest header. */
const MASKS_AT = 54;
const DEFAULT_MASKS: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x03e0, 0x001f],
  32: [0xff0000, 0x00ff00, 0x0000ff],
};

/**
 * Reads a bitmap of 1, 4, 8, 16, 24 or 32 bits a pixel without compression. Transparency is left out: most programs
 * leave the fourth byte at zero without meaning it. Throws on a broken bitmap.
 */
export function bitmapPixels(bytes: Buffer): Pixels {
  const start = bytes.readUInt32LE(10);
  const width = bytes.readInt32LE(18);
  const signedHeight = bytes.readInt32LE(22);
  const height = Math.abs(signedHeight);
  const bits = bytes.readUInt16LE(28);
  // Each line ends at a multiple of four bytes.
  const line = Math.ceil((bits * width) / 32) * 4;
  if (start + line * height > bytes.length) throw new Error('the bitmap has too few bytes');
  const put = readerOf(bytes, bits);
  const data = Buffer.allocUnsafe(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const from = start + line * (signedHeight < 0 ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) put(data, (y * width + x) * 3, from, x);
  }
  return { width, height, data };
}

/** Writes pixel `x` of the line that begins at `from` into `to` at `at`. */
type Put = (to: Buffer, at: number, from: number, x: number) => void;

function readerOf(bytes: Buffer, bits: number): Put {
  if (bits === 24)
    return (to, at, from, x) => {
      const place = from + x * 3;
      to[at] = bytes[place + 2] ?? 0;
      to[at + 1] = bytes[place + 1] ?? 0;
      to[at + 2] = bytes[place] ?? 0;
    };
  if (bits === 16 || bits === 32) return maskedReader(bytes, bits);
  if (bits === 1 || bits === 4 || bits === 8) return paletteReader(bytes, bits);
  throw new Error(`a bitmap of ${bits} bits`);
}

function maskedReader(bytes: Buffer, bits: 16 | 32): Put {
  const isMasked = bytes.readUInt32LE(30) !== PLAIN;
  const masks = isMasked ? [0, 4, 8].map((at) => bytes.readUInt32LE(MASKS_AT + at)) : (DEFAULT_MASKS[bits] ?? []);
  const channels = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, scale: mask === 0 ? 0 : 255 / (mask >>> shift) };
  });
  const read = bits === 16 ? (at: number) => bytes.readUInt16LE(at) : (at: number) => bytes.readUInt32LE(at);
  const size = bits / 8;
  return (to, at, from, x) => {
    const value = read(from + x * size);
    for (const [index, { mask, shift, scale }] of channels.entries())
      to[at + index] = Math.round(((value & mask) >>> shift) * scale);
  };
}

function paletteReader(bytes: Buffer, bits: 1 | 4 | 8): Put {
  const header = bytes.readUInt32LE(14);
  const given = bytes.readUInt32LE(46);
  const count = given === 0 ? 2 ** bits : Math.min(given, 2 ** bits);
  const at = 14 + header;
  if (at + count * 4 > bytes.length) throw new Error('the bitmap has too few colours');
  const palette = bytes.subarray(at, at + count * 4);
  const perByte = 8 / bits;
  const all = 2 ** bits - 1;
  return (to, place, from, x) => {
    const byte = bytes[from + Math.floor(x / perByte)] ?? 0;
    // The first pixel of a byte has its highest bits. A colour outside the palette is black.
    const colour = ((byte >> (8 - bits * ((x % perByte) + 1))) & all) * 4;
    to[place] = palette[colour + 2] ?? 0;
    to[place + 1] = palette[colour + 1] ?? 0;
    to[place + 2] = palette[colour] ?? 0;
  };
}
