import { afterAll, beforeAll, expect, it } from 'vitest';
import { check, getKeyIv, loginPwd } from '@prdm/contract/identity';
import { resetPwd } from '@prdm/contract/staff';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../testing/worlds/calls.ts';
import { ADMIN } from '../../testing/servers/start-app.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../../testing/servers/start-two.ts';

/** Safety R17, S32. overtaken.test.ts fixes each order of the two transactions; here they race. */
let two: TwoServers;
beforeAll(async () => {
  two = await startTwo();
}, 120_000);
afterAll(() => two.stop());

const ROUNDS = 60;

it('60 resets against sign-ins with the old password on two processes: none of these lives on', async () => {
  const admin = await signInAt(two.addresses[0], ADMIN.account, ADMIN.password);
  const outcomes = { refused: 0, ended: 0, alive: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, account } = await buildPerson(two);
    const { data } = await callAt(two.addresses[1], getKeyIv, {});
    const input = { account, password: encryptTransfer(PASSWORD, data.key, data.iv), kid: data.kid };
    const entering = callAt(two.addresses[1], loginPwd, input);
    await new Promise((resolve) => setTimeout(resolve, round % 20));
    const reset = await callAt(two.addresses[0], resetPwd, { id, version: 1 }, admin);
    expect(reset.code).toBe(0);
    const entered = await entering;
    if (entered.code === 0) {
      const { valid } = (await callAt(two.addresses[0], check, { token: entered.data.token })).data;
      outcomes[valid ? 'alive' : 'ended'] += 1;
    } else {
      expect(entered.code).toBe(1003);
      outcomes.refused += 1;
    }
  }
  expect(outcomes.alive, JSON.stringify(outcomes)).toBe(0);
  expect(outcomes.refused, 'none came in between: the pauses do not fit this machine').toBeGreaterThan(0);
});
