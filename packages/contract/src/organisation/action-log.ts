import { z } from 'zod';
import { CODES } from '../codes.ts';
import { ACTION_AREAS } from '../kit/action-events.ts';
import { done, moment, optionalText, pageOf, paging, whole } from '../kit/fields.ts';
import { endpoint, quantity, ref, XLSX } from '../kit.ts';

const READS_LOG = { scope: 'enterprise', anyOf: ['ActionLog-index'] } as const;

/**
 * Record and project are words of the search, not ids: they select among rows that the caller may read, and the record may
 * be deleted (decision 0020).
 */
const filters = {
  user_id: ref('user', 'any').optional(),
  area: z.enum(ACTION_AREAS).optional(),
  /** The name of an event, `tasks.added`. */
  event: z
    .string('validation.text')
    .regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,60}$/, 'validation.value')
    .optional(),
  /** Kind and number of a record, `task:12`. `project:12` also finds the records of that project. */
  record: z
    .string('validation.text')
    .regex(/^[a-z_]{1,40}:[1-9]\d{0,14}$/, 'validation.value')
    .optional(),
  /** A word in the name of the record. */
  word: optionalText(50),
  from: moment().optional(),
  to: moment().optional(),
};

/** A changed field with its values as the reader may see them; null on the side that has none. */
export const actionChange = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ActionChange = z.output<typeof actionChange>;

export const actionRow = z.object({
  id: z.number(),
  /** YYYY-MM-DD HH:mm:ss in Asia/Shanghai. */
  at: z.string(),
  /** null when the program acted. */
  user_id: z.number().nullable(),
  user_name: z.string(),
  event: z.string(),
  /** The event in the reader's language. */
  action: z.string(),
  kind: z.string(),
  kind_name: z.string(),
  target_id: z.number().nullable(),
  target_name: z.string(),
  /** The page of the record, null when the reader cannot open it. */
  path: z.string().nullable(),
  project_id: z.number().nullable(),
  project_name: z.string(),
  ip: z.string(),
  agent: z.string(),
  /** false within the 10 s window of the sealing. */
  sealed: z.boolean(),
  changes: z.array(actionChange),
});
export type ActionLogRow = z.output<typeof actionRow>;

/** The action log, newest first. `total` stops at LIMITS.countCap + 1. Rows of hidden projects are left out. */
export const actionLogIndex = endpoint({
  method: 'GET',
  path: '/apis/action_log/index',
  access: READS_LOG,
  input: z.strictObject({ ...paging, ...filters }),
  output: pageOf(actionRow),
});

/** A page that shows the log asks for the number of newer rows. */
export const FRESH_MAX = 200;

/** The number of rows behind `after_id`, a row of the log that selects and names no judged record. Stops at FRESH_MAX. */
export const actionLogCount = endpoint({
  method: 'GET',
  path: '/apis/action_log/count',
  access: READS_LOG,
  input: z.strictObject({ ...filters, after_id: quantity('position', whole(1, Number.MAX_SAFE_INTEGER)) }),
  output: z.object({ count: z.number() }),
});

/** The same rows as a spreadsheet (xlsx), 1001 for more than LIMITS.exportMax. */
export const actionLogDownload = endpoint({
  method: 'GET',
  path: '/apis/action_log/download',
  access: READS_LOG,
  transport: 'download',
  media: XLSX,
  refuses: [CODES.invalid],
  input: z.strictObject(filters),
  output: done,
});
