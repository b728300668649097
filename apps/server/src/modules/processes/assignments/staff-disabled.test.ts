import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as notices from '@prdm/contract/notices';
import { userDisable } from '@prdm/contract/organisation';
import * as review from '@prdm/contract/processes/review';
import { userDel } from '@prdm/contract/staff';
import { actorOf, buildProcess, Crew, detailOf, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;
let admin: string;

beforeAll(async () => {
  app = await startApp();
  crew = new Crew(app);
  admin = await app.admin();
});
afterAll(() => app.stop());

async function deactivate(call: typeof userDisable | typeof userDel, { id }: BuiltPerson): Promise<void> {
  const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [id]);
  const answer = await app.call(call, { id, version: rows[0].version }, { token: admin });
  expect(answer).toMatchObject({ code: 0 });
}
const assignments = async (process: BuiltProcess) =>
  (await detailOf(app, process)).stages.map((stage) =>
    stage.assignments.map((assignment) => [assignment.userId, assignment.status]),
  );

async function noticesOf(token: string): Promise<string[]> {
  await vi.waitFor(async () => {
    const { rows } = await app.platform.db.pool.query('select count(*)::int as n from outbox where done_at is null');
    expect(rows[0].n).toBe(0);
  }, 10_000);
  const { data } = await app.call(notices.index, { ispage: 'not' }, { token });
  return data.list.map(({ content }: { content: string }) => content);
}

describe('the assignments of a disabled person', () => {
  it('go to the head of the department in open and later stages, and the review continues', async () => {
    const head = await crew.person({ name: '所长' });
    const department = await buildDepartment(app, { leaderId: head.id });
    const leaver = await crew.person({ departmentId: department.id });
    const [starter, other] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [leaver] }, { by: [other] }, { by: [leaver] }] });
    await deactivate(userDisable, leaver);
    expect(await assignments(process)).toEqual([
      [
        [leaver.id, 'transferred'],
        [head.id, 'open'],
      ],
      [[other.id, 'waiting']],
      [[head.id, 'waiting']],
    ]);
    expect(await noticesOf(await crew.tokenOf(head))).toEqual([`“${process.name}”的“节点1”节点已改由您审核，请处理`]);
    const moves = (await detailOf(app, process)).history.filter(({ action }) => action === 'move');
    expect(moves.map(({ targetId, stageName }) => [targetId, stageName])).toEqual([
      [head.id, '节点1'],
      [head.id, '节点3'],
    ]);
    expect(await crew.pass(head, process)).toMatchObject({ code: 0 });
    // The later stage repeats the signature of the head, so it passes with this decision.
    expect(await crew.pass(other, process)).toMatchObject({ code: 0 });
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('go to the project manager if no department head is a member', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const [manager, starter] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const leaver = await crew.person({ departmentId: department.id });
    const members = [starter, leaver].map(({ id }) => ({ id, roles: ['designer' as const] }));
    const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
    const process = await buildProcess(app, { starter, projectId, stages: [{ by: [leaver] }] });
    await deactivate(userDisable, leaver);
    expect((await assignments(process)).flat()).toContainEqual([manager.id, 'open']);
  });

  it('stay if no candidate is eligible, with a notice to starter, manager and administrator', async () => {
    const manager = await crew.person();
    const leaver = await crew.person({ name: '离岗人' });
    const members = [{ id: leaver.id, roles: ['designer' as const] }];
    const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
    // The manager is the starter, so the manager cannot take the assignment over.
    const process = await buildProcess(app, { starter: manager, projectId, stages: [{ by: [leaver] }] });
    await deactivate(userDisable, leaver);
    expect((await assignments(process)).flat()).toEqual([[leaver.id, 'open']]);
    const words = `“${process.name}”的“节点1”节点原由离岗人审核，离岗人已停用或离职且无人可接替，请移交其工作或重新发起`;
    expect(await noticesOf(await crew.tokenOf(manager))).toContain(words);
    expect(await noticesOf(admin)).toContain(words);
  });

  it('an archived project does not change', async () => {
    const manager = await crew.person();
    const [starter, leaver] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const members = [starter, leaver].map(({ id }) => ({ id, roles: ['designer' as const] }));
    const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
    const process = await buildProcess(app, { starter, projectId, stages: [{ by: [leaver] }] });
    await app.platform.db.pool.query(`update project set status = 'archived' where id = $1`, [projectId]);
    await deactivate(userDisable, leaver);
    expect((await assignments(process)).flat()).toEqual([[leaver.id, 'open']]);
  });

  it('an assignment offered to the person returns to its executor', async () => {
    const [starter, sitting, leaver] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [sitting] }] });
    await crew.transfer(sitting, process, leaver);
    await deactivate(userDisable, leaver);
    expect((await assignments(process)).flat()).toEqual([[sitting.id, 'open']]);
    expect(await crew.pass(sitting, process)).toMatchObject({ code: 0 });
  });

  it('the target of a transfer from the person need not answer', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const leaver = await crew.person({ departmentId: department.id });
    const [starter, target] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [leaver] }] });
    await crew.transfer(leaver, process, target);
    await deactivate(userDisable, leaver);
    expect((await assignments(process)).flat()).toEqual([
      [leaver.id, 'transferred'],
      [head.id, 'open'],
    ]);
    expect((await crew.call(target, review.counts)).data.todo).toBe(0);
    expect((await noticesOf(await crew.tokenOf(target)))[0]).toMatch(/已撤回.*的转交申请$/);
    expect(await crew.pass(head, process)).toMatchObject({ code: 0 });
  });

  it('in a paused approval the successor waits until it resumes', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const leaver = await crew.person({ departmentId: department.id });
    const starter = await crew.person();
    const process = await buildProcess(app, { starter, stages: [{ by: [leaver] }] });
    const enterpriseId = await theEnterprise(app);
    const actor = actorOf(enterpriseId, starter);
    const inOne = app.platform.db;
    await inOne.transaction((trx) => app.modules.processes.pause(trx, actor, process.subject, ''));
    await deactivate(userDisable, leaver);
    const todo = async () => (await crew.call(head, review.counts)).data.todo;
    expect(await todo()).toBe(0);
    await inOne.transaction((trx) => app.modules.processes.resume(trx, actor, process.subject));
    expect(await todo()).toBe(1);
    expect(await crew.pass(head, process)).toMatchObject({ code: 0 });
  });
});

it('an assignment in a later stage goes to the department head when the person leaves', async () => {
  const head = await buildPerson(app);
  const department = await buildDepartment(app, { leaderId: head.id });
  const leaver = await buildPerson(app, { departmentId: department.id });
  const [starter, first] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
  const process = await buildProcess(app, { starter, stages: [{ by: [first] }, { by: [leaver] }] });
  await deactivate(userDel, leaver);
  expect(await assignments(process)).toEqual([[[first.id, 'open']], [[head.id, 'waiting']]]);
});
