import { z } from 'zod';
import { text } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';

/**
 * The bytes of an attachment at a signed address. The call is public, because a new tab or an <img> sends no token. The
 * signature covers attachment, person, session and deadline. Every request checks the session and the rights on the
 * record again.
 */
export const raw = endpoint({
  method: 'GET',
  path: '/apis/attachment/raw',
  access: 'public',
  transport: 'download',
  input: z.strictObject({ sign: text(300) }),
  output: z.unknown(),
});
