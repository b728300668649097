import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '@prdm/contract/identity';
import { ownSessions, sessionEnd } from '@prdm/contract/identity/sessions';
import { info } from '@prdm/contract/me';
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

it('an ended session answers no call that began after the answer, under 100 loops of calls', async () => {
  const [token = '', victim = ''] = await person(2);
  const { key } = (await listOf(victim)).find(({ current }: { current: boolean }) => current) as { key: string };
  let endedAt = Number.POSITIVE_INFINITY;
  let successes = 0;
  let late = 0;
  let after = 0;
  const loop = async () => {
    for (let n = 0; n < 1000 && after < 500; n += 1) {
      const began = performance.now();
      const { code } = await app.call(info, {}, { token: victim });
      if (began > endedAt) after += 1;
      if (code !== 0) continue;
      successes += 1;
      if (began > endedAt) late += 1;
    }
  };
  const loops = Array.from({ length: 100 }, loop);
  await expect.poll(() => successes).toBeGreaterThan(100);
  expect((await app.call(sessionEnd, { key }, { token })).code).toBe(0);
  endedAt = performance.now();
  await Promise.all(loops);
  console.log(`session end under 100 loops: ${successes} successes before, ${late} of ${after} calls begun after it`);
  expect(after).toBeGreaterThan(0);
  expect(late).toBe(0);
}, 120_000);
