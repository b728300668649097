import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberDel } from '@prdm/contract/projects';
import { add, edit, publish, start, submit, transfer, transferConfirm } from '@prdm/contract/tasks';
import type { Answer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

/*
 * A task names a person while the person is removed from the project. The test holds each request where it conflicts
 * with the other. The naming waits at its task row, the removal at the member row.
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
/** Published, unfinished tasks of the leaving member. The project would wait for them. */
const work = () =>
  rowsOf(
    `select t.id from task t join task_executor e on e.task_id = t.id
     where e.user_id = $1 and t.published_at is not null and t.status <> 'finished'`,
    [leaver.id],
  );

/** A way to name a person by calls alone: the locked task, the call, and the refusal when the call comes second. */
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

describe.each(NAMINGS)('a person named by %s', (_name, prepared) => {
  it('and removed afterwards stays for the work', async () => {
    const { task, call } = await prepared();
    const lock = `select 1 from task where id = ${task} for update`;
    const [named, removed] = await whileLocked<Answer, [Answer]>(app, lock, [call, remove], nothing);
    expect([named.code, removed.code]).toEqual([0, 1008]);
    expect(removed.data.open).toEqual([{ kind: 'task', count: 1 }]);
    expect([await isMember(), await work()]).toEqual([true, [expect.anything()]]);
  });

  it('after the removal is refused', async () => {
    const { call, field } = await prepared();
    const lock = `select 1 from project_member where user_id = ${leaver.id} for update`;
    const [removed, named] = await whileLocked<Answer, [Answer]>(app, lock, [remove, call], nothing);
    expect([removed.code, named.code, named.data.field]).toEqual([0, 1001, field]);
    expect([await isMember(), await work()]).toEqual([false, []]);
  });
});

describe('a task offered to a person', () => {
  it('returns to its executor when the person is removed at once', async () => {
    const task = await world.started();
    const offer = () => world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from task where id = ${task} for update`;
    const [offered, removed] = await whileLocked<Answer, [Answer]>(app, lock, [offer, remove], nothing);
    expect([offered.code, removed.code, await isMember()]).toEqual([0, 0, false]);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: world.designer.id }] });
  });

  it('is refused when the person is already removed', async () => {
    const task = await world.started();
    const offer = () => world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from project_member where user_id = ${leaver.id} for update`;
    const [removed, offered] = await whileLocked<Answer, [Answer]>(app, lock, [remove, offer], nothing);
    expect([removed.code, offered.code, offered.data.field]).toEqual([0, 1001, 'target_id']);
    expect(offered.msg).toContain(leaver.name);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: world.designer.id }] });
  });

  it('keeps a person who confirms in the project', async () => {
    const task = await world.started();
    await world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from task where id = ${task} for update`;
    const take = () => world.act(transferConfirm, task, leaver);
    const [taken, removed] = await whileLocked<Answer, [Answer]>(app, lock, [take, remove], nothing);
    expect([taken.code, removed.code, await isMember()]).toEqual([0, 1008, true]);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: leaver.id }] });
  });

  it('has no open offer for a person who confirms after the removal', async () => {
    const task = await world.started();
    await world.act(transfer, task, world.designer, { target_id: leaver.id });
    const lock = `select 1 from project_member where user_id = ${leaver.id} for update`;
    const take = () => world.act(transferConfirm, task, leaver);
    const [removed, taken] = await whileLocked<Answer, [Answer]>(app, lock, [remove, take], nothing);
    expect([removed.code, taken.code, await isMember()]).toEqual([0, 1005, false]);
    expect(await world.read(task)).toMatchObject({ status: 'in_progress', executors: [{ id: world.designer.id }] });
  });
});

describe('a reviewer or a copied person', () => {
  it.each(['stages', 'cc_ids'])('is refused after the removal (%s)', async (field) => {
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

  it('gets no assignment in a review that begins during the removal', async () => {
    const stages = [{ name: '审核', executor_ids: [leaver.id] }];
    const task = await world.published({ stages });
    await world.act(start, task, world.designer);
    const lock = `select 1 from task where id = ${task} for update`;
    const handIn = () => world.act(submit, task, world.designer);
    const [handed, removed] = await whileLocked<Answer, [Answer]>(app, lock, [handIn, remove], nothing);
    expect([handed.code, removed.code]).toEqual([0, 0]);
    const held = await rowsOf(
      'select holder_id from process_assignment where holder_id is not null and process_id in (select id from process where subject_id = $1)',
      [task],
    );
    expect(held).toEqual([{ holder_id: world.manager.id }]);
  });
});
