import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberDel } from '@prdm/contract/projects';
import {
  edit,
  info,
  longTerm,
  pass,
  pause,
  publish,
  republish,
  start,
  transfer,
  transferConfirm,
} from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../../testing/worlds/task-world.ts';

/** Tasks of a project when one of its members is removed from it. */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
});
beforeEach(async () => {
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const remove = (who: Signed) => world.call(memberDel, { project_id: world.projectId, user_id: who.id }, world.manager);
const members = async (): Promise<number[]> => {
  const { rows } = await app.platform.db.pool.query(
    'select user_id from project_member where project_id = $1 and removed_at is null',
    [world.projectId],
  );
  return rows.map((row) => row.user_id);
};

describe('a member with unfinished tasks', () => {
  it('cannot be removed before another person has them, and the refusal names them', async () => {
    const { designer, colleague, lead } = world;
    const first = await world.published({ title: '首层平面图' });
    const second = await world.submitted({ title: '楼梯详图' });
    const refused = await remove(designer);
    expect(refused).toMatchObject({
      code: 1008,
      msg: '李设计还有 2 项未完成的任务：“首层平面图”、“楼梯详图”，请先转交或更换执行人',
      data: { open: [{ kind: 'task', count: 2 }] },
    });
    expect(await members()).toContain(designer.id);
    await world.act(edit, first, lead, { executor_ids: [colleague.id] });
    expect((await remove(designer)).data.open).toEqual([{ kind: 'task', count: 1 }]);
    await world.passStage(second, world.proofreader);
    await world.passStage(second, world.reviewer);
    await world.act(pass, second, lead);
    expect(await remove(designer)).toMatchObject({ code: 0 });
    expect(await members()).not.toContain(designer.id);
  });

  it('gets three titles in the refusal and the number of all', async () => {
    for (const title of ['甲', '乙', '丙', '丁']) await world.published({ title });
    expect((await remove(world.designer)).msg).toContain('4 项未完成的任务：“甲”、“乙”、“丙”等');
  });

  it.each([
    ['long-term', async (id: number) => world.act(longTerm, id, world.lead)],
    ['paused', async (id: number) => world.act(pause, id, world.lead, { reason: '停' })],
    ['shared with others', async (id: number) => world.act(edit, id, world.lead, { annotation: '看' })],
  ])('is also refused for %s tasks', async (_what, change) => {
    const { designer, colleague } = world;
    const id = await world.started({ executor_ids: [designer.id, colleague.id] });
    await change(id);
    expect((await remove(designer)).code).toBe(1008);
  });

  it('can be removed if the tasks are drafts, finished or in other projects', async () => {
    const { designer, lead } = world;
    const draft = await world.draft();
    const elsewhere = await taskWorld(app);
    await app.platform.db.pool.query('update task_executor set user_id = $1 where task_id = $2', [
      designer.id,
      await elsewhere.published(),
    ]);
    expect(await remove(designer)).toMatchObject({ code: 0 });
    // The draft has no executor who could do it.
    expect(await world.act(publish, draft, lead)).toMatchObject({ code: 1001, data: { field: 'executor_ids' } });
  });
});

describe('a task offered to a removed member', () => {
  it('returns to its executor', async () => {
    const { designer, colleague } = world;
    const id = await world.started();
    await world.act(transfer, id, designer, { target_id: colleague.id });
    expect(await remove(colleague)).toMatchObject({ code: 0 });
    expect(await world.read(id)).toMatchObject({ status: 'in_progress', transfer: null });
    expect((await world.act(transferConfirm, id, colleague)).code).toBe(444);
    const again = await world.act(transfer, id, designer, { target_id: world.member.id });
    expect(again.code).toBe(0);
  });

  it('resumes in the state before the transfer if it was paused meanwhile', async () => {
    const { designer, colleague, lead } = world;
    const id = await world.published();
    await world.act(transfer, id, designer, { target_id: colleague.id });
    await world.act(pause, id, lead, { reason: '停' });
    expect(await remove(colleague)).toMatchObject({ code: 0 });
    expect(await world.read(id)).toMatchObject({ status: 'paused', transfer: null });
    expect((await world.act(republish, id, lead, { resume: '1' })).data).toMatchObject({ status: 'unprocessed' });
    expect((await world.read(id)).round).toBe(1);
    expect((await world.act(start, id, designer)).code).toBe(0);
  });
});

describe('a removed member', () => {
  it('gets the removal as the answer to the id of a visible task, and nothing about drafts', async () => {
    const { member, stranger } = world;
    const [published, draft] = [await world.published(), await world.draft()];
    const words = async (id: number, who: Signed) => {
      const { code, msg } = await world.call(info, { id }, who);
      return [code, msg];
    };
    const strange = await words(7_777_777, member);
    expect(await words(published, member)).toMatchObject([0, expect.any(String)]);
    await remove(member);
    expect(await words(published, member)).toEqual([444, '您已被移出该项目']);
    for (const [id, who] of [
      [draft, member],
      [7_777_777, member],
      [published, stranger],
    ] as const)
      expect(await words(id, who)).toEqual(strange);
  });
});
