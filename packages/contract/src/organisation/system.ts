import { z } from 'zod';
import { blank, count, done, optionalText, pageOf, paging, text, version } from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';

/**
 * The enterprises of the installation, for system administrators (/system/enterprise). A system administrator sees names,
 * limits and figures of enterprises, and no business record.
 */
const OF_SYSTEM = { scope: 'system' } as const;

export const LIMIT_MAX = 1_000_000;
const REASON_MAX = 200;

const enterpriseRow = z.object({
  id: z.number(),
  name: z.string(),
  short_name: z.string(),
  state: z.enum(['enabled', 'disabled']),
  /** Empty while the enterprise is enabled. */
  disabled_reason: z.string(),
  disabled_at: z.string().nullable(),
  members: z.number(),
  member_limit: z.number(),
  projects: z.number(),
  project_limit: z.number(),
  created_at: z.string(),
  /** The last use of a session; null when nobody has signed in. */
  last_active_at: z.string().nullable(),
  version: z.number(),
});
export type EnterpriseRow = z.output<typeof enterpriseRow>;

/** The enterprises by name, without those of system administrators. `word` is a part of a name. */
export const enterpriseIndex = endpoint({
  method: 'GET',
  path: '/apis/system/enterprise/index',
  access: OF_SYSTEM,
  input: z.strictObject({
    ...paging,
    word: optionalText(50),
    state: blank(z.enum(['enabled', 'disabled'], { error: 'validation.value' }).optional()),
  }),
  output: pageOf(enterpriseRow),
});

/** Sets both limits. A limit below the use answers 1001 at its field with the figure. */
export const enterpriseLimits = endpoint({
  method: 'POST',
  path: '/apis/system/enterprise/limits',
  access: OF_SYSTEM,
  input: z.strictObject({
    id: ref('enterprise', 'administer'),
    version: version(),
    member_limit: count(LIMIT_MAX),
    project_limit: count(LIMIT_MAX),
  }),
  output: done,
});

/** Ends all sessions of the enterprise. Sign-in then answers 1012. 1008 for a disabled enterprise. */
export const enterpriseDisable = endpoint({
  method: 'POST',
  path: '/apis/system/enterprise/disable',
  access: OF_SYSTEM,
  input: z.strictObject({ id: ref('enterprise', 'administer'), version: version(), reason: text(REASON_MAX) }),
  output: done,
});

/** Opens sign-in again. Ended sessions stay ended. 1008 for an enabled enterprise. */
export const enterpriseEnable = endpoint({
  method: 'POST',
  path: '/apis/system/enterprise/enable',
  access: OF_SYSTEM,
  input: z.strictObject({ id: ref('enterprise', 'administer'), version: version() }),
  output: done,
});
