import { z } from 'zod';
import { flag, optionalText } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';

/** One live session in a list. */
export const session = z.object({
  /** Names the session in `sessionEnd`. */
  key: z.string(),
  /** The client as it describes itself. */
  agent: z.string(),
  /** The network address of the sign-in. */
  ip: z.string(),
  way: z.enum(['password', 'auto', 'sso']),
  created_at: z.string(),
  /** Exact to a minute. */
  last_seen_at: z.string(),
  /** The session of this call. */
  current: z.boolean(),
});
export type SessionLine = z.output<typeof session>;

/** The live sessions of the caller, the last used first, at most 100. */
export const ownSessions = endpoint({
  method: 'GET',
  path: '/apis/pub/sessions',
  access: 'own',
  input: z.strictObject({}),
  output: z.object({ list: z.array(session) }),
});

/** Ends the session `key` of the caller, or with `others` every session except this one. */
export const sessionEnd = endpoint({
  method: 'POST',
  path: '/apis/pub/sessionEnd',
  access: 'own',
  input: z.strictObject({ key: optionalText(36), others: flag().optional() }),
  output: z.null(),
});
