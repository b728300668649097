import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { home } from '@prdm/contract/home';
import * as review from '@prdm/contract/processes/review';
import { pause, reject, remind, republish, start, submit } from '@prdm/contract/tasks';
import { translate } from '../../platform/translate.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
const MORNING = new Date('2026-11-20T01:00:00Z');
let now = MORNING;
beforeAll(async () => {
  app = await startApp({ clock: { now: () => now } });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const offered = async (id: number, who: { token: string }) => {
  const { can } = (await world.read(id, who)) as { can: { action: string; allowed: boolean; why: string | null }[] };
  return can.find(({ action }) => action === 'remind');
};

describe('a reminder of a task', () => {
  it('goes from the assigner or the project manager to the executors, once a day', async () => {
    const { lead, manager, designer } = world;
    now = MORNING;
    const id = await world.started();
    for (const [who, day] of [
      [lead, 0],
      [manager, 1],
    ] as const) {
      now = new Date(MORNING.getTime() + day * 86_400_000);
      expect(await offered(id, who)).toMatchObject({ allowed: true });
      expect((await world.act(remind, id, who)).code).toBe(0);
      expect(await offered(id, who)).toMatchObject({ allowed: false, why: 'tasks.why.remindedToday' });
      const again = await world.act(remind, id, who === lead ? manager : lead);
      expect([again.code, again.msg]).toEqual([1007, translate('zh', 'tasks.why.remindedToday')]);
      await expect
        .poll(async () => (await world.notified(designer, id)).map(({ content }) => content))
        .toContain(`${who.name}催您尽快完成任务“三层平面图”`);
    }
    expect(await world.read(id)).toMatchObject({ status: 'in_progress', round: 1 });
    expect((await world.read(id)).history.at(-1)).toMatchObject({ action: 'remind', user: { id: manager.id } });
    now = MORNING;
  });

  it('never reaches its sender, and is refused if no other executor exists', async () => {
    const { lead, designer } = world;
    const own = await world.published({ executor_ids: [lead.id] });
    expect(await offered(own, lead)).toMatchObject({ allowed: false, why: 'tasks.why.remindSelf' });
    const before = await world.read(own);
    const refused = await world.act(remind, own, lead);
    expect([refused.code, refused.msg]).toEqual([1008, translate('zh', 'tasks.why.remindSelf')]);
    expect(await world.read(own)).toEqual(before);
    const shared = await world.published({ executor_ids: [lead.id, designer.id] });
    expect((await world.act(remind, shared, lead)).code).toBe(0);
    await expect.poll(() => world.noticeTypes(designer, shared)).toHaveLength(2);
    expect(await world.noticeTypes(lead, shared)).toEqual(['next_task']); // from the publishing
  });

  it('is refused for all other people, and while the executors do not have the work', async () => {
    const { lead, designer, proofreader, colleague, stranger } = world;
    const id = await world.published();
    for (const who of [designer, proofreader, colleague]) expect((await world.act(remind, id, who)).code).toBe(1005);
    expect((await world.act(remind, id, stranger)).code).toBe(444);
    await world.act(start, id, designer);
    await world.act(reject, id, designer, { reason: '资料不全' });
    expect((await world.act(remind, id, lead)).code).toBe(1008);
  });

  it('is offered on the home page for waiting tasks, for the task or for its review', async () => {
    const { lead, manager, designer, proofreader } = world;
    const offer = async (who: { token: string }, id: number) => {
      const { waiting } = (await world.call(home, {}, who)).data as {
        waiting: { id: number; remind: string | null; process_id: number | null }[];
      };
      return waiting.find((row) => row.id === id);
    };
    const id = await world.started();
    expect(await offer(lead, id)).toMatchObject({ remind: 'task', process_id: null });
    expect((await world.act(remind, id, lead)).code).toBe(0);
    expect(await offer(lead, id)).toMatchObject({ remind: null });
    await world.act(submit, id, designer);
    const found = await offer(designer, id);
    expect(found).toMatchObject({ remind: 'review' });
    expect((await world.call(review.remind, { id: found?.process_id }, designer)).code).toBe(0);
    await expect
      .poll(async () => (await world.notified(proofreader, id)).map(({ content }) => content))
      .toHaveLength(2);
    // The designer is the only reviewer, so no other person can be reminded.
    const own = await world.draft({ stages: [{ name: '校对', executor_ids: [designer.id] }], publish: true }, manager);
    await world.act(start, own, designer);
    await world.act(submit, own, designer);
    expect(await offer(designer, own)).toMatchObject({ remind: null, process_id: null });
    expect(await offer(manager, own)).toMatchObject({ remind: 'review' });
  });

  it('may be sent again on the same day in a new round', async () => {
    const { lead } = world;
    const id = await world.started();
    expect((await world.act(remind, id, lead)).code).toBe(0);
    await world.act(pause, id, lead, { reason: '停' });
    await world.act(republish, id, lead, { resume: '1' });
    expect((await world.act(remind, id, lead)).code).toBe(1007);
    await world.act(pause, id, lead, { reason: '停' });
    await world.act(republish, id, lead);
    expect((await world.act(remind, id, lead)).code).toBe(0);
  });
});
