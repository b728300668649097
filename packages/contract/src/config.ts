import { z } from 'zod';
import { endpoint } from './kit.ts';

const nothing = z.strictObject({});

/**
 * An entry of a dictionary. `code` is set on the built-in entries of every enterprise; programs and translations use
 * it.
 */
const entry = z.object({ id: z.number(), code: z.string().nullable(), name: z.string(), sort: z.number() });

const entries = z.object({ list: z.array(entry), total: z.number() });

/** Project types at the second address of the specification. */
export const itemType = endpoint({
  method: 'GET',
  path: '/apis/project/itemtype',
  access: 'signed-in',
  input: nothing,
  output: entries,
});
