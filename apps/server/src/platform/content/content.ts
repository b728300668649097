import { inspect } from 'node:util';
import { seesContent, type Principal } from '@prdm/access';
import type { MarkedContent, Uncut } from '@prdm/contract/kit/content';

/** The facts that decide who sees the content of a record. */
export interface ContentFacts {
  /** The people to whom the content belongs. They see it without the key. */
  readonly people: readonly number[];
  /** The project of the record. A project role shows content in its project only. */
  readonly projectId: number | null;
}

/** The stored form of content in the action log (decision 0016). */
export interface SealedContent {
  readonly content_key: MarkedContent;
  readonly value: unknown;
  readonly people: readonly number[];
  readonly project_id: number | null;
}

/**
 * Content of other people in an answer, with the facts that decide who sees it. As JSON it is null and as text it is
 * empty, so that a notice or an event that holds one by accident reveals nothing. `shown` gives the value to a reader.
 */
export class Content<K extends MarkedContent = MarkedContent, T = unknown> implements Uncut<K, T> {
  readonly key: K;
  readonly #value: T;
  readonly #facts: ContentFacts;

  constructor(key: K, value: T, facts: ContentFacts) {
    this.key = key;
    this.#value = value;
    this.#facts = facts;
  }

  /** The value, or null for a reader without the key. */
  shown(reader: Principal | null): T | null {
    if (reader === null) return null;
    const { people, projectId } = this.#facts;
    return people.includes(reader.userId) || seesContent(reader, this.key, projectId) ? this.#value : null;
  }

  /** The value with its facts, for a table whose readers use `shownSealed`. */
  sealed(): SealedContent {
    const { people, projectId } = this.#facts;
    return { content_key: this.key, value: this.#value, people, project_id: projectId };
  }

  toJSON(): null {
    return null;
  }

  toString(): string {
    return '';
  }

  [inspect.custom](): string {
    return '(content)';
  }
}

/** The phone number or e-mail of a person. */
export const contactOf = <T extends string | null>(userId: number, value: T): Content<'contact', T> =>
  new Content('contact', value, { people: [userId], projectId: null });

/** A log value of a person in which phone and e-mail are content of the person. */
export const withContact = (userId: number, values: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    (['phone', 'email'] as const)
      .filter((field) => typeof values[field] === 'string')
      .map((field) => [field, contactOf(userId, String(values[field]))]),
  ),
});
