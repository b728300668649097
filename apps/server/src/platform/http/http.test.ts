import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '@prdm/contract/identity';
import { createLog } from '../log.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { buildServer } from './server.ts';
import { serveWebClient } from './web-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const PATH = '/apis/pub/check';
const FORM = 'application/x-www-form-urlencoded';

async function post(body: string | undefined, type: string | undefined, url = PATH, lang = 'en') {
  const headers = { ...(type === undefined ? {} : { 'content-type': type }), 'accept-language': lang };
  const response = await app.app.inject({
    method: 'POST',
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: response.statusCode,
    ...response.json<{ code: number; msg: string; data: { field?: string } | null }>(),
  };
}

describe('bodies', () => {
  it.each([
    ['no body and no type', undefined, undefined],
    ['no body but a form type', undefined, FORM],
    ['no body but a JSON type', undefined, 'application/json'],
    ['no body and a strange type', undefined, 'application/x-strange'],
    ['an empty form', '', FORM],
    ['an empty JSON object', '{}', 'application/json'],
  ])('%s is an empty input', async (_what, body, type) => {
    expect(await post(body, type)).toMatchObject({ status: 200, code: 0, data: { valid: false } });
  });

  it.each([
    ['a form field', 'token=a&extra=1', FORM, 'extra'],
    ['a JSON field', '{"token":"a","extra":1}', 'application/json', 'extra'],
    ['a prototype field', '{"__proto__":{"x":1}}', 'application/json', '__proto__'],
    ['name with loose brackets', 'token=a&token[b=1', FORM, 'token[b'],
    ['name with something between brackets', 'token=a&list[0]x[y]=1', FORM, 'list[0]x[y]'],
    ['field without a name', '=1', FORM, ''],
  ])('an unknown %s is refused by name', async (_what, body, type, field) => {
    expect(await post(body, type)).toMatchObject({ status: 200, code: 1001, data: { field } });
  });

  it.each([
    'toString=1',
    'constructor=1',
    'valueOf=1',
    'hasOwnProperty=1',
    '__proto__=1',
    '__proto__[x]=1',
    '__proto__[__proto__][x]=1',
    'constructor[prototype][x]=1',
    '%5F_proto__=1',
  ])('a name that every object knows is an unknown field like any other: %s', async (pair) => {
    const field = decodeURIComponent(pair).split(/[=[]/)[0];
    const refused = { status: 200, code: 1001, data: { field } };
    expect(await post(`token=a&${pair}`, FORM)).toMatchObject(refused);
    const query = await app.app.inject({
      url: `/apis/project/index?page=1&${pair}`,
      headers: { 'x-token': await app.admin() },
    });
    expect(query.json()).toMatchObject({ code: 1001, data: { field } });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('such a name inside another one is refused too, and so is a name below a text', async () => {
    const token = await app.admin();
    const send = async (payload: string) =>
      (
        await app.app.inject({
          method: 'POST',
          url: '/apis/project/memberRole',
          headers: { 'x-token': token, 'content-type': FORM },
          payload,
        })
      ).json();
    for (const name of ['toString', '__proto__', 'constructor']) {
      const answer = await send(`project_id=1&version=1&user_id=1&roles[0][role_id]=1&roles[0][${name}]=1`);
      expect(answer).toMatchObject({ code: 1001, data: { field: `roles.0.${name}` } });
      expect(await post(`token[${name}]=1`, FORM)).toMatchObject({ code: 1001, data: { field: 'token' } });
    }
  });

  it.each([
    ['form', 'token=a&token=b', FORM],
    ['encoded form', 'token=a&%74oken=b', FORM],
    ['form with text and names below it', 'token=a&token[b]=1', FORM],
    ['form with names below it and text', 'token[b]=1&token=a', FORM],
    ['JSON', '{"token":"a","token":"b"}', 'application/json'],
    ['escaped JSON', '{"token":"a","\\u0074oken":"b"}', 'application/json'],
  ])('a field sent twice is refused: %s', async (_what, body, type) => {
    expect(await post(body, type)).toMatchObject({ status: 200, code: 1001, data: { field: 'token' } });
  });

  it('keys that only look alike are different keys', async () => {
    const nested = await post('{"token":{"a":1},"x":{"a":1}}', 'application/json');
    expect(nested.data?.field).toBe('x');
  });

  it.each([
    ['text', 'hello', 'text/plain', 415],
    ['broken JSON', '{"token":', 'application/json', 400],
    ['a form nested too deep', `token${'[a]'.repeat(20)}=1`, FORM, 400],
    ['more than a megabyte', `token=${'x'.repeat(1_100_000)}`, FORM, 413],
  ])('%s cannot be read and says so over the transport, in the envelope', async (_what, body, type, status) => {
    const answer = await post(body, type);
    expect(answer.status).toBe(status);
    expect(answer.code).not.toBe(0);
    expect(answer.msg).not.toBe('');
    expect(JSON.stringify(answer)).not.toMatch(/SyntaxError|RangeError|Unexpected|position \d/);
  });

  it.each(['token=%ff%fe', 'token=%zz%', 'token=%', '%zz=1', 'token=%ed%a0%80'])(
    '%s is not text: it is refused in a body and in a query',
    async (text) => {
      expect(await post(text, FORM)).toMatchObject({ status: 400, code: 1 });
      const query = await app.app.inject({
        url: `/apis/project/index?${text}`,
        headers: { 'x-token': await app.admin() },
      });
      expect(query.statusCode).toBe(400);
    },
  );

  it('a body that is not UTF-8 is refused, a UTF-8 body is read', async () => {
    const send = async (type: string, payload: Buffer) =>
      (await app.app.inject({ method: 'POST', url: PATH, headers: { 'content-type': type }, payload })).statusCode;
    for (const [type, before, after] of [
      [FORM, 'token=', ''],
      ['application/json', '{"token":"', '"}'],
    ] as const) {
      const around = (...bytes: number[]) =>
        Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      expect(await send(type, around(0xff, 0xfe))).toBe(400);
      expect(await send(type, around(...Buffer.from('图纸')))).toBe(200);
    }
  });

  it('a list where one value is expected is refused with that message', async () => {
    const said = async (body: string) => (await post(body, FORM)).msg;
    expect(await said('token[]=a')).toBe('Only one value is expected here');
    expect(await said('token[a]=a')).toBe('Only one value is expected here');
  });

  it('a field of the wrong type, too long or with control characters is refused', async () => {
    expect(await post('token[a]=1', FORM)).toMatchObject({ code: 1001, data: { field: 'token' } });
    expect(await post(`token=${'x'.repeat(201)}`, FORM)).toMatchObject({ code: 1001, data: { field: 'token' } });
    expect(await post('token=a%00b', FORM)).toMatchObject({ code: 1001, data: { field: 'token' } });
  });

  it('the query of a POST must be empty', async () => {
    expect(await post(undefined, undefined, `${PATH}?token=a`)).toMatchObject({ code: 1001, data: { field: 'token' } });
  });

  it('the body of a POST whose input is its query must be empty', async () => {
    const token = await app.admin();
    const ask = (payload: string, type: string) =>
      app.app.inject({
        method: 'POST',
        url: '/apis/pub/info',
        headers: { 'x-token': token, 'content-type': type },
        payload,
      });
    expect((await ask('', FORM)).json().code).toBe(0);
    expect((await ask('{}', 'application/json')).json().code).toBe(0);
    for (const [body, type] of [
      ['token=a', FORM],
      ['{"is_admin":true}', 'application/json'],
      ['[1]', 'application/json'],
    ] as const)
      expect((await ask(body, type)).json()).toMatchObject({ code: 1001, data: { field: expect.any(String) } });
  });
});

describe('addresses', () => {
  it.each([
    ['GET', '/apis/nothing/here', 404],
    ['POST', '/apis/nothing/here', 404],
    ['POST', '/apis/pub/CHECK', 404],
    ['POST', '/apis/pub/check/', 404],
    ['POST', '/apis//pub/check', 404],
    ['GET', '/apis', 404],
    ['GET', PATH, 405],
    ['DELETE', PATH, 405],
    ['HEAD', '/apis/pub/getKeyIv', 405],
  ] as const)('%s %s answers %i in the envelope', async (method, url, status) => {
    const response = await app.app.inject({ method, url });
    expect(response.statusCode).toBe(status);
    if (method !== 'HEAD') expect(response.json().code).not.toBe(0);
  });

  it.each(['/%ff', '/apis/%ff', '/apis/file/raw/%c0%af'])(
    '%s, an invalid address, answers 400 in the envelope',
    async (url) => {
      for (const [lang, msg] of [
        ['zh', '请求无法识别'],
        ['en', 'The request cannot be read'],
      ]) {
        const response = await app.app.inject({ method: 'GET', url, headers: { 'accept-language': lang } });
        expect(response.statusCode).toBe(400);
        expect(response.json()).toEqual({ code: 1, msg, data: null });
        expect(response.headers['x-request-id']).toBeDefined();
      }
    },
  );

  it('bytes that are not HTTP get the envelope too, and the connection closes', async () => {
    const socket = connect(Number(new URL(app.address).port), '127.0.0.1');
    let said = '';
    socket.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
    socket.write('this is no http\r\n\r\n');
    await once(socket, 'close');
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(said.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 1, data: null });
  });
});

describe('answers', () => {
  it('are in the language of the reader', async () => {
    const texts = await Promise.all(
      ['zh', 'en', 'zh-TW'].map(async (lang) => (await post('extra=1', FORM, PATH, lang)).msg),
    );
    expect(new Set(texts).size).toBe(3);
  });

  it('have a request id, and forbid caching and sniffing', async () => {
    const { headers } = await app.app.inject({ method: 'POST', url: PATH });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('contain no internal details after an error', async () => {
    await app.platform.db.pool.query('alter table session rename to session_away');
    try {
      const answer = await app.call(check, { token: 'x' });
      expect(answer.status).toBe(500);
      expect(JSON.stringify(answer)).not.toMatch(/session_away|relation|select|at .*\.ts/i);
    } finally {
      await app.platform.db.pool.query('alter table session_away rename to session');
    }
  });

  it('invalid bytes end the connection, not the program', async () => {
    const { port } = new URL(app.address);
    for (const header of ['chunked, identity', 'gzip', 'chunked']) {
      await new Promise<void>((resolve) => {
        const call = request({
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: PATH,
          headers: { 'transfer-encoding': header, 'content-length': '5' },
        });
        call.on('response', (response) => response.resume().on('end', resolve));
        call.on('error', () => resolve());
        call.end('hello');
      });
    }
    expect((await post(undefined, undefined)).code).toBe(0);
  });
});

describe('files of the web client', () => {
  it('robots.txt keeps search engines away, with and without a built client', async () => {
    const root = await mkdtemp(join(tmpdir(), 'prdm-web-'));
    await writeFile(join(root, 'index.html'), '<title>page</title>');
    for (const place of [root, join(root, 'missing')]) {
      const web = buildServer({ log: createLog('silent'), https: false, trustProxy: false });
      await serveWebClient(web, { root: place });
      const { statusCode, headers, body } = await web.inject('/robots.txt');
      expect([statusCode, headers['content-type'], body]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'User-agent: *\nDisallow: /\n',
      ]);
      await web.close();
    }
    await rm(root, { recursive: true });
  });

  it('a missing file answers 404, also when it existed at the start; only a wrong method answers 405', async () => {
    const root = await mkdtemp(join(tmpdir(), 'prdm-web-'));
    await mkdir(join(root, 'assets'));
    await writeFile(join(root, 'index.html'), '<title>page</title>');
    for (const name of ['stays.js', 'goes.js']) await writeFile(join(root, 'assets', name), '1');
    const web = buildServer({ log: createLog('silent'), https: false, trustProxy: false });
    await serveWebClient(web, { root });
    await rm(join(root, 'assets', 'goes.js'));
    const status = async (method: 'GET' | 'HEAD' | 'POST', url: string) =>
      (await web.inject({ method, url })).statusCode;
    expect(await status('GET', '/assets/stays.js')).toBe(200);
    expect(await status('GET', '/assets/goes.js')).toBe(404);
    expect(await status('GET', '/assets/never.js')).toBe(404);
    expect(await status('POST', '/assets/stays.js')).toBe(405);
    expect(await status('GET', '/file/task/index')).toBe(200);
    for (const url of ['/', '/file/task/index', '/assets/stays.js']) {
      const [seen, head] = [await web.inject({ method: 'GET', url }), await web.inject({ method: 'HEAD', url })];
      expect([url, head.statusCode, head.headers['content-type']]).toEqual([url, 200, seen.headers['content-type']]);
      expect(head.headers['content-length']).toBe(seen.headers['content-length']);
      expect(head.body).toBe('');
    }
    for (const url of ['/assets/never.js', '/apis', '/apis/nothing']) expect(await status('HEAD', url)).toBe(404);
    await web.close();
    await rm(root, { recursive: true });
  });
});
