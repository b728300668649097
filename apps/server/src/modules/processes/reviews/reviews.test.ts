import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import type { ReviewRow } from '@prdm/contract/processes/review';
import { actorOf, buildProcess, Crew, assignmentOf, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import { buildProject, theEnterprise, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { authorizedBySystem } from '../../../platform/ids/authorized-by-system.ts';

let app: TestApp;
let crew: Crew;
let enterpriseId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

const listOf = async (person: BuiltPerson, input: object = {}): Promise<ReviewRow[]> => {
  const { code, data } = await crew.call(person, review.index, input);
  expect(code).toBe(0);
  return data.list as ReviewRow[];
};
const idsOf = async (person: BuiltPerson, input: object = {}) =>
  (await listOf(person, input)).map((row) => row.process_id);
const countsOf = async (person: BuiltPerson) => (await crew.call(person, review.counts)).data;
const ids = (...processes: BuiltProcess[]) => processes.map((process) => process.id);
const owned = (work: 'pause' | 'resume' | 'cancel', process: BuiltProcess, owner: BuiltPerson) =>
  app.platform.db.transaction((trx) =>
    work === 'pause'
      ? app.modules.processes.pause(trx, actorOf(enterpriseId, owner), process.subject, '')
      : app.modules.processes[work](trx, actorOf(enterpriseId, owner), process.subject),
  );

describe('the four lists', () => {
  it('lists and counts agree through the life of two approvals', async () => {
    const [starter, first, second, copied] = (await crew.people(4)) as [
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
    ];
    const stages = [{ by: [first] }, { by: [second] }];
    const a = await buildProcess(app, { starter, stages, cc: [copied] });
    const b = await buildProcess(app, { starter, stages });
    expect(await idsOf(first)).toEqual(ids(b, a));
    expect(await idsOf(second)).toEqual([]);
    expect(await idsOf(starter, { state: 'mine' })).toEqual(ids(b, a));
    expect(await idsOf(copied, { state: 'cc' })).toEqual(ids(a));
    expect(await countsOf(first)).toEqual({ todo: 2, done: 0, mine: 0, cc: 0, kinds: { contract: 2 } });

    await crew.pass(first, a);
    expect(await idsOf(first)).toEqual(ids(b));
    expect(await idsOf(first, { state: 'done' })).toEqual(ids(a));
    const [todo] = await listOf(second);
    expect(todo).toMatchObject({
      process_id: a.id,
      kind: 'contract',
      source_id: a.subject.id,
      name: a.name,
      starter: { id: starter.id, name: starter.name },
      label: 'under_review',
      round: 1,
      stage_count: 2,
      stage: { position: 2, name: '节点2', passed: 0, needed: 1, executors: [{ id: second.id, name: second.name }] },
      seat: { id: await assignmentOf(app, a, second), ask: 'decide' },
    });
    expect(await countsOf(first)).toEqual({ todo: 1, done: 1, mine: 0, cc: 0, kinds: { contract: 1 } });
    expect(await countsOf(starter)).toMatchObject({ todo: 0, mine: 2 });
    expect(await countsOf(copied)).toMatchObject({ cc: 1 });
  });

  it('an assignment with an open transfer waits for the target, not for the executor', async () => {
    const [starter, old, target] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [old] }] });
    await crew.transfer(old, process, target);
    expect(await idsOf(old)).toEqual([]);
    const [row] = await listOf(target);
    expect(row?.seat).toEqual({ id: await assignmentOf(app, process, old), ask: 'answer', for_user: null });
    expect(row?.label).toBe('transfer_awaiting');
    await crew.call(target, review.transferRefuse, { seat_id: row?.seat?.id });
    expect(await idsOf(old)).toEqual(ids(process));
    expect(await idsOf(target)).toEqual([]);
  });

  it('[ST-002] an approval has the label of its state, and a later stage is not reviewed', async () => {
    const [starter, old, target] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    const labelOf = async (process: BuiltProcess) =>
      (await listOf(starter, { state: 'mine' })).find((row) => row.process_id === process.id)?.label;
    const process = await buildProcess(app, { starter, stages: [{ by: [old] }, { by: [target] }] });
    expect(await labelOf(process)).toBe('under_review');
    const { stages } = (await crew.call(starter, review.info, { id: process.id })).data;
    expect(stages.map(({ status }: { status: string }) => status)).toEqual(['under_review', 'not_reviewed']);
    await crew.transfer(old, process, target);
    expect(await labelOf(process)).toBe('transfer_awaiting');
    await crew.call(target, review.transferRefuse, { seat_id: await assignmentOf(app, process, old) });
    await crew.pass(old, process);
    await crew.notPass(target, process, 'starter');
    expect(await labelOf(process)).toBe('review_rejected');
    const other = await buildProcess(app, { starter, stages: [{ by: [old] }] });
    await crew.pass(old, other);
    expect(await labelOf(other)).toBe('review_complete');
  });

  it('a paused approval waits for no person, and a cancelled one is in no list', async () => {
    const [starter, executor] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [executor] }] });
    await owned('pause', process, starter);
    expect(await idsOf(executor)).toEqual([]);
    expect(await idsOf(starter, { state: 'mine' })).toEqual(ids(process));
    await owned('resume', process, starter);
    expect(await idsOf(executor)).toEqual(ids(process));
    await owned('cancel', process, starter);
    expect(await idsOf(executor)).toEqual([]);
    expect(await idsOf(starter, { state: 'mine' })).toEqual([]);
    expect(await countsOf(starter)).toMatchObject({ mine: 0 });
  });

  it('pages, filters by kind and project', async () => {
    const [starter, executor] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const project = await buildProject(app, {
      members: [starter, executor].map(({ id }) => ({ id, roles: ['designer' as const] })),
    });
    const stages = [{ by: [executor] }];
    const inProject = await buildProcess(app, { starter, stages, projectId: project.id });
    const others = [await buildProcess(app, { starter, stages }), await buildProcess(app, { starter, stages })];
    expect(await idsOf(executor, { project_id: project.id })).toEqual(ids(inProject));
    expect((await listOf(executor, { project_id: project.id }))[0]?.project_name).toBe(project.name);
    expect(await idsOf(executor, { kind: 'vacate' })).toEqual([]);
    expect(await idsOf(executor, { kind: 'contract', size: 2, page: 2 })).toEqual(ids(inProject));
    const whole = await crew.call(executor, review.index, { ispage: 'not', state: 'todo' });
    expect(whole.data.list.map((row: ReviewRow) => row.process_id)).toEqual(ids(...others.toReversed(), inProject));
    expect(Object.keys(whole.data).toSorted()).toEqual(['list', 'total']);
  });
});

