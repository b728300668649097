import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { JSON_DEPTH } from '@prdm/contract/kit/strict-json';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/** Limits of what a caller, with or without a session, can make the program read and repeat. */
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  token = await app.admin();
});
afterAll(() => app.stop());

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const OPEN_LIMIT = 8 * 1024;
const CHECK = '/apis/pub/check';
/** A call that needs a session and takes a form. */
const SIGNED_IN = '/apis/pub/update';

async function post(url: string, type: string, payload: string, headers: Record<string, string> = {}) {
  const response = await app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type, 'accept-language': 'en', ...headers },
    payload,
  });
  const body = response.json<{ code: number; msg: string; data: { field?: string; params?: object } | null }>();
  return { status: response.statusCode, connection: response.headers.connection, text: response.payload, ...body };
}
const signedIn = (type: string, payload: string) => post(SIGNED_IN, type, payload, { 'x-token': token });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Uses a real connection, so that only the sent bytes define the length of the body. */
const chunked = (path: string, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(app.address);
    const call = request({ port, host: '127.0.0.1', method: 'POST', path, headers: { 'content-type': JSON_TYPE } });
    call.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject);
    call.write('[');
    call.end(`"${'x'.repeat(bytes)}"]`);
  });

describe('a public call', () => {
  const open = registry.filter(({ access, method }) => access === 'public' && method === 'POST');

  it.each(open.map(({ path }) => path))('%s accepts at most 8 KB', async (path) => {
    for (const type of [FORM, JSON_TYPE, 'text/plain']) {
      expect((await post(path, type, `x=${'x'.repeat(OPEN_LIMIT)}`)).status).toBe(413);
    }
    expect((await post(path, FORM, `x=${'x'.repeat(OPEN_LIMIT - 2)}`)).status).toBe(200);
  });

  it('accepts no more in chunks without an announced length', async () => {
    expect(await chunked(CHECK, OPEN_LIMIT)).toBe(413);
  });

  it('accepts more with a session', async () => {
    expect(await signedIn(FORM, `name=${'x'.repeat(100_000)}`)).toMatchObject({ status: 200, code: 1001 });
  });

  it.each([
    ['POST', '/apis/nothing/here', 404],
    ['POST', '/apis/pub/CHECK', 404],
    ['POST', '/apis/pub/getKeyIv', 405],
    ['POST', '/nothing', 404],
  ] as const)('%s %s is %i before its body is read', async (_method, url, status) => {
    const answer = await post(url, JSON_TYPE, nested(500_000));
    expect([answer.status, answer.connection]).toEqual([status, 'close']);
    expect((await post(url, JSON_TYPE, 'no json')).status).toBe(status);
  });
});

describe('nested JSON', () => {
  it.each([
    ['lists', nested(JSON_DEPTH - 1), nested(JSON_DEPTH)],
    [
      'objects',
      `${'{"a":'.repeat(JSON_DEPTH - 1)}1${'}'.repeat(JSON_DEPTH - 1)}`,
      `${'{"a":'.repeat(JSON_DEPTH)}1${'}'.repeat(JSON_DEPTH)}`,
    ],
  ])('is read down to 32 levels and no further: %s', async (_what, within, beyond) => {
    expect(await post(CHECK, JSON_TYPE, `{"token":${within}}`)).toMatchObject({
      status: 200,
      code: 1001,
      data: { field: 'token' },
    });
    expect(await post(CHECK, JSON_TYPE, `{"token":${beyond}}`)).toMatchObject({ status: 400, code: 1 });
  });

  it('is counted before parsing, so that invalid text is refused in the same way', async () => {
    expect((await post(CHECK, JSON_TYPE, '['.repeat(4000))).status).toBe(400);
    expect((await signedIn(JSON_TYPE, nested(500_000))).status).toBe(400);
  });

  it('brackets inside a text do not count as levels', async () => {
    const text = `${'['.repeat(100)}\\"${'{'.repeat(50)}`;
    expect(await post(CHECK, JSON_TYPE, JSON.stringify({ token: text }))).toMatchObject({ code: 0 });
  });

  it('in a field of a form is refused with an error at the field', async () => {
    const deep = await post('/apis/user/sort', FORM, `ids=${nested(JSON_DEPTH + 1)}`, { 'x-token': token });
    expect(deep).toMatchObject({ status: 200, code: 1001, data: { field: 'ids' } });
  });
});

it('a form has at most 2,000 pairs, in a body and in a query', async () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, n) => `a${n}=1`).join('&');
  expect(await signedIn(FORM, pairs(2000))).toMatchObject({ status: 200, code: 1001 });
  expect(await signedIn(FORM, pairs(2001))).toMatchObject({ status: 400, code: 1 });
  expect((await post(CHECK, FORM, '&'.repeat(2001))).status).toBe(400);
  const query = await app.app.inject({ url: `/apis/project/index?${pairs(2001)}`, headers: { 'x-token': token } });
  expect(query.statusCode).toBe(400);
});

describe('a refusal repeats at most 100 characters of a name', () => {
  const NAME = `${'长名'.repeat(2000)}`;
  const SIGNS = '😀'.repeat(2000);
  const short = (answer: { text: string; msg: string; data: { field?: string } | null }) => {
    expect(Array.from(answer.data?.field ?? '').length).toBeLessThanOrEqual(100);
    expect(answer.data?.field).toMatch(/…$/);
    expect(answer.msg.length).toBeLessThan(400);
    expect(answer.text.length).toBeLessThan(1500);
    expect(answer.text).not.toMatch(/\\ud83d(?!\\ude00)/);
  };

  it.each([
    ['an unknown field of a form', FORM, (name: string) => `${encodeURIComponent(name)}=1`],
    ['a field sent twice', FORM, (name: string) => `${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=1`],
    [
      'a name below another',
      FORM,
      (name: string) => `name[${encodeURIComponent(name)}]=1&${encodeURIComponent(name)}=1`,
    ],
    ['an unknown field of JSON', JSON_TYPE, (name: string) => JSON.stringify({ [name]: 1 })],
    ['a key that stands twice', JSON_TYPE, (name: string) => `{"${name}":1,"${name}":1}`],
  ])('%s', async (_what, type, body) => {
    for (const name of [NAME, SIGNS]) short(await signedIn(type, body(name)));
  });

  it('of a field in the wrong place', async () => {
    short(await post(`${CHECK}?${'x'.repeat(4000)}=1`, FORM, ''));
  });

  it('of a key inside a field', async () => {
    const inside = `{"${NAME}":1,"${NAME}":1}`;
    short(await post('/apis/user/sort', FORM, `ids=${encodeURIComponent(inside)}`, { 'x-token': token }));
  });

  it('and a short name unchanged', async () => {
    expect((await signedIn(FORM, 'stranger=1')).data).toEqual({ field: 'stranger', params: { field: 'stranger' } });
  });
});
