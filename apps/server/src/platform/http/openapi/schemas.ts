import { z } from 'zod';

export type Json = Record<string, unknown>;

/** The JSON schema of a contract schema. Transforms are described by their input in requests. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { $schema?: string };
  return withoutRepeats(json) as Json;
}

/** Choices of equal schemas are one schema: linters and generators object to the second. */
function withoutRepeats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRepeats);
  if (typeof value !== 'object' || value === null) return value;
  const json = Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withoutRepeats(held)])) as Json;
  const { anyOf, ...rest } = json;
  if (!Array.isArray(anyOf)) return json;
  const distinct = [...new Map(anyOf.map((part) => [JSON.stringify(part), part])).values()];
  return distinct.length === 1 && Object.keys(rest).length === 0 ? distinct[0] : { ...rest, anyOf: distinct };
}

/** Names of the properties that hold a list or a group. A form sends them as JSON text in one field, or as a[0][b]=. */
export const nestedIn = (schema: Json): string[] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
    .filter(([, property]) => isNested(property))
    .map(([name]) => name);

const isNested = (schema: Json): boolean => {
  const parts = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'] ?? []) as Json[];
  return schema['type'] === 'array' || schema['type'] === 'object' || parts.some(isNested);
};

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