describe('read access to an approval', () => {
  it('in a project: participants and holders of the node there, no former members', async () => {
    const [starter, executor, reader, member, outsider] = (await crew.people(5)) as [
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
    ];
    const project = await buildProject(app, {
      members: [
        { id: starter.id, roles: ['designer'] },
        { id: executor.id, roles: ['designer'] },
        { id: reader.id, roles: ['coordinator'] },
        { id: member.id, roles: ['designer'] },
      ],
    });
    const process = await buildProcess(app, { starter, stages: [{ by: [executor] }], projectId: project.id });
    const read = async (person: BuiltPerson) => (await crew.call(person, review.info, { id: process.id })).code;
    expect([await read(starter), await read(executor), await read(reader)]).toEqual([0, 0, 0]);
    expect([await read(member), await read(outsider)]).toEqual([404, 404]);
    expect((await crew.call(member, review.remind, { id: process.id })).code).toBe(1006);
    expect((await crew.call(reader, review.withdraw, { id: process.id })).code).toBe(1005);

    const seat_id = await assignmentOf(app, process, executor);
    await app.platform.db.transaction((trx) =>
      app.modules.projects.removeMember(trx, actorOf(enterpriseId, starter), project.id, executor.id),
    );
    expect(await read(executor)).toBe(404);
    expect((await crew.call(executor, review.pass, { seat_id })).code).toBe(1006);
    expect(await idsOf(executor)).toEqual([]);
    expect(await countsOf(executor)).toMatchObject({ todo: 0 });
  });

  it('a transfer target must be in the scope of the project', async () => {
    const [starter, executor, member, outsider] = (await crew.people(4)) as [
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
    ];
    const leader = await crew.person({ roles: ['leader'] });
    const project = await buildProject(app, {
      members: [starter, executor, member].map(({ id }) => ({ id, roles: ['designer' as const] })),
    });
    const process = await buildProcess(app, { starter, stages: [{ by: [executor] }], projectId: project.id });
    const refused = await crew.transfer(executor, process, outsider);
    expect([refused.code, refused.msg]).toEqual([1001, '该人员不在该项目中']);
    for (const target of [member, leader]) {
      expect((await crew.transfer(executor, process, target)).code).toBe(0);
      const seat_id = await assignmentOf(app, process, executor);
      expect((await crew.call(target, review.transferRefuse, { seat_id })).code).toBe(0);
    }
  });

  it('an archived project does not change and has no to-do', async () => {
    const [starter, executor] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const project = await buildProject(app, {
      members: [starter, executor].map(({ id }) => ({ id, roles: ['designer' as const] })),
    });
    const process = await buildProcess(app, { starter, stages: [{ by: [executor] }], projectId: project.id });
    const seat_id = await assignmentOf(app, process, executor);
    const shown = async () => (await listOf(starter, { state: 'mine' })).map((row) => row.project_archived);
    expect(await shown()).toEqual([false]);
    await app.platform.db.pool.query(`update project set status = 'archived' where id = $1`, [project.id]);
    expect(await shown()).toEqual([true]);
    expect((await crew.call(executor, review.pass, { seat_id })).code).toBe(443);
    expect((await crew.call(starter, review.withdraw, { id: process.id })).code).toBe(443);
    expect((await crew.call(starter, review.info, { id: process.id })).code).toBe(443);
    expect(await idsOf(executor)).toEqual([]);
    expect(await idsOf(starter, { state: 'mine' })).toEqual(ids(process));
    const actor = actorOf(enterpriseId, executor);
    await expect(app.modules.processes.pass(actor, authorizedBySystem({ id: seat_id }))).rejects.toMatchObject({
      code: 443,
    });
  });

  it('without a project: participants and superAdmin, not a leader', async () => {
    const [starter, executor, stranger] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    const leader = await crew.person({ roles: ['leader'] });
    const process = await buildProcess(app, { starter, stages: [{ by: [executor] }] });
    const read = (token: string) => app.call(review.info, { id: process.id }, { token });
    expect((await read(await app.admin())).code).toBe(0);
    expect((await read(await crew.tokenOf(leader))).code).toBe(404);
    const missing = await crew.call(stranger, review.info, { id: 999_999 });
    expect(await crew.call(stranger, review.info, { id: process.id })).toMatchObject({
      code: missing.code,
      msg: missing.msg,
      data: missing.data,
    });
  });

  it('another enterprise sees nothing of it', async () => {
    const [starter, executor] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, { starter, stages: [{ by: [executor] }] });
    const states = await app.modules.processes.stateOf(enterpriseId + 1, [process.subject]);
    expect(states.size).toBe(0);
    expect(await app.modules.processes.detail(enterpriseId + 1, process.subject)).toBeNull();
    expect((await app.modules.processes.stateOf(enterpriseId, [process.subject])).size).toBe(1);
  });
});
