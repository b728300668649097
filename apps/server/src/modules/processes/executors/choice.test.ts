import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userDisable } from '@prdm/contract/organisation';
import * as contract from '@prdm/contract/processes/templates';
import { buildPerson, buildProject, PASSWORD } from '../../../testing/worlds/builders.ts';
import { buildHolder } from '../../../testing/worlds/ranges.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { found, leaderWorld, type LeaderWorld } from '../../../testing/worlds/areas/leader-world.ts';

let app: TestApp;
let world: LeaderWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await leaderWorld(app);
});
afterAll(() => app.stop());

describe('the choice of the template', () => {
  const choose = (facts: object) =>
    app.modules.processes.plan(world.enterpriseId, {
      kind: 'invoice',
      projectId: null,
      professionId: null,
      starterId: world.designer.id,
      authorIds: [],
      facts,
    });
  const forKind = (more: object) => world.template([{ executor_rule: 'direct_leader' }], { kind: 'invoice', ...more });
  const large = { fact: 'amount', operator: 'ge', value: '1000.00' };

  it('takes the first whose conditions hold, else the default, and refuses without one', async () => {
    await expect(choose({})).rejects.toMatchObject({ code: 1001, key: 'processes.noTemplate' });
    const late = await forKind({ conditions: [large], sort: 2 });
    await expect(choose({ amount: '1.00' })).rejects.toMatchObject({ key: 'processes.noTemplate' });
    const standard = await forKind({ is_default: true });
    const early = await forKind({ conditions: [large], sort: 1 });
    expect((await choose({ amount: '1.00' })).templateId).toBe(standard);
    expect((await choose({ amount: '1000.00' })).templateId).toBe(early);
    await world.call(contract.templateDisable, { id: early, version: 1 });
    expect((await choose({ amount: '1000.00' })).templateId).toBe(late);
  });

  it('one template of a kind is the default: setting it takes it from the other', async () => {
    const [one, two] = [await forKind({ is_default: true }), await forKind({ is_default: true })];
    const defaultOf = async (id: number) => (await world.call(contract.templateInfo, { id })).data;
    expect([(await defaultOf(one)).is_default, (await defaultOf(two)).is_default]).toEqual([false, true]);
    expect((await defaultOf(one)).version).toBe(2);
    const other = await world.template([{ executor_rule: 'direct_leader' }], { kind: 'vacate', is_default: true });
    expect([(await defaultOf(two)).is_default, (await defaultOf(other)).is_default]).toEqual([true, true]);
  });
});

describe('the test run', () => {
  it('is for colleagues, also of a disabled template, and hides projects that the caller may not read', async () => {
    const id = await world.template([{ executor_rule: 'direct_leader' }]);
    await world.call(contract.templateDisable, { id, version: 1 });
    const token = await app.signIn(world.designer.account, PASSWORD);
    const answer = await world.call(contract.templateTestRun, { template: id }, token);
    expect(answer).toMatchObject({
      code: 0,
      data: { ok: true, stages: [{ people: [found(world.head.room, 'direct_leader')] }] },
    });
    const hidden = await buildProject(app);
    expect((await world.call(contract.templateTestRun, { template: id, project_id: hidden.id }, token)).code).not.toBe(
      0,
    );
    const guest = await buildPerson(app, { type: 'partner' });
    const asGuest = await app.signIn(guest.account, PASSWORD);
    expect((await world.call(contract.templateTestRun, { template: id }, asGuest)).code).toBe(1006);
  });
});

describe('a stage that can never have people', () => {
  it('stops enabling, and an edit of an enabled template, with the name of the stage', async () => {
    const gone = await buildPerson(app);
    const id = await world.template([{ name: '总工审定', executor_rule: 'users', executor_ids: [gone.id] }]);
    await world.call(userDisable, { id: gone.id, version: 1 });
    const body = { name: '改名', kind: 'vacate', stages: [{ name: '总工审定', executor_ids: [gone.id] }] };
    const edited = await world.call(contract.templateEdit, { id, version: 1, ...body });
    expect([edited.code, edited.msg]).toEqual([1008, '节点“总工审定”永远不会有审核人，请先改正']);
    expect((await world.call(contract.templateDisable, { id, version: 1 })).code).toBe(0);
    expect((await world.call(contract.templateEdit, { id, version: 2, ...body })).code).toBe(0);
    const enabled = await world.call(contract.templateEnable, { id, version: 3 });
    expect([enabled.code, enabled.msg]).toEqual([1008, '节点“总工审定”永远不会有审核人，请先改正']);
    expect((await world.call(contract.templateInfo, { id })).data).toMatchObject({ enabled: false, version: 3 });
  });

  it('a role nobody holds is no obstacle while fallback approvers decide', async () => {
    const holder = await buildHolder(app, {});
    const [role] =
      (await app.modules.organisation.person(world.enterpriseId, holder.id))?.roles.filter(({ key }) => key === null) ??
      [];
    await world.call(userDisable, { id: holder.id, version: 1 });
    const stage = await world.first([{ executor_rule: 'role', role_id: role?.id }]);
    expect(stage).toMatchObject({ people: [{ reason: 'fallback' }], left: [{ id: holder.id, why: 'inactive' }] });
  });
});
