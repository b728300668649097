import { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import { refsOf, type Endpoint } from '@prdm/contract/kit';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { $schema?: string };
  return json;
};

/** Describes all calls of the registry as OpenAPI 3.1. A test compares it with the registry. */
export function describeApi(
  registry: readonly (Endpoint & { domain: string })[],
  title: string,
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of registry) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[endpoint.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-token' } } },
    'x-codes': CODES,
  };
}

function operationOf(endpoint: Endpoint & { domain: string }): Json {
  const input = schemaOf(endpoint.input, 'input');
  const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query' || endpoint.transport !== 'form';
  return {
    tags: [endpoint.domain],
    operationId: `${endpoint.method.toLowerCase()} ${endpoint.path}`,
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    'x-access': endpoint.access,
    'x-transport': endpoint.transport,
    'x-ids': refsOf(endpoint.input).map(({ path, ref }) => ({ field: path.join('.'), ...ref })),
    ...(inQuery ? { parameters: parametersOf(input) } : { requestBody: bodyOf(input) }),
    ...(endpoint.transport === 'multipart' ? { requestBody: formWithFileOf(endpoint) } : {}),
    responses: { '200': responseOf(endpoint) },
  };
}

const parametersOf = (input: Json): Json[] => {
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
};

const bodyOf = (input: Json): Json => ({
  content: { 'application/x-www-form-urlencoded': { schema: input }, 'application/json': { schema: input } },
});

/** One part `file` and the text parts, and nothing else (`platform/uploads/multipart.ts`). */
function formWithFileOf(endpoint: Endpoint): Json {
  const texts = schemaOf(endpoint.parts ?? z.strictObject({}), 'input');
  const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
  const schema = {
    type: 'object',
    properties: { ...(texts.properties as Json), file },
    required: [...((texts.required ?? []) as string[]), 'file'],
    additionalProperties: false,
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function responseOf(endpoint: Endpoint): Json {
  // A form with a file has the same answer as any other form.
  if (endpoint.transport !== 'form' && endpoint.transport !== 'multipart') return { description: endpoint.transport };
  const data = schemaOf(endpoint.output, 'output');
  return {
    description: 'envelope',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { anyOf: [data, { type: 'null' }] } },
          required: ['code', 'msg', 'data'],
        },
      },
    },
  };
}
