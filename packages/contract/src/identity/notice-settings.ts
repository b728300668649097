import { z } from 'zod';
import { done, nested, version } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';
import { NOTICE_TYPES, type NoticeType } from '../status.ts';

/** standard: no e-mail, except for a task that asks for one. digest: one mail at 08:30 in Asia/Shanghai. */
export const NOTICE_WAYS = ['standard', 'none', 'mail', 'digest'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

const ways = z.strictObject(
  Object.fromEntries(NOTICE_TYPES.map((type) => [type, z.enum(NOTICE_WAYS)])) as Record<
    NoticeType,
    z.ZodEnum<{ standard: 'standard'; none: 'none'; mail: 'mail'; digest: 'digest' }>
  >,
);
const language = z.enum(['zh', 'en', 'tw']);

const settings = z.object({
  /** Whether the installation sends mails. Without a mail server no choice has an effect. */
  mail: z.boolean(),
  /** The own address, '' without one. */
  email: z.string(),
  ways,
  /** The language of the own mails. */
  language,
  version: z.number(),
});
export type NoticeSettings = z.output<typeof settings>;

/** How the caller gets notices by e-mail. */
export const noticeSettings = endpoint({
  method: 'GET',
  path: '/apis/pub/noticeSettings',
  access: 'signed-in',
  input: z.strictObject({}),
  output: settings,
});

/** Changes the own choice, 1009 when it changed since. */
export const noticeSettingsEdit = endpoint({
  method: 'POST',
  path: '/apis/pub/noticeSettingsEdit',
  access: 'signed-in',
  input: z.strictObject({ ways: nested(ways), language, version: version() }),
  output: done,
});
