import { afterAll, beforeAll, expect, it } from 'vitest';
import { check, logout } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { personSessionEnd, personSessions } from '@prdm/contract/organisation/person-sessions';
import type { RoleKey } from '@prdm/contract/nodes';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { callAt, signInAt, startTwo } from '../../../testing/servers/start-two.ts';

let app: TestApp;
let administrator: { id: number; account: string };
let token: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  administrator = await buildPerson(app, { roles: ['administrator'] });
  token = await app.signIn(administrator.account, PASSWORD);
});
afterAll(() => app.stop());

async function signedIn(sessions: number, roles: RoleKey[] = ['employee']) {
  const person = await buildPerson(app, { roles });
  const tokens: string[] = [];
  for (let n = 0; n < sessions; n += 1) tokens.push(await app.signIn(person.account, PASSWORD));
  return { ...person, tokens };
}
const isAlive = async (each: string): Promise<boolean> => (await app.call(check, { token: each })).data.valid;
const sessionsOf = (id: number, caller = token) => app.call(personSessions, { id }, { token: caller });

it('lists the live sessions of a person and ends one of them, with one audit row', async () => {
  const { id, tokens } = await signedIn(3);
  await app.call(logout, {}, { token: tokens[2] ?? '' });
  const { data } = await sessionsOf(id);
  expect(data.list).toHaveLength(2);
  expect(data.list[0]).toMatchObject({ ip: '127.0.0.1', way: 'password', current: false });
  const [{ key }] = data.list;
  expect(await app.call(personSessionEnd, { id, key }, { token })).toMatchObject({ code: 0 });
  const alive = await Promise.all(tokens.map(isAlive));
  expect(alive.filter(Boolean)).toHaveLength(1);
  expect(await app.call(personSessionEnd, { id, key }, { token })).toMatchObject({ code: 1006 });
  expect(await app.call(personSessionEnd, { id }, { token })).toMatchObject({ code: 1001, data: { field: 'key' } });
  expect(await app.call(personSessionEnd, { id, all: '1' }, { token })).toMatchObject({ code: 0 });
  expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false, false]);
  expect((await sessionsOf(id)).data.list).toEqual([]);
  const { rows } = await app.platform.db.pool.query(
    `select user_id::int as by from action_log where event = 'identity.sessionsEnded' and target_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ by: administrator.id }, { by: administrator.id }]);
});

it('refuses the session of another person under this id', async () => {
  const [mine, other] = [await signedIn(1), await signedIn(1)];
  const [{ key }] = (await sessionsOf(other.id)).data.list;
  expect(await app.call(personSessionEnd, { id: mine.id, key }, { token })).toMatchObject({ code: 1006 });
  expect(await isAlive(other.tokens[0] ?? '')).toBe(true);
});

it('needs the right to give every role of the person, and leaves the own sessions to the profile', async () => {
  const above = await signedIn(1, ['leader']);
  for (const answer of [
    await sessionsOf(above.id),
    await app.call(personSessionEnd, { id: above.id, all: '1' }, { token }),
    await sessionsOf(administrator.id),
    await app.call(personSessionEnd, { id: administrator.id, all: '1' }, { token }),
    await sessionsOf(administrator.id, above.tokens[0]),
    await sessionsOf(above.id, (await signedIn(1)).tokens[0]),
  ])
    expect(answer).toMatchObject({ code: 1005 });
  expect(await isAlive(above.tokens[0] ?? '')).toBe(true);
  expect(await isAlive(token)).toBe(true);
});

it('ends a session at once on both servers', { timeout: 120_000 }, async () => {
  const two = await startTwo();
  try {
    const [first, second] = two.addresses;
    const admin = await signInAt(first, 'admin', 'Weng-7-admin');
    const { account, id } = await buildPerson(two);
    const victim = await signInAt(second, account, PASSWORD);
    expect(await callAt(second, info, {}, victim)).toMatchObject({ code: 0 });
    const { data } = await callAt(first, personSessions, { id }, admin);
    expect(data.list).toHaveLength(1);
    expect(await callAt(first, personSessionEnd, { id, all: '1' }, admin)).toMatchObject({ code: 0 });
    for (const address of two.addresses) expect(await callAt(address, info, {}, victim)).toMatchObject({ code: 5 });
  } finally {
    await two.stop();
  }
});
