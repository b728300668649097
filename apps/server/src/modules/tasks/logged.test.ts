import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userHandOver } from '@prdm/contract/organisation/work';
import { add, edit } from '@prdm/contract/tasks';
import { sliceDb } from '../../platform/db.ts';
import { buildPerson, buildProject, buildTask, theEnterprise } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { tasksRepo } from './task.repo.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

/** The newest action log row of a task. */
async function logged(event: string, id: number) {
  const { rows } = await app.platform.db.pool.query(
    `select before, after from action_log where event = $1 and target_kind = 'task' and target_id = $2
     order by id desc limit 1`,
    [event, id],
  );
  return rows[0] as { before: object | null; after: object };
}
/** A stage as the action log stores it. Person ids are sorted, because their order has no meaning. */
const stage = (name: string, people: number[], more: object = {}) => ({
  name,
  sign_mode: 'any',
  executor_ids: people.toSorted((a, b) => a - b),
  days: null,
  allow_transfer: true,
  reject_to: 'starter',
  ...more,
});
const people = () => {
  const { designer, proofreader, reviewer, member } = world;
  return { designer: designer.id, proofreader: proofreader.id, reviewer: reviewer.id, member: member.id };
};

describe('the action log of a task', () => {
  it('records executors, reviewers with their terms, and copies of a new task', async () => {
    const { designer, proofreader, reviewer, member } = people();
    const stages = [
      stage('校对', [proofreader, reviewer], { sign_mode: 'all', days: 1.5 }),
      stage('审核', [reviewer], { days: 0, reject_to: 'previous', allow_transfer: false }),
    ];
    const { data } = await world.call(add, world.form({ stages, cc_ids: [member] }), world.lead);
    const { after } = await logged('tasks.added', data.id);
    expect(after).toMatchObject({ executor_ids: [designer], cc_ids: [member], stages });
  });

  it('records reviewers and terms before and after an edit', async () => {
    const { proofreader, reviewer } = people();
    const id = await world.draft();
    const before = [stage('校对', [proofreader]), stage('审核', [reviewer])];
    const after = [stage('校对', [proofreader], { sign_mode: 'all' }), stage('审核', [proofreader, reviewer])];
    expect((await world.act(edit, id, world.lead, { stages: after })).code).toBe(0);
    expect(await logged('tasks.edited', id)).toMatchObject({ before: { stages: before }, after: { stages: after } });
    const later = [after[0], { ...after[1], reject_to: 'previous', days: null }];
    expect((await world.act(edit, id, world.lead, { stages: later })).code).toBe(0);
    expect(await logged('tasks.edited', id)).toMatchObject({ before: { stages: after }, after: { stages: later } });
  });

  it('records copies before and after an edit', async () => {
    const { member, reviewer } = people();
    const id = await world.draft({ cc_ids: [member] });
    await world.act(edit, id, world.lead, { cc_ids: [reviewer, member, reviewer] });
    expect(await logged('tasks.edited', id)).toMatchObject({
      before: { cc_ids: [member] },
      after: { cc_ids: [member, reviewer].toSorted((a, b) => a - b) },
    });
    await world.act(edit, id, world.lead, { cc_ids: '[]' });
    expect((await logged('tasks.edited', id)).after).toMatchObject({ cc_ids: [] });
  });

  it('records no unchanged value of an edit', async () => {
    const { designer, proofreader, reviewer, member } = people();
    const stages = [{ ...stage('校对', []), executor_ids: [reviewer, proofreader], days: 1.5 }];
    const id = await world.draft({ stages, cc_ids: [member, reviewer] });
    const same = {
      stages: [{ ...stages[0], executor_ids: [proofreader, reviewer], days: '1.50' }],
      cc_ids: [reviewer, member],
    };
    expect((await world.act(edit, id, world.lead, { title: '四层平面图', ...same })).code).toBe(0);
    expect(await logged('tasks.edited', id)).toEqual({
      before: { status: 'not_started', title: '三层平面图', executor_ids: [designer] },
      after: { status: 'not_started', title: '四层平面图', executor_ids: [designer] },
    });
  });

  it('records the reviewers after a hand-over', async () => {
    const [leaver, heir] = [await buildPerson(app), await buildPerson(app)];
    const colleague = world.reviewer.id;
    const { id: projectId, managerId } = await buildProject(app, {
      members: [
        { id: leaver.id, roles: ['designer', 'proofreader'] },
        { id: colleague, roles: ['reviewer'] },
      ],
    });
    const { id } = await buildTask(app, {
      projectId,
      assignerId: managerId,
      executorIds: [leaver.id],
      reviewers: [[colleague], [leaver.id, colleague]],
      state: 'in_progress',
    });
    const handed = { id: leaver.id, kind: 'task', to_id: heir.id };
    expect(await world.call(userHandOver, handed, { token: await app.admin() })).toMatchObject({ data: { moved: 1 } });
    const sorted = (...ids: number[]) => ({ executor_ids: ids.toSorted((a, b) => a - b) });
    expect(await logged('tasks.edited', id)).toMatchObject({
      before: { executor_ids: [leaver.id], stages: [sorted(colleague), sorted(leaver.id, colleague)] },
      after: { executor_ids: [heir.id], stages: [sorted(colleague), sorted(heir.id, colleague)] },
    });
  });
});

it('a task is deleted in the seen version, and only once', async () => {
  const id = await world.draft();
  const { read } = sliceDb(
    app.platform.db,
    'task',
    'task_executor',
    'task_cc',
    'task_stage',
    'task_transfer',
    'task_history',
  );
  const repo = tasksRepo(read, await theEnterprise(app));
  const { version } = await world.read(id);
  expect(await repo.remove({ id, version: version + 1 }, new Date())).toBe(false);
  expect(await repo.byIds([id])).toHaveLength(1);
  expect(await repo.remove({ id, version }, new Date())).toBe(true);
  expect(await repo.byIds([id])).toEqual([]);
  expect(await repo.remove({ id, version }, new Date())).toBe(false);
});
