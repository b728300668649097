import { z } from 'zod';
import { done, pageOf, paging } from './fields.ts';
import { endpoint, ref } from './kit.ts';
import { NOTICE_TYPES } from './status.ts';

/** One notice as its receiver sees it (specification section 3); the sentence is in the reader's language. */
export const noticeRow = z.object({
  id: z.number(),
  type: z.enum(NOTICE_TYPES),
  project_id: z.number().nullable(),
  project_name: z.string(),
  /** Its pages are closed (443): the notice says so and leads nowhere. */
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

/** The caller's notices, newest first; `a=no_read` gives the unread ones alone. */
export const index = endpoint({
  method: 'GET',
  path: '/apis/notice/index',
  access: 'signed-in',
  input: z.strictObject({ a: z.enum(['no_read']).optional(), ...paging }),
  output: pageOf(noticeRow),
});

/**
 * Marks everything the caller can see as read. A GET that changes data, as specified: safe because the session travels
 * in a header.
 */
export const readAll = endpoint({
  method: 'GET',
  path: '/apis/notice/readAll',
  access: 'signed-in',
  input: z.strictObject({}),
  output: done,
});

/** Marks one notice as read; without `id` all of them. */
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
