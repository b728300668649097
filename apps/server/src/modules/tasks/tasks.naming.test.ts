import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberDel } from '@prdm/contract/projects';
import { add, edit, publish, start, submit, transfer, transferConfirm } from '@prdm/contract/tasks';
import type { Answer } from '../../testing/calls.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/task-world.ts';
import { whileLocked } from '../../testing/while-locked.ts';

/*
 * Somebody is named by a task and taken out of its project in the same moment. Each of the two is held where the other has to find it: a
 * naming at the task it has to lock, a removal at the member's row.
 */
let app: TestApp;
let world: TaskWorld;
let leaver: Signed;
beforeAll(async () => {
  app = await startApp({ works: false });
});
beforeEach(async () => {
  world = await taskWorld(app);
  leaver = world.member;
});
afterAll(() => app.stop());

const remove = (): Promise<Answer> =>
  world.call(memberDel, { project_id: world.projectId, user_id: leaver.id }, world.manager);
const nothing = () => Promise.resolve();
const rowsOf = async (question: string, values: unknown[]): Promise<unknown[]> =>
  (await app.platform.db.pool.query(question, values)).rows;
const isMember = async (): Promise<boolean> =>
  (
    await rowsOf('select 1 from project_member where project_id = $1 and user_id = $2 and removed_at is null', [
      world.projectId,
      leaver.id,
    ])
  ).length === 1;
/** Work in the hands of who leaves: what the project would wait for. */
const work = () =>
  rowsOf(
    `select t.id from task t join task_executor e on e.task_id = t.id
     where e.user_id = $1 and t.published_at is not null and t.status <> 'finished'`,
    [leaver.id],
  );

/** A way to be named, by calls alone: the task that is locked for it, the call, and what it is refused with when it comes second. */
interface Naming {
  readonly task: number;
  readonly call: () => Promise<Answer>;
  readonly field: string;
}
const NAMINGS: [string, () => Promise<Naming>][] = [
  [
    'a new task that is published at once',
    async () => {
      const task = await world.published();
      const more = { parent_id: task, executor_ids: [leaver.id], publish: true };
      return { task, field: 'executor_ids', call: () => world.call(add, world.form(more), world.lead) };
    },
  ],
  [
    'an edit of a published one',
    async () => {
      const task = await world.published();
      const executor_ids = [world.designer.id, leaver.id];
      return { task, field: 'executor_ids', call: () => world.act(edit, task, world.lead, { executor_ids }) };
    },
  ],
  [
    'the publishing of a draft',
    async () => {
      const task = await world.draft({ executor_ids: [leaver.id] });
      return { task, field: 'executor_ids', call: () => world.act(publish, task, world.lead) };
    },
  ],
];

describe.each(NAMINGS)('somebody who is named by %s', (_name, prepared) => {
  it('and is then taken out, stays for the work', async () => {
    const { task, call } = await prepared();
    const lock = `select 1 from task where id = ${task} for update`;
    const [named, removed] = await whileLocked<Answer, [Answer]>(app, lock, [call, remove], nothing);
    expect([named.code, removed.code]).toEqual([0, 1008]);
    expect(removed.data.open).toEqual([{ kind: 'task', count: 1 }]);
    expect([await isMember(), await work()]).toEqual([true, [expect.anything()]]);
  });

  it('and is out by then, is refused', async () => {
    const { call, field } = await prepared();
    const lock = `select 1 from project_member where user_id = ${leaver.id} for update`;
    const [removed, named] = await whileLocked<Answer, [Answer]>(app, lock, [remove, call], nothing);
    expect([removed.code, named.code, named.data.field]).toEqual([0, 1001, field]);
    expect([await isMember(), await work()]).toEqual([false, []]);
  });
});

describe('a task that is offered to somebody', () => {
  it('who is taken out at once, is its executor’s again', async () => {
    const task = await world.started();
    const offer = () => world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from task where id = ${task} for update`;
    const [offered, removed] = await whileLocked<Answer, [Answer]>(app, lock, [offer, remove], nothing);
    expect([offered.code, removed.code, await isMember()]).toEqual([0, 0, false]);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: world.designer.id }] });
  });

  it('who is out by then, is not offered', async () => {
    const task = await world.started();
    const offer = () => world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from project_member where user_id = ${leaver.id} for update`;
    const [removed, offered] = await whileLocked<Answer, [Answer]>(app, lock, [remove, offer], nothing);
    expect([removed.code, offered.code, offered.data.field]).toEqual([0, 1001, 'target_id']);
    expect(offered.msg).toContain(leaver.name);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: world.designer.id }] });
  });

  it('who takes it, keeps that person in the project', async () => {
    const task = await world.started();
    await world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from task where id = ${task} for update`;
    const take = () => world.act(transferConfirm, task, leaver);
    const [taken, removed] = await whileLocked<Answer, [Answer]>(app, lock, [take, remove], nothing);
    expect([taken.code, removed.code, await isMember()]).toEqual([0, 1008, true]);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: leaver.id }] });
  });

  it('who would take it and is out by then, has nothing to answer', async () => {
    const task = await world.started();
    await world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from project_member where user_id = ${leaver.id} for update`;
    const take = () => world.act(transferConfirm, task, leaver);
    const [removed, taken] = await whileLocked<Answer, [Answer]>(app, lock, [remove, take], nothing);
    expect([removed.code, taken.code, await isMember()]).toEqual([0, 1005, false]);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: world.designer.id }] });
  });
});

describe('who is to decide or to be copied', () => {
  it.each(['stages', 'cc_ids'])('and is out by then, is refused (%s)', async (field) => {
    const task = await world.draft();
    const more =
      field === 'stages' ? { stages: [{ name: '审核', executor_ids: [leaver.id] }] } : { cc_ids: [leaver.id] };
    const lock = `select 1 from project_member where user_id = ${leaver.id} for update`;
    for (const call of [
      () => world.act(edit, task, world.lead, more),
      () => world.call(add, world.form(more), world.lead),
    ]) {
      const [removed, named] = await whileLocked<Answer, [Answer]>(app, lock, [remove, call], nothing);
      expect([removed.code, named.code, named.data.field]).toEqual([0, 1001, field]);
      await rowsOf('update project_member set removed_at = null where user_id = $1', [leaver.id]);
    }
  });

  it('has no seat left in a review that begins while that person is taken out', async () => {
    const stages = [{ name: '审核', executor_ids: [leaver.id] }];
    const task = await world.published({ stages });
    await world.act(start, task, world.designer);
    const lock = `select 1 from task where id = ${task} for update`;
    const handIn = () => world.act(submit, task, world.designer);
    const [handed, removed] = await whileLocked<Answer, [Answer]>(app, lock, [handIn, remove], nothing);
    expect([handed.code, removed.code]).toEqual([0, 0]);
    const held = await rowsOf(
      'select holder_id from process_seat where holder_id is not null and process_id in (select id from process where subject_id = $1)',
      [task],
    );
    expect(held).toEqual([{ holder_id: world.manager.id }]);
  });
});
