import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archive, unarchive } from '@prdm/contract/projects';
import * as contract from '@prdm/contract/tasks';
import { add, del, edit, index, info, pause, publish, reject, start, submit, transfer } from '@prdm/contract/tasks';
import type { Endpoint } from '@prdm/contract/kit';
import { foundEnterprise } from '../../first-start.ts';
import { sliceDb } from '../../platform/db.ts';
import { buildPerson, buildProject, buildTask, PASSWORD, principalFor } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { pagePartsOf } from './page/page.repo.ts';
import { tasksRepo } from './task.repo.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

/** All rows of a task. They must be equal before and after a refused call. */
async function everything(): Promise<string> {
  const tables = [
    'task',
    'task_executor',
    'task_cc',
    'task_stage',
    'task_transfer',
    'task_history',
    'process',
    'outbox',
  ];
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await app.platform.db.pool.query(`select to_json(t)::text as row from ${table} t order by 1`);
      return rows.map(({ row }) => row as string).join('\n');
    }),
  );
  return texts.join('\n--\n');
}

describe('read access to a task', () => {
  it('members see published tasks, and only starter and managers see drafts', async () => {
    const id = await world.draft();
    const codes = async () =>
      Promise.all(
        [world.lead, world.manager, world.designer, world.member, world.stranger].map(
          async (who) => (await world.call(info, { id }, who)).code,
        ),
      );
    expect(await codes()).toEqual([0, 0, 444, 444, 444]);
    await world.act(publish, id, world.lead);
    expect(await codes()).toEqual([0, 0, 0, 0, 444]);
  });

  it('the list shows every person exactly what the page does', async () => {
    const ids = [await world.draft(), await world.draft({}, world.manager), await world.published()];
    for (const who of [world.lead, world.manager, world.designer, world.member]) {
      const { data } = await world.call(index, { project_id: world.projectId, size: 200 }, who);
      const listed = new Set(data.list.map((row: { id: number }) => row.id));
      for (const id of ids) expect(listed.has(id)).toBe((await world.call(info, { id }, who)).code === 0);
      expect(data.total).toBe(data.list.length);
    }
    expect((await world.call(index, { project_id: world.projectId }, world.stranger)).code).toBe(444);
    expect((await world.call(index, {}, world.stranger)).data).toMatchObject({ list: [], total: 0 });
  });

  it('a leading manager reads everything and changes nothing', async () => {
    const built = await buildPerson(app, { roles: ['leader'] });
    const leader = { token: await app.signIn(built.account, PASSWORD) };
    const id = await world.draft();
    expect((await world.call(info, { id }, leader)).code).toBe(0);
    for (const endpoint of [publish, pause, del])
      expect((await world.act(endpoint, id, leader, endpoint === pause ? { reason: '无' } : {})).code).toBe(1005);
    expect((await world.call(add, world.form(), leader)).code).toBe(1005);
  });

  it('a hidden id answers like a missing one', async () => {
    const hidden = await world.draft();
    for (const who of [world.member, world.stranger]) {
      const [one, other] = [
        await world.call(info, { id: hidden }, who),
        await world.call(info, { id: 7_777_777 }, who),
      ];
      expect([one.code, one.msg, one.data]).toEqual([other.code, other.msg, other.data]);
    }
  });
});

