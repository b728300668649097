import type { Endpoint } from '@prdm/contract/kit';
import { meaningOf, REFUSAL_CODES, refusalsOf } from './refusals.ts';
import { reference, type Json } from './schemas.ts';

const BYTES = { type: 'string', format: 'binary' };

/** Answers of the transport itself. They stand in `components`. */
export const SHARED_RESPONSES: Json = {
  Unreadable: {
    description: 'The request cannot be read (400), is too large (413) or has another content type (415).',
    content: { 'application/json': { schema: reference('Refusal') } },
  },
  Unavailable: {
    description: 'The server failed (500, with `data.request_id`) or is not ready (503). The call may be repeated.',
    content: { 'application/json': { schema: reference('Refusal') } },
  },
};

export const SHARED_SCHEMAS: Json = {
  RefusalCode: {
    type: 'integer',
    description: REFUSAL_CODES.map((code) => `${code}: ${meaningOf(code)}`).join('\n'),
    enum: REFUSAL_CODES,
  },
  RefusalData: {
    description: 'Details of a refusal: the field that it concerns, and facts of the case.',
    anyOf: [
      {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'Path of the field in the input, for example `stages.0.name`.' },
          request_id: { type: 'string' },
          retry_after: { type: 'number', description: 'Seconds.' },
          used: { type: 'number', description: 'Records that refer to the entry (1019).' },
        },
        additionalProperties: true,
      },
      { type: 'null' },
    ],
  },
  Refusal: {
    type: 'object',
    description: 'The envelope of a refused call. A refused call has no effect.',
    properties: {
      code: reference('RefusalCode'),
      msg: { type: 'string', description: 'Message in the language of Accept-Language.' },
      data: reference('RefusalData'),
    },
    required: ['code', 'msg', 'data'],
  },
};

export const refusalListOf = (endpoint: Endpoint) =>
  refusalsOf(endpoint).map((code) => ({ code, meaning: meaningOf(code) }));

export function responsesOf(endpoint: Endpoint, data: Json): Json {
  const failures = {
    '4XX': { $ref: '#/components/responses/Unreadable' },
    '5XX': { $ref: '#/components/responses/Unavailable' },
  };
  switch (endpoint.transport) {
    case 'tus':
      return { ...TUS[endpoint.method], ...failures };
    case 'socket':
      return { '101': { description: 'The connection becomes a WebSocket.' }, ...failures };
    case 'download':
      return { '200': downloadOf(endpoint), ...failures };
    case 'document':
      return {
        '200': {
          description: 'The document, or a refusal in the envelope.',
          content: { 'application/json': { schema: { anyOf: [{ type: 'object' }, reference('Refusal')] } } },
        },
        ...failures,
      };
    default:
      return { '200': envelopeOf(data), ...failures };
  }
}

const envelopeOf = (data: Json): Json => ({
  description: 'The envelope. `code` 0 is a success, every other code a refusal.',
  content: {
    'application/json': {
      schema: {
        oneOf: [
          {
            type: 'object',
            properties: { code: { type: 'integer', const: 0 }, msg: { type: 'string' }, data },
            required: ['code', 'msg', 'data'],
          },
          reference('Refusal'),
        ],
      },
    },
  },
});

const downloadOf = ({ media = 'application/octet-stream' }: Endpoint): Json => ({
  description: 'The bytes, or a refusal in the envelope.',
  headers: {
    'Content-Disposition': { description: 'Name of the file (RFC 6266).', schema: { type: 'string' } },
  },
  content: { [media]: { schema: BYTES }, 'application/json': { schema: reference('Refusal') } },
});

const header = (description: string): Json => ({ description, schema: { type: 'string' } });

const TUS: Partial<Record<Endpoint['method'], Json>> = {
  POST: { '201': { description: 'Begun.', headers: { Location: header('Address of the upload.') } } },
  HEAD: {
    '200': {
      description: 'The state of the upload.',
      headers: { 'Upload-Offset': header('Stored bytes.'), 'Upload-Length': header('Bytes of the whole file.') },
    },
  },
  PATCH: { '204': { description: 'Stored.', headers: { 'Upload-Offset': header('Stored bytes.') } } },
  DELETE: { '204': { description: 'Cancelled.' } },
};
