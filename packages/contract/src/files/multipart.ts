import { z } from 'zod';
import { onPage } from './fields.ts';
import { endpoint, ref } from '../kit.ts';

/**
 * Uploads in one request, as multipart/form-data. The query holds the input; the part `file` holds the bytes. Big
 * files and unstable connections use `upload/chunk`, which can resume.
 */

/**
 * Stores one file in a folder, with the same rights, names, versions and events as any upload. A part with another
 * name, or a second part, is refused.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/apis/upload/file',
  access: 'signed-in',
  transport: 'multipart',
  input: z.strictObject({ ...onPage, pid: ref('folder', 'create') }),
  output: z.object({
    file_id: z.number(),
    version_id: z.number(),
    version_no: z.number(),
    folder_id: z.number(),
    name: z.string(),
  }),
});

/** Allowed types of a picture. The content decides, not the name. */
export const IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/bmp', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

const address = () => z.string().max(200, 'validation.tooLong');

/** The text parts of `uploadImage`. */
export const imageFields = z.strictObject({ uploadUrl: address().optional(), uploadTurl: address().optional() });

/**
 * Stores a picture of at most `LIMITS.imageBytes` and its thumbnail, whose address is `turl`. The parts `uploadUrl` and
 * `uploadTurl` may name pictures of the caller that the new one replaces. The call deletes them, and a portrait that
 * used one of them shows the new picture.
 */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/apis/upload/image',
  access: 'own',
  transport: 'multipart',
  parts: imageFields,
  input: z.strictObject({}),
  output: z.object({ url: z.string(), turl: z.string() }),
});

/**
 * Returns a picture. The call is public, because an <img> sends no token. The key has 128 random bits and appears only
 * in answers to signed-in people. The content of a key never changes, so browsers cache it.
 */
export const image = endpoint({
  method: 'GET',
  path: '/apis/pub/image',
  access: 'public',
  transport: 'download',
  media: 'image/*',
  input: z.strictObject({ key: z.string().regex(/^[0-9a-f]{32}$/, 'validation.id') }),
  output: z.unknown(),
});

/** The address of a picture, as stored and shown. */
export const imageUrl = (key: string): string => `${image.path}?key=${key}`;
/** The key in such an address, or null. */
export const imageKey = (url: string): string | null => {
  const key = url.startsWith(`${image.path}?key=`) ? url.slice(image.path.length + 5) : '';
  return image.input.shape.key.safeParse(key).success ? key : null;
};