describe('write access to a task', () => {
  it('names the allowed role in every refusal', async () => {
    const id = await world.published();
    const { version } = await world.read(id);
    const tries: [Endpoint, TaskWorld['lead'], string][] = [
      [start, world.colleague, '只有执行人可以操作'],
      [submit, world.lead, '只有执行人可以操作'],
      [del, world.designer, '只有指派人或有相应权限的人（如项目经理）可以操作'],
      [contract.transferConfirm, world.lead, '只有被转交人可以操作'],
    ];
    for (const [endpoint, who, msg] of tries) {
      const answer = await world.call(endpoint, { id, version }, who);
      expect([answer.code, answer.msg]).toEqual([1005, msg]);
    }
  });

  it('`can` of the page agrees with the answers of the calls', async () => {
    const id = await world.started();
    for (const who of [world.lead, world.manager, world.designer, world.member]) {
      const page = await world.read(id, who);
      for (const { action, allowed, why } of page.can as { action: string; allowed: boolean; why: string | null }[]) {
        expect(allowed).toBe(why === null);
        if (allowed) continue;
        if (action === 'addChild') {
          expect((await world.call(add, world.form({ parent_id: id }), who)).code, `by ${who.name}`).toBe(1005);
          continue;
        }
        const endpoint = (contract as unknown as Record<string, Endpoint>)[action] as Endpoint;
        const extras: Record<string, object> = {
          pause: { reason: 'x' },
          reject: { reason: 'x' },
          notPass: { reason: 'x' },
          transfer: { target_id: world.colleague.id },
        };
        const answer = await world.call(endpoint, { id, version: page.version, ...extras[action] }, who);
        expect([1005, 1008], `${action} by ${who.name}`).toContain(answer.code);
      }
      expect((await world.read(id)).version).toBe(page.version);
    }
  });

  it('publishing a published task names that state, and paused and rejected tasks name the next action', async () => {
    const { lead, designer } = world;
    const says = async (id: number) => {
      const { code, msg } = await world.act(publish, id, lead);
      return [code, msg];
    };
    const published = [1008, '任务已发布'];
    const id = await world.published();
    expect(await says(id)).toEqual(published);
    await world.act(start, id, designer);
    expect(await says(id)).toEqual(published);
    await world.act(reject, id, designer, { reason: '退' });
    expect(await says(id)).toEqual([1008, '任务已驳回，需由指派人重新发布']);
    await world.act(pause, id, lead, { reason: '停' });
    expect(await says(id)).toEqual([1008, '任务已暂停，需由指派人重新发布']);
  });

  it('wrong state is 1008, a stale version 1009, and neither has an effect', async () => {
    const id = await world.started();
    const { version } = await world.read(id);
    const before = await everything();
    const again = await world.call(start, { id, version }, world.designer);
    expect([again.code, again.msg]).toEqual([1008, '任务正在进行中']);
    expect((await world.call(submit, { id, version: version - 1 }, world.designer)).code).toBe(1009);
    expect((await world.call(edit, { id, version: version - 1, title: '别的' }, world.lead)).code).toBe(1009);
    expect(await everything()).toBe(before);
  });

  it('an archived project refuses reads and writes, and unarchiving restores all (safety S18)', async () => {
    const { id: projectId } = await buildProject(app, {
      managerId: world.manager.id,
      members: [{ id: world.designer.id, roles: ['designer'] }],
    });
    const task = await buildTask(app, { projectId, assignerId: world.manager.id, executorIds: [world.designer.id] });
    const { manager, designer } = world;
    const archived = await world.call(archive, { project_id: projectId, version: 1 }, manager);
    expect([archived.code, archived.data?.open]).toEqual([1008, [{ kind: 'task', count: 1 }]]);
    expect((await world.call(archive, { project_id: projectId, version: 1, confirmed: true }, manager)).code).toBe(0);

    const named = { id: task.id, version: task.version };
    const before = await everything();
    const calls: [Endpoint, object, { token: string }][] = [
      [info, { id: task.id }, manager],
      [index, { project_id: projectId }, manager],
      [add, world.form({ project_id: projectId }), manager],
      [edit, { ...named, title: '改名' }, manager],
      [start, named, designer],
      [pause, { ...named, reason: '停' }, manager],
      [reject, { ...named, reason: '退' }, designer],
      [del, named, manager],
      [start, named, { token: await app.admin() }],
    ];
    for (const [endpoint, input, who] of calls)
      expect((await world.call(endpoint, input, who)).code, endpoint.path).toBe(443);
    const elsewhere = await world.call(index, { size: 200 }, manager);
    expect(elsewhere.data.list.map((row: { id: number }) => row.id)).not.toContain(task.id);
    expect(await everything()).toBe(before);

    expect((await world.call(unarchive, { project_id: projectId, version: 2 }, manager)).code).toBe(0);
    expect((await world.call(start, named, designer)).code).toBe(0);
  });
});

