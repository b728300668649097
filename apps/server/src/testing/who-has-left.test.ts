import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as organisation from '@prdm/contract/organisation';
import * as processes from '@prdm/contract/processes/templates';
import * as projects from '@prdm/contract/projects';
import * as tasks from '@prdm/contract/tasks';
import { buildPerson, theEnterprise, type BuiltPerson } from './worlds/builders.ts';
import { actorIn } from './matrix/objects.ts';
import { editForm, projectForm } from './worlds/project-form.ts';
import { startApp, type TestApp } from './servers/start-app.ts';
import { taskWorld, type TaskWorld } from './worlds/task-world.ts';

/**
 * A record keeps naming an inactive user and can be saved. An inactive user cannot be newly assigned, and the refusal
 * names the user and the field.
 */
let app: TestApp;
let world: TaskWorld;
let admin: { token: string };
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  admin = { token: await app.admin() };
});
afterAll(() => app.stop());

/** Named by the record, and inactive at the time of the edit. */
let named: BuiltPerson;
/** Inactive, and named in no record. */
let former: BuiltPerson;
let disabled: BuiltPerson;
const sendAway = (who: BuiltPerson, status: 'former' | 'disabled') =>
  app.platform.db.pool.query('update staff set status = $2 where user_id = $1', [who.id, status]);
beforeEach(async () => {
  [named, former, disabled] = (await Promise.all(
    ['何在册', '许离职', '曹停用'].map((name) => buildPerson(app, { name })),
  )) as [BuiltPerson, BuiltPerson, BuiltPerson];
  const actor = actorIn(await theEnterprise(app), world.manager.id);
  for (const { id: userId } of [named, former, disabled])
    await app.platform.db.transaction((trx) =>
      app.modules.projects.addMember(trx, actor, world.projectId, { userId, roleKeysOrIds: ['designer'] }),
    );
  await sendAway(former, 'former');
  await sendAway(disabled, 'disabled');
});

const refusedAt = (field: string) => [
  { code: 1013, msg: '许离职 已离职', data: { field, params: { name: '许离职' } } },
  { code: 1012, msg: '曹停用 的账号已停用', data: { field, params: { name: '曹停用' } } },
];
/** Saves with the named user, and expects a refusal for every other inactive user. */
async function judged(save: (id: number) => Promise<unknown>, field: string): Promise<void> {
  for (const status of ['disabled', 'former'] as const) {
    await sendAway(named, status);
    expect(await save(named.id)).toMatchObject({ code: 0 });
  }
  const refused = [await save(former.id), await save(disabled.id)];
  expect(refused).toMatchObject(refusedAt(field));
  expect(await save(named.id)).toMatchObject({ code: 0 });
}

describe('an inactive user stays named but cannot be newly assigned', () => {
  it('in the sheet of a project', async () => {
    const form = { ...(await projectForm(app, world.manager.id)), leading_manager_id: String(named.id) };
    const added = await world.call(projects.add, form, admin);
    const project = { id: added.data.id as number, version: 1 };
    await judged(async (leading_manager_id) => {
      const answer = await world.call(
        projects.edit,
        { ...editForm(form, project), short_name: '滨江', leading_manager_id },
        admin,
      );
      project.version = answer.data.version ?? project.version;
      return answer;
    }, 'leading_manager_id');
    // A user in another field than before counts as newly assigned.
    const elsewhere = { ...editForm(form, project), leading_manager_id: '', director_id: named.id };
    expect(await world.call(projects.edit, elsewhere, admin)).toMatchObject({
      code: 1013,
      data: { field: 'director_id' },
    });
  });

  it('in a department', async () => {
    const department = { name: '结构所', leader_id: named.id };
    const { data } = await world.call(organisation.departmentAdd, department, admin);
    let version = 1;
    await judged(async (leader_id) => {
      const answer = await world.call(
        organisation.departmentEdit,
        { id: data.id, version, name: `结构所${version}`, leader_id },
        admin,
      );
      if (answer.code === 0) version += 1;
      return answer;
    }, 'leader_id');
  });

  it('in a process template, as a copy or in a stage', async () => {
    const stage = (id: number) => ({ name: '校对', executor_ids: [world.proofreader.id, id] });
    const template = { name: '所级审核', cc_ids: [named.id], stages: [stage(world.reviewer.id), stage(named.id)] };
    const { data } = await world.call(processes.templateAdd, template, admin);
    let version = 1;
    const save = async (more: object) => {
      const input = { id: data.id, version, ...template, name: `所级审核${version}`, ...more };
      const answer = await world.call(processes.templateEdit, input, admin);
      version = answer.data.version ?? version;
      return answer;
    };
    await judged((id) => save({ stages: [stage(world.reviewer.id), stage(id)] }), 'stages.1.executor_ids');
    await judged((id) => save({ cc_ids: [id] }), 'cc_ids');
  });

  it('in a task: executor, reviewer, carbon copy', async () => {
    const { designer, proofreader, lead } = world;
    const stages = (id: number) => [
      { name: '校对', executor_ids: [proofreader.id] },
      { name: '审核', executor_ids: [proofreader.id, id] },
    ];
    const people = { executor_ids: [designer.id, named.id], cc_ids: [named.id], stages: stages(named.id) };
    const id = await world.published(people);
    const save = (more: object) => world.act(tasks.edit, id, lead, { ...people, title: '改一个错字', ...more });
    await judged((who) => save({ stages: stages(who) }), 'stages.1.executor_ids');
    await sendAway(named, 'former');
    // The refused calls above changed nothing: the stage still names its old reviewer.
    await judged((who) => save({ cc_ids: [who] }), 'cc_ids');
    await judged((who) => save({ executor_ids: [designer.id, who] }), 'executor_ids');
    // At least one executor must be active, because a published task cannot have only inactive executors.
    expect(await save({ executor_ids: [named.id] })).toMatchObject({ code: 1001, data: { field: 'executor_ids' } });
    const alone = [{ name: '审核', executor_ids: [named.id] }];
    expect(await save({ stages: alone })).toMatchObject({ code: 1001, msg: '节点“审核”没有审核人' });
  });
});

describe('a refused id gives its path, and its name if the reader may know the person', () => {
  it('in a list of new people', async () => {
    const form = world.form({ executor_ids: [world.designer.id, disabled.id] });
    expect(await world.call(tasks.add, form, world.lead)).toMatchObject({
      code: 1012,
      msg: '曹停用 的账号已停用',
      data: { field: 'executor_ids.1', params: { name: '曹停用' } },
    });
  });

  it('an unknown person and one of another enterprise give the same answer, without a name', async () => {
    const missing = world.form({ stages: [{ name: '校对', executor_ids: [world.designer.id, 987_654_321] }] });
    expect(await world.call(tasks.add, missing, world.lead)).toMatchObject({
      code: 1013,
      msg: '用户不存在',
      data: { field: 'stages.0.executor_ids.1' },
    });
  });
});
