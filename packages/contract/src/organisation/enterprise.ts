import { z } from 'zod';
import { creditCodeProblem, isEmail, isPhone, isWebAddress } from '../kit/checks.ts';
import { done, flag, optionalText, text, version } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';
import { LIMITS } from '../limits.ts';

/**
 * The record of an enterprise (/company/enterprise): its names, contact data, look and links, and its limits with the
 * use of them. A title or link that is empty comes from the environment.
 */
const ENTERPRISE_LANGS = ['zh', 'en', 'tw'] as const;

/** The greatest lengths of the texts of the record. */
export const ENTERPRISE_MAX = {
  name: LIMITS.nameMax,
  short_name: 50,
  phone: 30,
  email: 254,
  address: 200,
  credit_code: 18,
  title: 50,
  link: 500,
} as const;

/** The name, the look and the links of an enterprise, as the shell shows them. An empty link has no button. */
export const brand = z.object({
  name: z.string(),
  short_name: z.string(),
  /** Address of a picture of ours, empty without one. */
  logo: z.string(),
  /** The end of every page title: of the enterprise, else TITLE, else the fixed Chinese title of the product. */
  title: z.string(),
  oa_url: z.string(),
  review_url: z.string(),
  help_url: z.string(),
  /** The header stays while the page scrolls. */
  fixed_header: z.boolean(),
  default_lang: z.enum(ENTERPRISE_LANGS),
});
export type Brand = z.output<typeof brand>;

/** The enterprise, its limits and the use of them. `members` counts against `member_limit`. */
export const enterpriseInfo = endpoint({
  method: 'GET',
  path: '/apis/enterprise/info',
  access: { scope: 'enterprise', anyOf: ['User-setting', 'Company-user'] },
  input: z.strictObject({}),
  output: brand.extend({
    id: z.number(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    credit_code: z.string(),
    member_limit: z.number(),
    project_limit: z.number(),
    members: z.number(),
    /** Projects that count against `project_limit`. */
    projects: z.number(),
    /** The bytes of all stored files. Equal contents count once. */
    storage_bytes: z.number(),
    /** The values that count while the enterprise leaves these fields empty. */
    fallback: brand.pick({ title: true, oa_url: true, review_url: true, help_url: true }),
    /** Whether the server accepts secrets under the built-in key (`dosetting`). */
    accept_default_key: z.boolean(),
    version: z.number(),
  }),
});
export type EnterpriseInfo = z.output<typeof enterpriseInfo.output>;

const link = optionalText(ENTERPRISE_MAX.link).refine(
  (value) => !value || isWebAddress(value),
  'enterprise.problems.link',
);

/**
 * Writes the given fields of the own enterprise; the others stay. 1009 when any setting changed since. An empty title or
 * link means that of the environment. `logo` is the present address, the address of an unused picture that the caller
 * uploaded (`upload/image`), or empty.
 */
export const enterpriseEdit = endpoint({
  method: 'POST',
  path: '/apis/enterprise/edit',
  access: { scope: 'enterprise', anyOf: ['User-setting'] },
  input: z.strictObject({
    version: version(),
    name: text(ENTERPRISE_MAX.name).optional(),
    short_name: optionalText(ENTERPRISE_MAX.short_name),
    logo: z.string().max(254, 'validation.tooLong').optional(),
    phone: optionalText(ENTERPRISE_MAX.phone).refine((value) => !value || isPhone(value), 'enterprise.problems.phone'),
    email: optionalText(ENTERPRISE_MAX.email).refine((value) => !value || isEmail(value), 'validation.email'),
    address: optionalText(ENTERPRISE_MAX.address),
    credit_code: optionalText(ENTERPRISE_MAX.credit_code).superRefine((value, context) => {
      const problem = value ? creditCodeProblem(value) : null;
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
    title: optionalText(ENTERPRISE_MAX.title),
    default_lang: z.enum(ENTERPRISE_LANGS, { error: 'validation.value' }).optional(),
    oa_url: link,
    review_url: link,
    help_url: link,
    fixed_header: flag().optional(),
  }),
  output: done,
});

/** The address of the help file, at the address of the specification (spelt so). Without a help file: the manual. */
export const helpFile = endpoint({
  method: 'GET',
  path: '/apis/user/getHelpflie',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({ url: z.string() }),
});
