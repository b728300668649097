import { afterAll, beforeAll, expect, it } from 'vitest';
import { roleAdd, roleEdit, roleInfo, roleUserAdd, roleUserDel } from '@prdm/contract/organisation/roles';
import { userIndex } from '@prdm/contract/organisation';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { ADMIN } from '../../../testing/servers/start-app.ts';
import { callsAround } from '../../../testing/servers/loops.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../../../testing/servers/start-two.ts';

/** A role that is taken or changed ends at once, on every process (safety.md R17). */
const ROUNDS = 1;

let two: TwoServers;
beforeAll(async () => {
  two = await startTwo();
}, 120_000);
afterAll(() => two.stop(), 60_000);

it('R17: no call of the holder that begins after the answer succeeds: taken from a person, and taken out of the role', async () => {
  const [here, there] = two.addresses;
  const admin = await signInAt(here, ADMIN.account, ADMIN.password);
  const person = await buildPerson(two);
  const token = await signInAt(there, person.account, PASSWORD);
  const form = { name: '并发', access: ['home-Company-user'], view_range: 'enterprise' };
  const { data } = await callAt(here, roleAdd, { ...form, kind: 'personnel' }, admin);
  const people = { id: data.id, user_ids: [person.id] };
  expect(await callAt(here, roleUserAdd, people, admin)).toMatchObject({ code: 0 });
  let version = 1;
  const edit = async (access: string[]) => {
    expect(await callAt(here, roleEdit, { ...form, id: data.id, version, access }, admin)).toMatchObject({ code: 0 });
    version += 1;
  };
  const ways = [
    {
      take: async () => void (await callAt(here, roleUserDel, people, admin)),
      give: () => callAt(here, roleUserAdd, people, admin),
    },
    { take: () => edit([]), give: () => edit(form.access) },
  ];
  for (const { take, give } of ways)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { late } = await callsAround(two, { call: userIndex, input: {}, token }, take);
      expect(late).toBe(0);
      await give();
    }
  expect((await callAt(here, roleInfo, { id: data.id }, admin)).data).toMatchObject({ holders: 1 });
}, 120_000);
