import { z } from 'zod';
import { done, pageOf, paging } from './kit/fields.ts';
import { endpoint, ref } from './kit.ts';
import { NOTICE_TYPES } from './status.ts';

/** One notice for its receiver (specification section 3). The sentence is in the reader's language. */
export const noticeRow = z.object({
  id: z.number(),
  type: z.enum(NOTICE_TYPES),
  project_id: z.number().nullable(),
  project_name: z.string(),
  /** The project's pages are closed (443): the notice shows this and has no link. */
  project_archived: z.boolean(),
  content: z.string(),
  /** YYYY-MM-DD HH:mm in Asia/Shanghai. */
  send_time: z.string(),
  /** A page of this product, beginning with one "/". */
  pc_path: z.string(),
  source_id: z.number().nullable(),
  is_read: z.boolean(),
});
export type Notice = z.output<typeof noticeRow>;

/** The caller's notices, newest first. `a=no_read` returns only the unread ones. */
export const index = endpoint({
  method: 'GET',
  path: '/apis/notice/index',
  access: 'signed-in',
  input: z.strictObject({ a: z.enum(['no_read']).optional(), ...paging }),
  output: pageOf(noticeRow),
});

/**
 * Marks everything visible to the caller as read. The specification demands a GET that changes data. This is safe,
 * because the session travels in a header.
 */
export const readAll = endpoint({
  method: 'GET',
  path: '/apis/notice/readAll',
  access: 'signed-in',
  input: z.strictObject({}),
  output: done,
});

/** Marks one notice as read; without `id`, all of them. */
export const read = endpoint({
  method: 'POST',
  path: '/apis/notice/read',
  access: 'signed-in',
  input: z.strictObject({ id: ref('notice', 'own').optional() }),
  output: done,
});

export const del = endpoint({
  method: 'POST',
  path: '/apis/notice/del',
  access: 'signed-in',
  input: z.strictObject({ id: ref('notice', 'own') }),
  output: done,
});
