import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { registry } from '@prdm/contract';
import { endpoint } from '@prdm/contract/kit';
import { parseForm } from '../../../../server/src/platform/http/bodies.ts';
import { goTo, openWire, type Answer, type Wire } from '../../testing/wire.ts';
import { call, CallError, connectCalls } from './call.ts';
import { startI18n, translate } from '../i18n.ts';
import { session, stay, storeToken, useSession } from '../session/session.ts';
import { toast, useToasts } from '../toasts.ts';

const add = endpoint({
  method: 'POST',
  path: '/apis/thing/add',
  access: 'signed-in',
  input: z.strictObject({ name: z.string() }),
  output: z.object({ id: z.number() }),
});
const list = endpoint({
  method: 'GET',
  path: '/apis/thing/index',
  access: 'signed-in',
  input: z.strictObject({ page: z.number(), word: z.string().optional() }),
  output: z.object({ total: z.number() }),
});

let wire: Wire;
let replaced = 0;

beforeAll(async () => {
  await startI18n();
  connectCalls({ tokenReplaced: () => void (replaced += 1) });
});

beforeEach(async () => {
  wire = await openWire();
  replaced = 0;
  useSession.setState({ token: null, me: null, expired: false });
  useToasts.setState({ toasts: [] });
});

afterEach(async () => {
  vi.useRealTimers();
  await wire.close();
});

const says = (code: number, msg = 'M', data: unknown = null, more: Partial<Answer> = {}) =>
  wire.answer(() => ({ body: { code, msg, data }, ...more }));

const refusalOf = (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => {
      if (error instanceof CallError) return error;
      throw error;
    },
  );

test('code 0 gives the data', async () => {
  says(0, '', { id: 7 });
  expect(await call(add, { name: 'a' })).toEqual({ id: 7 });
});

test('[ER-001] a code other than 0 counts as failed, with code, message and field', async () => {
  says(1, 'general failure');
  expect(await refusalOf(call(add, { name: 'a' }))).toMatchObject({ code: 1, msg: 'general failure', field: null });
  says(1001, 'too long', { field: 'name' });
  expect(await refusalOf(call(add, { name: 'a' }))).toMatchObject({ code: 1001, field: 'name', told: false });
  expect(useToasts.getState().toasts).toHaveLength(0);
});

