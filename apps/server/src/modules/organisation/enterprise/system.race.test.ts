import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownSessions } from '@prdm/contract/identity/sessions';
import { add as projectAdd } from '@prdm/contract/projects';
import {
  enterpriseDisable,
  enterpriseIndex,
  enterpriseLimits,
  type EnterpriseRow,
} from '@prdm/contract/organisation/system';
import { addEnterprise } from '../../../enterprise-add/add.ts';
import { callsAround, LOOPS } from '../../../testing/servers/loops.ts';
import { ADMIN } from '../../../testing/servers/start-app.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../../../testing/servers/start-two.ts';
import { buildSystemAdministrator, buildPerson, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import { projectForm } from '../../../testing/worlds/project-form.ts';

/* Safety R17: 100 loops of calls on two processes. No call that begins after the answer of the change succeeds. */
let two: TwoServers;
let system: string;
beforeAll(async () => {
  two = await startTwo();
  system = await signInAt(two.addresses[1], (await buildSystemAdministrator(two)).account, PASSWORD);
}, 120_000);
afterAll(() => two.stop(), 60_000);

async function rowOf(id: number): Promise<EnterpriseRow> {
  const { data } = await callAt(two.addresses[1], enterpriseIndex, {}, system);
  return data.list.find((row: EnterpriseRow) => row.id === id) as EnterpriseRow;
}

it('a disabled enterprise is out on every process', async () => {
  const { enterpriseId, account } = await addEnterprise(two.platform, two.modules, {
    kind: 'enterprise',
    name: '江南设计院',
    account: 'south.chief',
    person: undefined,
    password: PASSWORD,
  });
  const token = await signInAt(two.addresses[0], account, PASSWORD);
  const { version } = await rowOf(enterpriseId);
  const around = await callsAround(two, { call: ownSessions, input: {}, token }, async () => {
    const input = { id: enterpriseId, version, reason: '合同到期' };
    expect(await callAt(two.addresses[1], enterpriseDisable, input, system)).toMatchObject({ code: 0 });
  });
  console.log(`disabling under ${LOOPS} loops: ${around.before} before, ${around.late} of ${around.after} after`);
  expect(around.before).toBeGreaterThanOrEqual(LOOPS);
  expect(around.late).toBe(0);
}, 120_000);

it('a project limit that is reached while 100 loops add projects is never exceeded', async () => {
  const id = await theEnterprise(two);
  const admin = await signInAt(two.addresses[0], ADMIN.account, ADMIN.password);
  const form = await projectForm(two, (await buildPerson(two)).id);
  const { version, projects: present } = await rowOf(id);
  const limit = present + 2 * LOOPS;
  const limits = { id, version, member_limit: 200, project_limit: limit };
  expect(await callAt(two.addresses[1], enterpriseLimits, limits, system)).toMatchObject({ code: 0 });
  // The answer counts as soon as all places are taken. Each loop goes on.
  const around = await callsAround(two, { call: projectAdd, input: form, token: admin }, async () => {
    await expect.poll(async () => (await rowOf(id)).projects, { timeout: 120_000, interval: 200 }).toBe(limit);
  });
  console.log(`limit ${limit} under ${LOOPS} loops: ${around.late} of ${around.after} after`);
  expect((await rowOf(id)).projects).toBe(limit);
  expect(around.late).toBe(0);
}, 240_000);
