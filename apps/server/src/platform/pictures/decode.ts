import sharp, { type Sharp } from 'sharp';
import { LIMITS } from '@prdm/contract/limits';
import { bitmapPixels } from './bitmap.ts';
import type { ImageKind } from './kind.ts';

/** An upload may reach no other decoder of the library: fewer decoders are fewer faults. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
// One thread and no cache: memory and processor time of the process are limited.
sharp.cache(false);
sharp.concurrency(1);

const QUALITY = 82;
const CHANNELS = 3;

/**
 * The thumbnail of a picture of a known kind, as WebP: the first frame, upright, at most LIMITS.imageThumb pixels a
 * side, never enlarged and without metadata. Runs in the decoding process only: a hostile picture may take all its
 * memory or time. Throws on a broken picture.
 */
export async function thumbnailOf(bytes: Buffer, { type }: ImageKind): Promise<Buffer> {
  const side = LIMITS.imageThumb;
  return (type === 'image/bmp' ? bitmap(bytes) : compressed(bytes))
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}

const compressed = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: LIMITS.imagePixels, failOn: 'warning', sequentialRead: true });

function bitmap(bytes: Buffer): Sharp {
  const { width, height, data } = bitmapPixels(bytes);
  return sharp(data, { raw: { width, height, channels: CHANNELS }, limitInputPixels: LIMITS.imagePixels });
}