test('[API-001] GET travels in the query, POST as a form with credentials; token and language in headers', async () => {
  storeToken('T1');
  const sent = vi.spyOn(globalThis, 'fetch');
  await call(list, { page: 2, word: 'a b&c' });
  await call(add, { name: '张三 = 1' });
  expect(sent.mock.calls.map(([, init]) => init?.credentials)).toEqual(['include', 'include']);
  sent.mockRestore();
  expect(registry.filter(({ path }) => !path.startsWith('/apis/'))).toEqual([]);
  const [get, post] = wire.seen;
  expect(get).toMatchObject({ method: 'GET', url: '/apis/thing/index?page=2&word=a+b%26c', body: '' });
  expect(get?.headers['x-token']).toBe('T1');
  expect(get?.headers['accept-language']).toBe('zh');
  expect(post?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(parseForm(post?.body ?? '')).toEqual({ name: '张三 = 1' });
});

test('without a token no token header is sent', async () => {
  await call(list, { page: 1 });
  expect(wire.seen[0]?.headers).not.toHaveProperty('x-token');
});

test('an authorization header replaces the stored token and reloads the user', async () => {
  storeToken('T1');
  says(0, '', { total: 0 }, { headers: { authorization: 'T2' } });
  await call(list, { page: 1 });
  expect(session().token).toBe('T2');
  expect(localStorage.getItem('token')).toBe('T2');
  expect(replaced).toBe(1);
});

test('[ST-033] code 5 opens one box however many calls fail together, and every call rejects with the message', async () => {
  says(5, 'sign-in timed out');
  let opened = 0;
  const stop = useSession.subscribe((now, before) => void (opened += Number(now.expired && !before.expired)));
  const refused = await Promise.all([1, 2, 3, 4].map((page) => refusalOf(call(list, { page }))));
  stop();
  expect(refused.map(({ code, msg, told }) => [code, msg, told])).toEqual(
    Array.from({ length: 4 }, () => [5, 'sign-in timed out', true]),
  );
  expect(opened).toBe(1);
});

test('[ST-033] who stays is not asked again by what was sent before, but by what is done next', async () => {
  wire.answer(({ url }) => ({
    body: { code: 5, msg: 'gone', data: null },
    afterMs: url.includes('page=2') ? 150 : 0,
  }));
  const late = refusalOf(call(list, { page: 2 }));
  await refusalOf(call(list, { page: 1 }));
  expect(session().expired).toBe(true);
  stay();
  expect((await late).told).toBe(true);
  expect(session().expired).toBe(false);
  await refusalOf(call(list, { page: 3 }));
  expect(session().expired).toBe(true);
});

test.each(['/share?s=abc', '/share/view?s=abc', '/404', '/403', '/410', '/444', '/443'])(
  '[ST-033] code 5 opens no box on %s, and the call still rejects',
  async (path) => {
    goTo(path);
    says(5, '');
    expect((await refusalOf(call(list, { page: 1 }))).msg).toBe(translate('errors.sessionEnded'));
    expect(session().expired).toBe(false);
  },
);

test("the guard's own call never opens the box", async () => {
  says(5, 'gone');
  const refusal = await refusalOf(call(list, { page: 1 }, { asGuard: true }));
  expect(refusal).toMatchObject({ code: 5, msg: 'gone', told: false });
  expect(session().expired).toBe(false);
});

test('404 403 410 444 443 lead nowhere by themselves: the caller shows them, or is the page that they belong to', async () => {
  for (const code of [404, 403, 410, 444, 443]) {
    says(code, 'M');
    const refusal = await refusalOf(call(list, { page: 1 }));
    expect(refusal).toMatchObject({ code, msg: 'M', told: false, hasErrorPage: true });
  }
  says(1006, 'M');
  expect(await refusalOf(call(list, { page: 1 }))).toMatchObject({ code: 1006, hasErrorPage: false });
});

test('a code with another HTTP status than 200 speaks of the address and has no error page', async () => {
  says(404, 'no such call', null, { status: 404 });
  const refusal = await refusalOf(call(list, { page: 1 }));
  expect(refusal).toMatchObject({ code: 404, msg: 'no such call', told: false, hasErrorPage: false });
});

test('a connection that breaks is shown once as a toast', async () => {
  wire.answer(() => ({ hangUp: true }));
  await Promise.all([refusalOf(call(list, { page: 1 })), refusalOf(call(list, { page: 2 }))]);
  expect(useToasts.getState().toasts.map(({ kind, text }) => [kind, text])).toEqual([
    ['error', translate('errors.network')],
  ]);
});

test('a toast about a lost connection closes shortly after the next answer, other failures stay', async () => {
  wire.answer(() => ({ hangUp: true }));
  await refusalOf(call(list, { page: 1 }));
  toast.error('other');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const told = () => useToasts.getState().toasts.map(({ text }) => text);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toEqual([translate('errors.network'), 'other']);
  says(0, 'M', { total: 0 });
  await call(list, { page: 1 });
  expect(told()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(4000);
  expect(told()).toEqual(['other']);
});

test('[API-002] a call is given up after 600 seconds and not before', async () => {
  vi.useFakeTimers();
  const silent = vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_address, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  let ended: unknown = null;
  const asked = refusalOf(call(list, { page: 1 })).then((refusal) => (ended = refusal.msg));
  await vi.advanceTimersByTimeAsync(599_999);
  expect(ended).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await asked;
  expect(ended).toBe(translate('errors.timeout'));
  silent.mockRestore();
  logged.mockRestore();
});

test('a timeout is only logged', async () => {
  wire.answer(() => ({ body: {}, afterMs: 2000 }));
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const refusal = await refusalOf(call(list, { page: 1 }, { timeoutMs: 60 }));
  expect(refusal.msg).toBe(translate('errors.timeout'));
  expect(logged).toHaveBeenCalledWith('timeout', '/apis/thing/index?page=1');
  expect(useToasts.getState().toasts).toHaveLength(0);
  logged.mockRestore();
});

test('words that are not our envelope are shown with the status', async () => {
  wire.answer(() => ({ status: 502, body: '<html>bad gateway</html>' }));
  expect((await refusalOf(call(list, { page: 1 }))).told).toBe(true);
  expect(useToasts.getState().toasts[0]?.text).toContain('502');
});

test('a call that is given up shows nothing', async () => {
  wire.answer(() => ({ body: {}, afterMs: 1000 }));
  const stop = new AbortController();
  const waiting = call(list, { page: 1 }, { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow('cancelled');
  expect(useToasts.getState().toasts).toHaveLength(0);
});
