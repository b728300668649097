import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '@prdm/contract/identity';
import { ownSessions, sessionEnd } from '@prdm/contract/identity/sessions';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

async function person(sessions: number) {
  const { account } = await buildPerson(app);
  const tokens: string[] = [];
  for (let n = 0; n < sessions; n += 1) tokens.push(await app.signIn(account, PASSWORD));
  return tokens;
}
const isAlive = async (token: string): Promise<boolean> => (await app.call(check, { token })).data.valid;
const listOf = async (token: string) => (await app.call(ownSessions, {}, { token })).data.list;

it('lists the live sessions of the caller and marks the current one', async () => {
  const [token = '', ended = ''] = await person(3);
  await person(1);
  await app.platform.db.pool.query(
    `update session set ended_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [ended],
  );
  const list = await listOf(token);
  expect(list).toHaveLength(2);
  expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(list[0]).toEqual({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    agent: expect.any(String),
    ip: '127.0.0.1',
    way: 'password',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
    last_seen_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
    current: expect.any(Boolean),
  });
});

it('ends one session, or all others', async () => {
  const [token = '', second = '', third = ''] = await person(3);
  const other = (await listOf(second)).find(({ current }: { current: boolean }) => current).key as string;
  expect(await app.call(sessionEnd, { key: other }, { token })).toMatchObject({ code: 0 });
  expect([await isAlive(token), await isAlive(second), await isAlive(third)]).toEqual([true, false, true]);
  expect(await app.call(sessionEnd, { key: other }, { token })).toMatchObject({ code: 1006 });
  expect(await app.call(sessionEnd, { others: '1' }, { token })).toMatchObject({ code: 0 });
  expect([await isAlive(token), await isAlive(third)]).toEqual([true, false]);
});

it('refuses the session of another user, a text that is no key, and no key', async () => {
  const [[mine = ''], [theirs = '']] = [await person(1), await person(1)];
  const [{ key }] = await listOf(theirs);
  for (const wrong of [key, 'x', '0'.repeat(36)])
    expect(await app.call(sessionEnd, { key: wrong }, { token: mine })).toMatchObject({ code: 1006 });
  expect(await isAlive(theirs)).toBe(true);
  expect(await app.call(sessionEnd, {}, { token: mine })).toMatchObject({ code: 1001, data: { field: 'key' } });
});
