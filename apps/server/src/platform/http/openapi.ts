import { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import { refsOf, type Endpoint } from '@prdm/contract/kit';
import { summaryOf } from '@prdm/contract/kit/summaries';
import { describedPath, operationIds, schemaName } from './openapi/names.ts';
import { refusalListOf, responsesOf, SHARED_RESPONSES, SHARED_SCHEMAS } from './openapi/responses.ts';
import { nestedIn, reference, schemaOf, type Json } from './openapi/schemas.ts';

type Described = Endpoint & { domain: string };

const ABOUT = `Every call answers HTTP 200 with an envelope \`{code, msg, data}\`. Code 0 is a success. The header \`Accept-Language\`
(zh, en, tw) chooses the language of \`msg\`. \`X-token\` holds the token of \`pubLoginpwd\`; an \`authorization\` header in an answer
replaces it. A token of \`pubSsoCallback\` travels as \`Authorization: Bearer\` instead. \`x-refusals\` of a call lists the
codes that follow from its declaration. It may answer further codes.`;

/**
 * Describes all calls of the registry as OpenAPI 3.1. Tests compare it with the registry, lint it and build a client from it.
 * Throws for a call without summary.
 */
export function describeApi(
  registry: readonly Described[],
  title: string,
  version: string,
  options: { url?: string } = {},
): Json {
  const ids = operationIds(registry);
  const paths: Record<string, Json> = {};
  const schemas: Json = { ...SHARED_SCHEMAS };
  for (const [endpoint, id] of ids) {
    const path = describedPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, id, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: ABOUT, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: options.url?.replace(/\/$/, '') || '/' }],
    tags: [...new Set([...ids.keys()].map(({ domain }) => domain))].map((name) => ({
      name,
      description: tagText(name),
    })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-token', description: 'The token that pubLoginpwd answers.' },
      },
      schemas,
      responses: SHARED_RESPONSES,
    },
    'x-codes': CODES,
  };
}

/** `taskStatistics` is "Task statistics". */
const tagText = (domain: string): string => {
  const words = domain.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function operationOf(endpoint: Described, operationId: string, schemas: Json): Json {
  const summary = summaryOf(endpoint);
  if (summary === null)
    throw new Error(`${endpoint.method} ${endpoint.path} has no summary (contract/src/kit/summaries.ts)`);
  const input = schemaOf(endpoint.input, 'input');
  const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query' || endpoint.transport !== 'form';
  return {
    tags: [endpoint.domain],
    summary,
    operationId,
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    'x-access': endpoint.access,
    'x-transport': endpoint.transport,
    'x-ids': refsOf(endpoint.input).map(({ path, ref }) => ({ field: path.join('.'), ...ref })),
    'x-refusals': refusalListOf(endpoint),
    ...(inQuery
      ? { parameters: [...parametersOf(input), ...placesOf(endpoint)] }
      : bodyOf(input, operationId, schemas)),
    ...(endpoint.transport === 'multipart' ? { requestBody: formWithFileOf(endpoint) } : {}),
    ...(endpoint.transport === 'tus' && endpoint.method === 'PATCH' ? { requestBody: TUS_BODY } : {}),
    responses: responsesOf(endpoint, dataOf(endpoint, operationId, schemas)),
  };
}

const parametersOf = (input: Json): Json[] => {
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((input['required'] ?? []) as string[]);
  const nested = new Set(nestedIn(input));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    // A nested value travels as JSON text in one parameter.
    ...(nested.has(name) ? { content: { 'application/json': { schema } } } : { schema }),
  }));
};

/** Parts of the path, and the headers of tus uploads. */
function placesOf({ path, transport, method }: Endpoint): Json[] {
  const text = { type: 'string' };
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
  if (transport !== 'tus') return inPath;
  const headers = ['Tus-Resumable', ...(TUS_HEADERS[method] ?? [])];
  return [...inPath, ...headers.map((name) => ({ name, in: 'header', required: true, schema: text }))];
}
const TUS_HEADERS: Partial<Record<Endpoint['method'], readonly string[]>> = {
  POST: ['Upload-Length', 'Upload-Metadata'],
  PATCH: ['Upload-Offset'],
};
const TUS_BODY: Json = {
  required: true,
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

/** The body as a form or as JSON. A form sends lists and groups as JSON text in one field, or as `a[0][b]=`. */
function bodyOf(input: Json, operationId: string, schemas: Json): Json {
  const name = schemaName(operationId, 'Input');
  schemas[name] = input;
  const schema = reference(name);
  const encoding = Object.fromEntries(nestedIn(input).map((field) => [field, { contentType: 'application/json' }]));
  const isRequired = ((input['required'] ?? []) as string[]).length > 0;
  return {
    requestBody: {
      required: isRequired,
      content: {
        'application/x-www-form-urlencoded': { schema, ...(Object.keys(encoding).length === 0 ? {} : { encoding }) },
        'application/json': { schema },
      },
    },
  };
}

/** One part `file` and the text parts, and nothing else (`platform/uploads/multipart.ts`). */
function formWithFileOf(endpoint: Endpoint): Json {
  const texts = schemaOf(endpoint.parts ?? z.strictObject({}), 'input');
  const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
  const schema = {
    type: 'object',
    properties: { ...(texts['properties'] as Json), file },
    required: [...((texts['required'] ?? []) as string[]), 'file'],
    additionalProperties: false,
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** The data of a success. An object or a list gets a name. */
function dataOf(endpoint: Endpoint, operationId: string, schemas: Json): Json {
  if (endpoint.transport !== 'form' && endpoint.transport !== 'multipart') return {};
  const data = schemaOf(endpoint.output, 'output');
  if (data['type'] !== 'object') return data;
  const name = schemaName(operationId, 'Data');
  schemas[name] = data;
  return reference(name);
}
