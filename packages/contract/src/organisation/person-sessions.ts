import { z } from 'zod';
import { done, flag, optionalText } from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';
import { session } from '../identity/sessions.ts';

/**
 * Sessions of another person. The caller must be able to give every role of that person, as for a new password; the own
 * sessions are in `pub/sessions`.
 */
const ADMINISTERS_PEOPLE = { scope: 'enterprise', anyOf: ['Company-user'] } as const;

/** The live sessions of a person, the last used first, at most 100. */
export const personSessions = endpoint({
  method: 'GET',
  path: '/apis/user/sessions',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'administer') }),
  output: z.object({ list: z.array(session) }),
});

/** Ends the session `key` of a person, or with `all` every session. Answers 1006 for a key that is no live session. */
export const personSessionEnd = endpoint({
  method: 'POST',
  path: '/apis/user/sessionEnd',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'administer'), key: optionalText(36), all: flag().optional() }),
  output: done,
});
