import type { Pixels } from './picture.ts';
import { ViewerError } from './types.ts';

export type SnapshotType = 'image/jpeg' | 'image/png';

/** Encodes pixels from the graphics card as an image file. */
export function encode(pixels: Pixels, type: SnapshotType): Promise<Blob> {
  const { width, height, rgba } = pixels;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new ViewerError('context', 'no canvas to encode the picture with');
  const image = context.createImageData(width, height);
  const row = width * 4;
  // The graphics card counts rows from the bottom, images from the top.
  for (let y = 0; y < height; y++) {
    image.data.set(rgba.subarray((height - 1 - y) * row, (height - y) * row), y * row);
  }
  context.putImageData(image, 0, 0);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null): void => {
      if (blob) resolve(blob);
      else reject(new ViewerError('context', `the browser cannot encode ${type}`));
    };
    canvas.toBlob(done, type, type === 'image/jpeg' ? 0.85 : undefined);
  });
}
