import type { Rule } from 'antd/es/form';
import type { z } from 'zod';
import { problemOf } from '@prdm/contract/kit/problems';
import { translate, keyInData } from '../../lib/i18n.ts';

interface Shaped {
  shape?: Record<string, z.ZodType>;
  def?: { in?: z.ZodType; innerType?: z.ZodType };
}

/** The schema of one field inside an object schema, or null for an unknown name. */
export function fieldSchema(schema: z.ZodType, name: string): z.ZodType | null {
  const { shape, def } = schema as z.ZodType & Shaped;
  if (shape) return shape[name] ?? null;
  const inner = def?.in ?? def?.innerType;
  return inner ? fieldSchema(inner, name) : null;
}

/** Converts the empty values of a form ('' and null) to undefined, which means absent in a call. */
export const wireValue = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

const mustBeFilled = (field: z.ZodType): boolean => !field.safeParse(undefined).success;

/** Whether the field is required: its schema rejects undefined. */
export const isRequired = (schema: z.ZodType, name: string): boolean => {
  const field = fieldSchema(schema, name);
  return field !== null && mustBeFilled(field);
};

/**
 * antd rules of one field, from the endpoint's input schema. The client applies the server's rule with the same message
 * before the call. An unknown name gives no rules.
 */
export function rulesOf(schema: z.ZodType, name: string): Rule[] {
  const field = fieldSchema(schema, name);
  return field === null ? [] : rulesOfField(field);
}

/** The same for a given field schema, e.g. of a list inside a form. */
export function rulesOfField(field: z.ZodType): Rule[] {
  return [
    {
      required: mustBeFilled(field),
      validator: (_rule, value: unknown) => {
        const parsed = field.safeParse(wireValue(value), { reportInput: true });
        if (parsed.success) return Promise.resolve();
        const { key, params } = problemOf(parsed.error);
        return Promise.reject(new Error(translate(keyInData(key), params)));
      },
    },
  ];
}
