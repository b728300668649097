import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as notices from '@prdm/contract/notices';
import { userDisable } from '@prdm/contract/organisation';
import * as review from '@prdm/contract/review';
import { userDel } from '@prdm/contract/staff';
import { actorOf, buildProcess, Crew, detailOf, type BuiltProcess } from '../../testing/approvals.ts';
import { buildDepartment, buildPerson, buildProject, theEnterprise, type BuiltPerson } from '../../testing/builders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let crew: Crew;
let admin: string;

beforeAll(async () => {
  app = await startApp();
  crew = new Crew(app);
  admin = await app.admin();
});
afterAll(() => app.stop());

async function shut(call: typeof userDisable | typeof userDel, { id }: BuiltPerson): Promise<void> {
  const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [id]);
  const answer = await app.call(call, { id, version: rows[0].version }, { token: admin });
  expect(answer).toMatchObject({ code: 0 });
}
const seats = async (process: BuiltProcess) =>
  (await detailOf(app, process)).stages.map((stage) => stage.seats.map((seat) => [seat.userId, seat.status]));

async function told(token: string): Promise<string[]> {
  await vi.waitFor(async () => {
    const { rows } = await app.platform.db.pool.query('select count(*)::int as n from outbox where done_at is null');
    expect(rows[0].n).toBe(0);
  }, 10_000);
  const { data } = await app.call(notices.index, { ispage: 'not' }, { token });
  return data.list.map(({ content }: { content: string }) => content);
}

describe('the seats of somebody who is disabled', () => {
  it('go to the head of the department, who decides and the flow goes on; those of stages to come as well', async () => {
    const head = await crew.person({ name: '所长' });
    const department = await buildDepartment(app, { leaderId: head.id });
    const gone = await crew.person({ departmentId: department.id });
    const [starter, other] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [gone] }, { by: [other] }, { by: [gone] }] });
    await shut(userDisable, gone);
    expect(await seats(process)).toEqual([
      [
        [gone.id, 'transferred'],
        [head.id, 'open'],
      ],
      [[other.id, 'waiting']],
      [[head.id, 'waiting']],
    ]);
    expect(await told(await crew.tokenOf(head))).toEqual([`“${process.name}”的“节点1”节点已改由您审核，请处理`]);
    const moves = (await detailOf(app, process)).history.filter(({ action }) => action === 'move');
    expect(moves.map(({ targetId, stageName }) => [targetId, stageName])).toEqual([
      [head.id, '节点1'],
      [head.id, '节点3'],
    ]);
    expect(await crew.pass(head, process)).toMatchObject({ code: 0 });
    expect(await crew.pass(other, process)).toMatchObject({ code: 0 });
    expect(await crew.pass(head, process)).toMatchObject({ code: 0 });
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('go to the manager of the project where no head of the department is a member', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const [manager, starter] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const gone = await crew.person({ departmentId: department.id });
    const members = [starter, gone].map(({ id }) => ({ id, roles: ['designer' as const] }));
    const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
    const process = await buildProcess(app, { starter, projectId, stages: [{ by: [gone] }] });
    await shut(userDisable, gone);
    expect((await seats(process)).flat()).toContainEqual([manager.id, 'open']);
  });

  it('stay where nobody may take them; starter, manager and administrator are told', async () => {
    const manager = await crew.person();
    const gone = await crew.person({ name: '离岗人' });
    const members = [{ id: gone.id, roles: ['designer' as const] }];
    const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
    // The manager began it: nobody approves the own subject.
    const process = await buildProcess(app, { starter: manager, projectId, stages: [{ by: [gone] }] });
    await shut(userDisable, gone);
    expect((await seats(process)).flat()).toEqual([[gone.id, 'open']]);
    const words = `“${process.name}”的“节点1”节点原由离岗人审核，离岗人已停用或离职且无人可接替，请移交其工作或重新发起`;
    expect(await told(await crew.tokenOf(manager))).toContain(words);
    expect(await told(admin)).toContain(words);
  });

  it('in an archived project nothing moves', async () => {
    const manager = await crew.person();
    const [starter, gone] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const members = [starter, gone].map(({ id }) => ({ id, roles: ['designer' as const] }));
    const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
    const process = await buildProcess(app, { starter, projectId, stages: [{ by: [gone] }] });
    await app.platform.db.pool.query(`update project set status = 'archived' where id = $1`, [projectId]);
    await shut(userDisable, gone);
    expect((await seats(process)).flat()).toEqual([[gone.id, 'open']]);
  });

  it('a seat that was offered to them is the executor’s again', async () => {
    const [starter, sitting, gone] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [sitting] }] });
    await crew.transfer(sitting, process, gone);
    await shut(userDisable, gone);
    expect((await seats(process)).flat()).toEqual([[sitting.id, 'open']]);
    expect(await crew.pass(sitting, process)).toMatchObject({ code: 0 });
  });

  it('whom they asked to take a seat over need not answer any more', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const gone = await crew.person({ departmentId: department.id });
    const [starter, asked] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [gone] }] });
    await crew.transfer(gone, process, asked);
    await shut(userDisable, gone);
    expect((await seats(process)).flat()).toEqual([
      [gone.id, 'transferred'],
      [head.id, 'open'],
    ]);
    expect((await crew.call(asked, review.counts)).data.todo).toBe(0);
    expect((await told(await crew.tokenOf(asked)))[0]).toMatch(/已撤回.*的转交申请$/);
    expect(await crew.pass(head, process)).toMatchObject({ code: 0 });
  });

  it('of a paused approval wait for the successor until it goes on', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const gone = await crew.person({ departmentId: department.id });
    const starter = await crew.person();
    const process = await buildProcess(app, { starter, stages: [{ by: [gone] }] });
    const enterpriseId = await theEnterprise(app);
    const actor = actorOf(enterpriseId, starter);
    const inOne = app.platform.db;
    await inOne.transaction((trx) => app.modules.processes.pause(trx, actor, process.subject, ''));
    await shut(userDisable, gone);
    const todo = async () => (await crew.call(head, review.counts)).data.todo;
    expect(await todo()).toBe(0);
    await inOne.transaction((trx) => app.modules.processes.resume(trx, actor, process.subject));
    expect(await todo()).toBe(1);
    expect(await crew.pass(head, process)).toMatchObject({ code: 0 });
  });
});

it('who leaves with a seat in a stage to come leaves it to the head of the department', async () => {
  const head = await buildPerson(app);
  const department = await buildDepartment(app, { leaderId: head.id });
  const gone = await buildPerson(app, { departmentId: department.id });
  const [starter, first] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
  const process = await buildProcess(app, { starter, stages: [{ by: [first] }, { by: [gone] }] });
  await shut(userDel, gone);
  expect(await seats(process)).toEqual([[[first.id, 'open']], [[head.id, 'waiting']]]);
});
