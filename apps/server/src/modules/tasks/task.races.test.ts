import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, edit, pass, start, submit } from '@prdm/contract/tasks';
import type { Answer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const tally = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

describe('the hours of sub-tasks', () => {
  it('[VA-008] allow no further child once fully allotted', async () => {
    const { lead } = world;
    const parent = await world.published({ required_hours: '10' });
    await world.draft({ parent_id: parent, required_hours: '6.5' });
    const tooMuch = await world.call(add, world.form({ parent_id: parent, required_hours: '4' }), lead);
    expect([tooMuch.code, tooMuch.data.field]).toEqual([1001, 'required_hours']);
    expect(tooMuch.msg).toContain('3.5');
    await world.draft({ parent_id: parent, required_hours: '3.5' });
    for (const required_hours of ['0.5', '0', undefined]) {
      const refused = await world.call(add, world.form({ parent_id: parent, required_hours }), lead);
      expect([refused.code, refused.msg]).toEqual([1008, '所需工时已全部分配，不能再添加子任务']);
    }
    const page = await world.read(parent);
    expect(page).toMatchObject({ children_hours: 10, children: [{ required_hours: 6.5 }, { required_hours: 3.5 }] });
    const can = page.can.find(({ action }: { action: string }) => action === 'addChild');
    expect(can).toEqual({ action: 'addChild', allowed: false, why: 'tasks.why.hoursAllotted' });
  });

  it('keep the limit when hours of parent or child change later', async () => {
    const { lead } = world;
    const parent = await world.published({ required_hours: '10' });
    const child = await world.draft({ parent_id: parent, required_hours: '6' });
    await world.draft({ parent_id: parent, required_hours: '2' });
    expect((await world.act(edit, parent, lead, { required_hours: '7.5' })).data.field).toBe('required_hours');
    expect((await world.act(edit, child, lead, { required_hours: '8.5' })).data.field).toBe('required_hours');
    expect((await world.act(edit, child, lead, { required_hours: '8' })).code).toBe(0);
    expect((await world.act(edit, parent, lead, { required_hours: '10' })).code).toBe(0);
    expect((await world.act(edit, parent, lead, { required_hours: '' })).code).toBe(0);
    expect((await world.call(add, world.form({ parent_id: parent, required_hours: '99' }), lead)).code).toBe(0);
  });

  it('are never allotted twice by parallel writers', async () => {
    const { lead } = world;
    const parent = await world.published({ required_hours: '10' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => world.call(add, world.form({ parent_id: parent, required_hours: '1' }), lead)),
    );
    expect(tally(answers)).toEqual({ 0: 10, 1008: 20 });
    expect(await world.read(parent)).toMatchObject({ children_hours: 10 });
  });

  it('never exceed the parent when children grow in parallel', async () => {
    const { lead } = world;
    const parent = await world.published({ required_hours: '10' });
    const children = await Promise.all([1, 2, 3, 4].map(() => world.draft({ parent_id: parent, required_hours: '2' })));
    const answers = await Promise.all(
      children.map((id) => world.call(edit, { id, version: 1, required_hours: '4' }, lead)),
    );
    expect(tally(answers)).toEqual({ 0: 1, 1001: 3 });
    expect(await world.read(parent)).toMatchObject({ children_hours: 10 });
  });
});

describe('a parent', () => {
  it('is finished after its children', async () => {
    const { lead, designer, proofreader, reviewer } = world;
    const parent = await world.started();
    const child = await world.submitted({ parent_id: parent });
    const refused = await world.act(submit, parent, designer);
    expect([refused.code, refused.msg]).toEqual([1008, '还有未完成的子任务']);
    await world.passStage(child, proofreader);
    await world.passStage(child, reviewer);
    expect((await world.act(pass, child, lead)).code).toBe(0);
    expect((await world.act(submit, parent, designer)).code).toBe(0);
    const late = await world.call(add, world.form({ parent_id: parent }), lead);
    expect([late.code, late.msg]).toEqual([1008, '任务正在审核中']);
    await world.passStage(parent, proofreader);
    await world.passStage(parent, reviewer);
    expect((await world.act(pass, parent, lead)).data.status).toBe('finished');
  });

  it('submitted while a child is added has the child or is not submitted', async () => {
    const { lead, designer } = world;
    for (let round = 0; round < 8; round += 1) {
      const parent = await world.started();
      const { version } = await world.read(parent);
      const [added, handedIn] = await Promise.all([
        world.call(add, world.form({ parent_id: parent }), lead),
        world.call(submit, { id: parent, version }, designer),
      ]);
      expect([added.code, handedIn.code].toSorted()).toEqual([0, 1008]);
    }
  });
});

describe('many parallel calls', () => {
  it('save one version once: of 100 saves 99 get the conflict (safety R12)', async () => {
    const { lead } = world;
    const id = await world.draft();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => world.call(edit, { id, version: 1, title: `标题${at}` }, lead)),
    );
    expect(tally(answers)).toEqual({ 0: 1, 1009: 99 });
    const winner = answers.findIndex(({ code }) => code === 0);
    expect(await world.read(id)).toMatchObject({ version: 2, title: `标题${winner}` });
  });

  it('start a task once, and accept one of two final decisions', async () => {
    const { lead, manager, designer, proofreader, reviewer } = world;
    const id = await world.published();
    const { version } = await world.read(id);
    const starts = await Promise.all(Array.from({ length: 20 }, () => world.call(start, { id, version }, designer)));
    expect(tally(starts)).toEqual({ 0: 1, 1008: 19 });
    await world.act(submit, id, designer);
    await world.passStage(id, proofreader);
    await world.passStage(id, reviewer);
    const seen = (await world.read(id)).version;
    const passes = await Promise.all([lead, manager].map((who) => world.call(pass, { id, version: seen }, who)));
    expect(tally(passes)).toEqual({ 0: 1, 1008: 1 });
    const { history } = await world.read(id);
    expect(history.filter(({ action }: { action: string }) => action === 'start' || action === 'pass')).toHaveLength(2);
  });
});