describe('ids that do not belong together', () => {
  it('in a new task: only own ids pass together (safety S03)', async () => {
    const { id: otherProject } = await buildProject(app, { managerId: world.manager.id });
    const otherTask = await buildTask(app, { projectId: otherProject, assignerId: world.manager.id });
    const founded = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '另一设计院'));
    const [foreignStage] = await app.modules.config.list(founded.enterpriseId, 'stage');
    const [foreignProfession] = await app.modules.config.list(founded.enterpriseId, 'profession');
    const foreigner = await buildPerson(app, { enterpriseId: founded.enterpriseId });
    const [profession] = await app.modules.config.list(
      (await principalFor(app, world.manager.id)).enterpriseId,
      'profession',
    );
    const parent = await world.published();

    const own = {
      parent_id: parent,
      stage_id: world.stageId,
      profession_id: profession?.id,
      executor: world.designer.id,
    };
    const foreign = {
      parent_id: otherTask.id,
      stage_id: foreignStage?.id,
      profession_id: foreignProfession?.id,
      executor: foreigner.id,
    };
    const fields = Object.keys(own) as (keyof typeof own)[];
    const outcomes: string[] = [];
    for (let mix = 0; mix < 2 ** fields.length; mix += 1) {
      const chosen = Object.fromEntries(
        fields.map((field, at) => [field, (mix >> at) & 1 ? foreign[field] : own[field]]),
      );
      const { executor, ...ids } = chosen;
      const before = mix === 0 ? null : await everything();
      const answer = await world.call(add, world.form({ ...ids, executor_ids: [executor] }), world.lead);
      if (answer.code === 0) outcomes.push(`mix ${mix}`);
      if (before !== null) expect(await everything(), `mix ${mix}`).toBe(before);
    }
    expect(outcomes).toEqual(['mix 0']);
  });

  it('a task never moves to another project, in either direction (safety S04)', async () => {
    const mine = await buildProject(app, { managerId: world.manager.id });
    const theirs = await buildProject(app, {});
    const both = await buildProject(app, { managerId: world.manager.id });
    const task = await buildTask(app, { projectId: mine.id, assignerId: world.manager.id });
    const alien = await buildTask(app, { projectId: theirs.id, assignerId: theirs.managerId });
    const before = await everything();
    const { manager } = world;
    const tries = [
      { id: task.id, version: task.version, project_id: theirs.id, title: '搬走' },
      { id: alien.id, version: alien.version, project_id: mine.id, title: '搬来' },
      { id: task.id, version: task.version, project_id: both.id, title: '搬家' },
      { id: alien.id, version: alien.version, title: '改名' },
    ];
    const codes: number[] = [];
    for (const input of tries) codes.push((await world.call(edit, input, manager)).code);
    expect(codes).toEqual([444, 1006, 1006, 444]);
    expect(await everything()).toBe(before);
    const { code } = await world.call(
      edit,
      { id: task.id, version: task.version, project_id: mine.id, title: '原地' },
      manager,
    );
    expect(code).toBe(0);
  });

  it('a transfer goes to members only, and an executor transfers the own place only', async () => {
    const id = await world.started({ executor_ids: [world.designer.id, world.colleague.id] });
    expect((await world.act(transfer, id, world.designer, { target_id: world.stranger.id })).data.field).toBe(
      'target_id',
    );
    const others = { target_id: world.member.id, from_id: world.colleague.id };
    expect((await world.act(transfer, id, world.designer, others)).code).toBe(1005);
    expect((await world.act(transfer, id, world.manager, { target_id: world.member.id })).data.field).toBe('from_id');
    expect((await world.act(transfer, id, world.manager, others)).code).toBe(0);
  });
});

it('a repo of another enterprise finds nothing and changes nothing', async () => {
  const id = await world.started();
  const founded = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '第三设计院'));
  const { read } = sliceDb(
    app.platform.db,
    'task',
    'task_executor',
    'task_cc',
    'task_stage',
    'task_transfer',
    'task_history',
  );
  const repo = tasksRepo(read, founded.enterpriseId);
  const before = await everything();
  expect(await repo.byIds([id])).toEqual([]);
  expect(await repo.stagesOf(id)).toEqual([]);
  const nothing = { stages: [], history: [], sums: { allotted: 0, open: 0, count: 0 }, parent: null };
  expect(await pagePartsOf(read, founded.enterpriseId, { id, parent_id: id })).toEqual(nothing);
  expect(await repo.below(id)).toEqual([]);
  expect(await repo.childrenOf(id)).toEqual({ allotted: 0, open: 0, count: 0 });
  expect(await repo.openIn(world.projectId)).toBe(0);
  expect(await repo.change({ id, status: 'in_progress', version: 3 }, { title: '别人的' })).toBe(false);
  await repo.setProjectOpen(world.projectId, false);
  await repo.answerTransfer(id, 'void');
  expect(await repo.remove({ id, version: 3 }, new Date())).toBe(false);
  await repo.markOverdueNotified([id]);
  expect(await everything()).toBe(before);
});
