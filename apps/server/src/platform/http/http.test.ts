import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { check } from '@prdm/contract/identity';
import { startApp, type TestApp } from '../../testing/start-app.ts';

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
  ])('an unknown %s is refused by name', async (_what, body, type, field) => {
    expect(await post(body, type)).toMatchObject({ status: 200, code: 1001, data: { field } });
  });

  it.each([
    ['form', 'token=a&token=b', FORM],
    ['encoded form', 'token=a&%74oken=b', FORM],
    ['JSON', '{"token":"a","token":"b"}', 'application/json'],
    ['escaped JSON', '{"token":"a","\\u0074oken":"b"}', 'application/json'],
  ])('a field sent twice is refused: %s', async (_what, body, type) => {
    expect(await post(body, type)).toMatchObject({ status: 200, code: 1001, data: { field: 'token' } });
  });

  it('keys that only look alike are not the same key', async () => {
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
  });

  it('a field of the wrong kind, too long or with control characters is refused', async () => {
    expect(await post('token[a]=1', FORM)).toMatchObject({ code: 1001, data: { field: 'token' } });
    expect(await post(`token=${'x'.repeat(201)}`, FORM)).toMatchObject({ code: 1001, data: { field: 'token' } });
    expect(await post('token=a%00b', FORM)).toMatchObject({ code: 1001, data: { field: 'token' } });
  });

  it('the query of a POST carries nothing', async () => {
    expect(await post(undefined, undefined, `${PATH}?token=a`)).toMatchObject({ code: 1001, data: { field: 'token' } });
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
});

describe('answers', () => {
  it('speak the reader’s language', async () => {
    const texts = await Promise.all(
      ['zh', 'en', 'zh-TW'].map(async (lang) => (await post('extra=1', FORM, PATH, lang)).msg),
    );
    expect(new Set(texts).size).toBe(3);
  });

  it('carry a request id, are never cached and never sniffed', async () => {
    const { headers } = await app.app.inject({ method: 'POST', url: PATH });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('tell nothing of the inside when something breaks', async () => {
    await app.platform.db.pool.query('alter table session rename to session_away');
    try {
      const answer = await app.call(check, { token: 'x' });
      expect(answer.status).toBe(500);
      expect(JSON.stringify(answer)).not.toMatch(/session_away|relation|select|at .*\.ts/i);
    } finally {
      await app.platform.db.pool.query('alter table session_away rename to session');
    }
  });

  it('strange bytes on the wire end the connection, not the program', async () => {
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
