import type { Principal } from '@prdm/access';
import { MASK, MONEY_MODULES } from '@prdm/contract/kit/money';
import { CONTENT_KEYS } from '@prdm/contract/kit/content';
import { z } from 'zod';
import { Content } from '../content/content.ts';
import { Amount } from './amount.ts';

/**
 * JSON for the action log (decision 0016). Each `Amount` and each `Content` keeps its value and its facts, and
 * `shownSealed` masks it for a reader. Everything else uses `JSON.stringify`, which masks both.
 */
export const sealedJson = (values: unknown): string =>
  JSON.stringify(values, function sealed(this: Readonly<Record<string, unknown>>, key, value: unknown) {
    // `value` is already masked by `toJSON`.
    const held = this[key];
    return held instanceof Amount || held instanceof Content ? held.sealed() : value;
  });

const sealedForm = z.strictObject({
  amount_fen: z.int(),
  module: z.enum(MONEY_MODULES),
  people: z.array(z.number()),
  department_id: z.number().nullable(),
  /** Rows of older versions have none. */
  project_id: z.number().nullable().default(null),
});

const sealedContent = z.strictObject({
  content_key: z.enum(CONTENT_KEYS).exclude(['secret']),
  value: z.unknown(),
  people: z.array(z.number()),
  project_id: z.number().nullable(),
});

/**
 * A copy of stored values as the reader may see them. A sealed amount is yuan or `***`, sealed content its value or null.
 * A damaged one is masked.
 */
export function shownSealed(value: unknown, reader: Principal | null): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => shownSealed(one, reader));
  if ('amount_fen' in value) {
    const { success, data } = sealedForm.safeParse(value);
    if (!success) return MASK;
    const { module, amount_fen, people, department_id: departmentId, project_id: projectId } = data;
    return new Amount(module, amount_fen, { people, departmentId, projectId }).shown(reader);
  }
  if ('content_key' in value) {
    const { data } = sealedContent.safeParse(value);
    if (!data) return null;
    return new Content(data.content_key, data.value, { people: data.people, projectId: data.project_id }).shown(reader);
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shownSealed(one, reader)]));
}

/**
 * Throws for a figure under a name that ends in `fen`, at any depth. An event keeps amounts as `Amount`, because its
 * values reach the log, notices and listeners without a mask.
 */
export function refuseBareFen(value: unknown, name = ''): void {
  if (value instanceof Amount || value instanceof Content || value === null || value === undefined) return;
  if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) refuseBareFen(one, Array.isArray(value) ? name : key);
    return;
  }
  const isFigure =
    typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value));
  if (isFigure && /(_fen|Fen|^fen)$/.test(name)) throw new Error(`the event value "${name}" must be an Amount`);
}
