import { z } from 'zod';
import { SUBJECT_KINDS, type SubjectKindName } from './refs.ts';

declare const ASKED: unique symbol;

/**
 * Records of another call, which a call asks about. The type is closed: a handler passes the value on and reads no id
 * from it. The checks of the server judge the records as the other call would (`platform/explain/explain.ts`).
 */
export interface AskedRecords {
  readonly [ASKED]: true;
}

/** One of these records: its field in the other call, such as `stages.0.executor_ids.2`, and its id or key. */
export interface AskedRecord {
  readonly field: string;
  readonly kind: SubjectKindName;
  readonly id: string;
}

const asked = new WeakSet<object>();

const record = z.strictObject({
  field: z.string('validation.text').regex(/^[A-Za-z_]\w*(\.\w+){0,6}$/, 'validation.value'),
  kind: z.enum(SUBJECT_KINDS, 'validation.value'),
  id: z
    .union([z.string(), z.number()], { error: 'validation.id' })
    .transform(String)
    .pipe(z.string().regex(/^[\w:]{1,64}$/, 'validation.id')),
});

/** Declares records that a call asks about. `wrap` reads the list from a form. */
export function askedRecords(
  wrap: (item: typeof record) => z.ZodType<AskedRecord[], unknown>,
): z.ZodType<AskedRecords, unknown> {
  const schema = wrap(record);
  asked.add(schema);
  return schema as unknown as z.ZodType<AskedRecords, unknown>;
}

export const isAsked = (schema: z.ZodType): boolean => asked.has(schema);

/** The records of a question. For the checks of the server only. */
export const askedOf = (records: AskedRecords): readonly AskedRecord[] => records as unknown as readonly AskedRecord[];
