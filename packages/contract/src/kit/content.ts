import type { z } from 'zod';
import { placed, type Placed } from './marks.ts';

/** Content of others that a role shows: contact data, used hours, opinions, projects with a secrecy level. */
export const CONTENT_KEYS = ['contact', 'hours', 'opinions', 'secret'] as const;
export type ContentKey = (typeof CONTENT_KEYS)[number];

/** The keys that mark fields of an answer. `secret` hides whole records instead (docs/domains/access.md). */
export type MarkedContent = Exclude<ContentKey, 'secret'>;

declare const CUT: unique symbol;
/** A value that the server has not cut yet. A handler answers it in place of the value. */
export interface Uncut<K extends MarkedContent = MarkedContent, T = unknown> {
  readonly key: K;
  readonly [CUT]?: T;
}

const contentFields = new WeakMap<z.ZodType, MarkedContent>();

/**
 * Content of other people in an answer. It is null for a reader whose roles do not show the key. The handler answers a
 * `Content`, and the server cuts it. A handler that answers a bare value there fails.
 */
export const content = <K extends MarkedContent, S extends z.ZodType>(
  key: K,
  schema: S,
): z.ZodType<z.output<S> | null, Uncut<K, z.input<S>>> => {
  const cut = schema.nullable();
  contentFields.set(cut, key);
  return cut as unknown as z.ZodType<z.output<S> | null, Uncut<K, z.input<S>>>;
};

export type ContentPath = Placed<MarkedContent>;

/** The content of others in an answer. Throws on a schema that could hide some. */
export const contentIn = (output: z.ZodType): ContentPath[] =>
  placed(output, (schema) => contentFields.get(schema), { refusesHidden: true });
