import { LIMITS } from '@prdm/contract/limits';
import { IMAGE_TYPES } from '@prdm/contract/files/multipart';
import type { TextKey } from '../../lib/i18n.ts';

/** For the file chooser: the six kinds. */
export const ACCEPTED = IMAGE_TYPES.join(',');
export const MEGABYTES = LIMITS.imageBytes / 1024 / 1024;

const ENDINGS = /\.(?:gif|jpe?g|png|bmp|webp)$/i;

/**
 * The reason why a file is refused before it is read, or null. Some systems name no type for a bitmap, so the name
 * counts then. The server judges the content.
 */
export function problemOf(file: Pick<File, 'name' | 'type' | 'size'>): TextKey | null {
  const type = file.type === 'image/x-ms-bmp' ? 'image/bmp' : file.type;
  const isKnown = type === '' ? ENDINGS.test(file.name) : (IMAGE_TYPES as readonly string[]).includes(type);
  if (!isKnown) return 'images.problems.no_picture';
  return file.size > LIMITS.imageBytes ? 'images.dialog.tooLarge' : null;
}
