import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownSessions, sessionEnd } from '@prdm/contract/identity/sessions';
import { userDisable } from '@prdm/contract/organisation';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { callsAround } from '../../../testing/servers/loops.ts';
import { ADMIN } from '../../../testing/servers/start-app.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../../../testing/servers/start-two.ts';

/* Safety R17: 100 loops of calls on two processes. No call that begins after the answer of the change succeeds. */
let two: TwoServers;
beforeAll(async () => {
  two = await startTwo();
}, 120_000);
afterAll(() => two.stop(), 60_000);

it('R17: a disabled person is out on every process', async () => {
  const [here, there] = two.addresses;
  const admin = await signInAt(here, ADMIN.account, ADMIN.password);
  const person = await buildPerson(two);
  const token = await signInAt(there, person.account, PASSWORD);
  const { before, late } = await callsAround(two, { call: ownSessions, input: {}, token }, async () => {
    expect(await callAt(here, userDisable, { id: person.id, version: 1 }, admin)).toMatchObject({ code: 0 });
  });
  expect(before).toBeGreaterThanOrEqual(100);
  expect(late).toBe(0);
}, 120_000);

it('R17: an ended session is over on every process, and the session that ended it goes on', async () => {
  const [here, there] = two.addresses;
  const person = await buildPerson(two);
  const lost = await signInAt(there, person.account, PASSWORD);
  const kept = await signInAt(here, person.account, PASSWORD);
  const { late } = await callsAround(two, { call: ownSessions, input: {}, token: lost }, async () => {
    expect(await callAt(here, sessionEnd, { others: '1' }, kept)).toMatchObject({ code: 0 });
  });
  expect(late).toBe(0);
  expect((await callAt(there, ownSessions, {}, kept)).data.list).toHaveLength(1);
}, 120_000);
