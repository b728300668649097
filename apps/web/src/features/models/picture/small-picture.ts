import { base64 } from '../models.logic.ts';

/** Size of a card's picture in pixels, as the server draws it. */
const WIDTH = 480;
const HEIGHT = 300;
const QUALITY = 0.85;

/**
 * The part of a picture that fills a card: as much as its proportion allows, from the middle. In pixels of the picture.
 */
export function cutOut(width: number, height: number): { left: number; top: number; width: number; height: number } {
  const scale = Math.min(width / WIDTH, height / HEIGHT);
  const [wide, high] = [WIDTH * scale, HEIGHT * scale];
  return { left: (width - wide) / 2, top: (height - high) / 2, width: wide, height: high };
}

/** Converts a picture from disk to a card's picture (JPEG, base64). Throws when the browser cannot decode it. */
export async function smallPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas to scale the picture with');
    context.imageSmoothingQuality = 'high';
    // JPEG has no transparency: transparent pixels would be black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    const { left, top, width, height } = cutOut(bitmap.width, bitmap.height);
    context.drawImage(bitmap, left, top, width, height, 0, 0, WIDTH, HEIGHT);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    if (!blob) throw new Error('the picture could not be packed');
    return await base64(blob);
  } finally {
    bitmap.close();
  }
}
