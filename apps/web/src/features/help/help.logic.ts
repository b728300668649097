/** The server's OpenAPI 3.1 description of the calls, flattened for the page. */

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly operationId: string;
  readonly 'x-refusals': readonly { code: number }[];
  readonly 'x-access': unknown;
  readonly 'x-transport': string;
  readonly 'x-ids': readonly { field: string; kind: string; right: string }[];
  readonly parameters?: readonly {
    name: string;
    in: string;
    required: boolean;
    schema?: JsonSchema;
    /** A nested value travels as JSON text. */
    content?: Record<string, { schema: JsonSchema }>;
  }[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> };
  readonly responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface FieldLine {
  readonly name: string;
  readonly depth: number;
  readonly required: boolean;
  readonly type: string;
  readonly bounds: string;
}

export interface CallDescription {
  readonly key: string;
  /** English, for programmers. */
  readonly summary: string;
  readonly operationId: string;
  /** Codes of refusals that follow from the declaration. */
  readonly refusals: readonly number[];
  readonly domain: string;
  readonly method: string;
  readonly path: string;
  readonly transport: string;
  readonly access: AccessDescription;
  readonly ids: readonly { field: string; kind: string; right: string }[];
  readonly input: readonly FieldLine[];
  readonly output: readonly FieldLine[];
}

export type AccessDescription =
  | { readonly kind: 'public' | 'signed-in' | 'system' }
  | { readonly kind: 'range'; readonly node: string }
  | { readonly kind: 'anyOf' | 'allOf'; readonly scope: string; readonly nodes: readonly string[] };

export function callsOf(description: ApiDescription): CallDescription[] {
  const resolved: Resolve = (schema) =>
    schema?.$ref === undefined ? schema : description.components.schemas[schema.$ref.replace(/^.*\//, '')];
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      key: `${method} ${path}`,
      summary: operation.summary,
      operationId: operation.operationId,
      refusals: operation['x-refusals'].map(({ code }) => code),
      domain: operation.tags[0] ?? '',
      method: method.toUpperCase(),
      path,
      transport: operation['x-transport'],
      access: accessOf(operation['x-access']),
      ids: operation['x-ids'],
      input: inputOf(operation, resolved),
      output: outputOf(operation, resolved),
    })),
  );
}

function accessOf(access: unknown): AccessDescription {
  if (typeof access !== 'object' || access === null) return { kind: access === 'public' ? 'public' : 'signed-in' };
  const given = access as { scope: string; anyOf?: string[]; allOf?: string[]; node?: string };
  if (given.scope === 'system') return { kind: 'system' };
  if (given.node !== undefined) return { kind: 'range', node: given.node };
  return given.allOf === undefined
    ? { kind: 'anyOf', scope: given.scope, nodes: given.anyOf ?? [] }
    : { kind: 'allOf', scope: given.scope, nodes: given.allOf };
}

/** The schema behind a reference to `components`. */
type Resolve = (schema: JsonSchema | undefined) => JsonSchema | undefined;

/** A file upload has parameters in its address and parts in its body. */
function inputOf({ parameters = [], requestBody }: Operation, resolved: Resolve): FieldLine[] {
  const inAddress = parameters.flatMap((parameter) => {
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema;
    return schema === undefined || parameter.in === 'header'
      ? []
      : linesOf(parameter.name, schema, parameter.required, 0);
  });
  const body = resolved(Object.values(requestBody?.content ?? {})[0]?.schema);
  return body === undefined ? inAddress : [...inAddress, ...childrenOf(body, 0)];
}

/** The fields of `data` in the envelope. */
function outputOf({ responses }: Operation, resolved: Resolve): FieldLine[] {
  const envelope = Object.values(responses['200']?.content ?? {})[0]?.schema;
  const success = envelope?.oneOf?.find((part) => part.properties?.code?.const === 0);
  const data = resolved(success?.properties?.data);
  return data === undefined ? [] : childrenOf(data, 0);
}

const DEEPEST = 6;

function childrenOf(schema: JsonSchema, depth: number): FieldLine[] {
  if (depth > DEEPEST) return [];
  if (schema.items) return childrenOf(schema.items, depth);
  for (const part of schema.anyOf ?? schema.allOf ?? []) {
    const lines = childrenOf(part, depth);
    if (lines.length > 0) return lines;
  }
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    linesOf(name, child, required.has(name), depth),
  );
}

function linesOf(name: string, schema: JsonSchema, required: boolean, depth: number): FieldLine[] {
  return [{ name, depth, required, type: typeOf(schema), bounds: boundsOf(schema) }, ...childrenOf(schema, depth + 1)];
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items) return `${typeOf(schema.items)}[]`;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.allOf) return [...new Set(schema.allOf.map(typeOf))].join(' & ');
  return [schema.type ?? 'value'].flat().join(' | ');
}

function boundsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, maxItems } = schema.items && !schema.maxItems ? {} : schema;
  const parts = [
    range(minLength, maxLength, 'length'),
    range(minimum, maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    maxItems === undefined ? '' : `≤ ${maxItems}`,
    schema.default === undefined ? '' : `= ${JSON.stringify(schema.default)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function range(from: number | undefined, to: number | undefined, word: string): string {
  if (from === undefined && to === undefined) return '';
  const bare = from !== undefined && to !== undefined ? `${from}–${to}` : to === undefined ? `≥ ${from}` : `≤ ${to}`;
  return word === '' ? bare : `${word} ${bare}`;
}

/** The calls that contain every typed word in their path, name, summary, domain, ids, nodes or fields. */
export function searchCalls(calls: readonly CallDescription[], typed: string): CallDescription[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((call) => {
    const nodes = 'nodes' in call.access ? call.access.nodes : [];
    const fields = [...call.input, ...call.output].map(({ name }) => name);
    const text = [
      call.method,
      call.path,
      call.operationId,
      call.summary,
      call.domain,
      ...nodes,
      ...call.ids.map(({ kind }) => kind),
      ...fields,
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function byDomain(calls: readonly CallDescription[]): [domain: string, calls: CallDescription[]][] {
  const domains = new Map<string, CallDescription[]>();
  for (const call of calls) domains.set(call.domain, [...(domains.get(call.domain) ?? []), call]);
  return [...domains].toSorted(([a], [b]) => a.localeCompare(b));
}
