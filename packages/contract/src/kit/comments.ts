import { z } from 'zod';
import { imageKey } from '../files/multipart.ts';
import { onPage } from '../files/fields.ts';
import { ref, type SubjectKindName } from '../ids/refs.ts';
import { endpoint } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { done, list, onceEach, optionalText, pageOf, paging, version } from './fields.ts';

const person = z.object({ id: z.number(), name: z.string(), thumb: z.string() });

export const commentRow = z.object({
  id: z.number(),
  author: person,
  /** '' after a deletion. */
  text: z.string(),
  /** Addresses of pictures, in the order of the author. */
  pictures: z.array(z.string()),
  mentions: z.array(z.object({ id: z.number(), name: z.string() })),
  created_at: z.string(),
  /** null: never edited. */
  edited_at: z.string().nullable(),
  /** The row stays as a trace, without its content. */
  deleted: z.boolean(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), del: z.boolean() }),
});
export type CommentRow = z.output<typeof commentRow>;

/** The addresses of own pictures that `upload/image` returned and that no record uses yet. */
const pictures = () =>
  list(
    z
      .string({ error: 'validation.text' })
      .max(200, 'validation.tooLong')
      .refine((url) => imageKey(url) !== null, 'validation.value'),
    LIMITS.commentPictures,
  );

const mentions = () => onceEach(list(ref('user'), LIMITS.commentMentions)).default([]);

/** Text of a comment. It may be empty when the comment has pictures. */
const content = () => optionalText(LIMITS.commentMax).default('');

/**
 * The calls of the comments on one kind of record. The right to read the record is the right to read its comments and
 * to write one. The owner of the kind registers it with the comments module (docs/domains/comments.md).
 */
export function commentCalls<K extends SubjectKindName, R extends string>(given: {
  readonly kind: K;
  /** The common part of all paths: `/apis/task`. */
  readonly path: `/apis/${string}`;
  /** The right on the record that reading and writing comments needs. */
  readonly right: R;
}) {
  const { kind, path, right } = given;
  const record = { ...onPage, id: ref(kind, right) };
  return {
    kind,
    /** Page 1 holds the newest comments. Inside a page the oldest comes first. */
    index: endpoint({
      method: 'GET',
      path: `${path}/comments`,
      access: 'signed-in',
      input: z.strictObject({ ...record, ...paging }),
      output: pageOf(commentRow),
    }),
    /** People who may be mentioned: the readers of the record, at most LIMITS.unpagedMax. */
    readers: endpoint({
      method: 'GET',
      path: `${path}/commentReaders`,
      access: 'signed-in',
      input: z.strictObject(record),
      output: z.object({ list: z.array(person) }),
    }),
    /** 1001 on `mention_ids` for a person who may not read the record. */
    add: endpoint({
      method: 'POST',
      path: `${path}/comment`,
      access: 'signed-in',
      input: z
        .strictObject({ ...record, text: content(), mention_ids: mentions(), pictures: pictures().default([]) })
        .refine(({ text, pictures: shown }) => text !== '' || shown.length > 0, {
          path: ['text'],
          message: 'validation.required',
        }),
      output: z.object({ id: z.number() }),
    }),
    /** The author, within LIMITS.commentEditMinutes (1008 later). Pictures stay. */
    edit: endpoint({
      method: 'POST',
      path: `${path}/commentEdit`,
      access: 'signed-in',
      input: z.strictObject({
        ...record,
        comment_id: ref('comment', 'own'),
        version: version(),
        text: content(),
        mention_ids: mentions(),
      }),
      output: z.object({ version: z.number() }),
    }),
    /** The author only, at any time. The trace stays in the list. */
    del: endpoint({
      method: 'POST',
      path: `${path}/commentDel`,
      access: 'signed-in',
      input: z.strictObject({ ...record, comment_id: ref('comment', 'own') }),
      output: done,
    }),
  };
}
