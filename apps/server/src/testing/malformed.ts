import fc from 'fast-check';
import { registry } from '@prdm/contract';
import { refsOf } from '@prdm/contract/kit';
import type { TestApp } from './servers/start-app.ts';

/** Calls that the product's own client never makes: any route, any type, any bytes. The worst answer of each counts. */

const hostile = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'null',
    'NaN',
    'true',
    '[]',
    '{}',
    '__proto__',
    'constructor',
    "' or 1=1 --",
    '../../etc/passwd',
    '\u0000',
    '\ud800',
    '﷽'.repeat(50),
    '%',
    '%zz',
    '=HYPERLINK(1)',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer().map(String),
  fc.double().map(String),
);

const fieldNames = [
  ...new Set(registry.flatMap(({ input }) => Object.keys((input.def as unknown as { shape?: object }).shape ?? {}))),
];
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...fieldNames) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'a[0][b]',
      'stages[0]',
      'stages[][x]',
      'x'.repeat(300),
    ),
  },
);

const form = fc
  .array(fc.tuple(name, hostile), { maxLength: 8 })
  .map((pairs) => pairs.map(([key, value]) => `${encodeURIComponent(key)}=${safeEncode(value)}`).join('&'));
const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 }).map((value) => JSON.stringify(value)),
  hostile,
);

const safeEncode = (value: string): string => {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%EF%BF%BD'; // half of a surrogate pair cannot be encoded
  }
};

const endpoint = fc.constantFrom(...registry.filter(({ transport }) => transport !== 'socket'));
const call = fc.record({
  endpoint,
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD') },
  ),
  type: fc.constantFrom(
    'application/x-www-form-urlencoded',
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    undefined,
  ),
  body: fc.oneof(form, json, hostile),
  query: fc.oneof({ weight: 2, arbitrary: form }, { weight: 1, arbitrary: fc.constant('') }),
  token: fc.oneof(
    { weight: 6, arbitrary: fc.constant('valid') },
    { weight: 1, arbitrary: fc.constantFrom('', 'x', 'ü', 'a'.repeat(5000)) },
  ),
  range: fc.constantFrom(undefined, 'bytes=0-', 'bytes=9-1', 'bytes=-', 'x'),
  ids: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
});
export type MalformedCall = typeof call extends fc.Arbitrary<infer T> ? T : never;

export interface Verdict {
  readonly sent: number;
  readonly bad: { request: string; status: number; ms: number }[];
}

/**
 * Sends `count` calls. Failures are every 5xx, 507 and 503 included because all parts are available, and every answer
 * later than 5 s.
 */
export async function sendMalformed(app: TestApp, count: number, seed: number): Promise<Verdict> {
  const token = await app.admin();
  const bad: Verdict['bad'] = [];
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(call, async (given) => {
      const from = performance.now();
      const { status, request } = await send(app, given, token);
      const ms = performance.now() - from;
      sent += 1;
      if (status >= 500 || ms > 5000) bad.push({ request, status, ms });
    }),
    { numRuns: count, seed, endOnFailure: true },
  );
  return { sent, bad };
}

async function send(app: TestApp, given: MalformedCall, token: string): Promise<{ status: number; request: string }> {
  const path = given.endpoint.path.replace(/:\w+/g, 'x');
  const ids = refsOf(given.endpoint.input)
    .slice(0, given.ids.length)
    .map(({ path: field }, index) => `${field[0]}=${given.ids[index]}`);
  const query = [given.query, ...(given.endpoint.method === 'GET' ? ids : [])].filter((part) => part !== '').join('&');
  const url = query === '' ? path : `${path}?${query}`;
  const method = (given.method ?? given.endpoint.method) as 'GET';
  const response = await app.app.inject({
    method,
    url,
    headers: {
      'x-token': given.token === 'valid' ? token : Buffer.from(given.token).toString('latin1'),
      ...(given.type === undefined ? {} : { 'content-type': given.type }),
      ...(given.range === undefined ? {} : { range: given.range }),
    },
    ...(method === 'GET' || method === ('HEAD' as string) ? {} : { payload: given.body }),
  });
  return {
    status: response.statusCode,
    request: `${method} ${url} ${given.type ?? ''} ${given.body.slice(0, 200)} -> ${response.body.slice(0, 120)}`,
  };
}
