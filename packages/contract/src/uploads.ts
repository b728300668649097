import { z } from 'zod';
import { onPage } from './files-fields.ts';
import { endpoint, ref } from './kit.ts';

/**
 * Uploads in one request, as multipart/form-data: the input stands in the query, the bytes in a part named `file`. For big files and for
 * lines that break there is `upload/chunk`, which goes on where it stopped.
 */

/** One file into a folder: the same rights, names, versions and events as any upload. Another part than `file`, or two of them, is refused. */
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

/** What a picture may be, told by its content and not by its name. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

const address = () => z.string().max(200, 'validation.tooLong');

/**
 * A picture of at most `LIMITS.imageBytes`. The parts `uploadUrl` and `uploadTurl` may name pictures of the caller that this one replaces:
 * they are gone afterwards, and a portrait that was one of them is the new one. `turl` is the address for small sizes.
 */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/apis/upload/image',
  access: 'signed-in',
  transport: 'multipart',
  input: z.strictObject({}),
  output: z.object({ url: z.string(), turl: z.string() }),
});
/** The text parts of `uploadImage`. */
export const imageFields = z.strictObject({ uploadUrl: address().optional(), uploadTurl: address().optional() });

/**
 * A picture. Public, because an <img> sends no token: the key is 128 random bits that only answers to signed-in people tell. It never changes
 * what it shows, so browsers keep it.
 */
export const image = endpoint({
  method: 'GET',
  path: '/apis/pub/image',
  access: 'public',
  transport: 'download',
  input: z.strictObject({ key: z.string().regex(/^[0-9a-f]{32}$/, 'validation.id') }),
  output: z.unknown(),
});

/** The address of a picture, as it is stored and shown. */
export const imageUrl = (key: string): string => `${image.path}?key=${key}`;
/** The key in such an address, or null. */
export const imageKey = (url: string): string | null => {
  const key = url.startsWith(`${image.path}?key=`) ? url.slice(image.path.length + 5) : '';
  return image.input.shape.key.safeParse(key).success ? key : null;
};
