import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, edit, pass, publish, start, submit, TASK_KINDS } from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp();
  world = await taskWorld(app);
});
afterAll(() => app.stop());

describe('a task', () => {
  it.each(TASK_KINDS)('[VA-005] of the kind %s is refused without title, stage or review stage', async (kind) => {
    const { lead } = world;
    for (const [change, field] of [
      [{ title: '' }, 'title'],
      [{ stage_id: undefined }, 'stage_id'],
      [{ stages: undefined }, 'stages'],
      [{ stages: '[]' }, 'stages'],
    ] as const) {
      const answer = await world.call(add, world.form({ kind, ...change }), lead);
      expect([answer.code, answer.data.field], JSON.stringify(change)).toEqual([1001, field]);
    }
    const id = await world.draft({ kind });
    const answer = await world.act(edit, id, lead, { stages: '[]' });
    expect([answer.code, answer.data.field]).toEqual([1001, 'stages']);
    expect((await world.read(id)).stages).toHaveLength(2);
  });

  it('saved as temporary without a review before the rule works as before', async () => {
    const id = await world.draft({ kind: 'temporary' });
    await app.platform.db.pool.query('delete from task_stage where task_id = $1', [id]);
    expect((await world.act(edit, id, world.lead, { title: '现场答疑' })).code).toBe(0);
    expect((await world.act(edit, id, world.lead, { kind: 'other' })).data.field).toBe('stages');
    expect((await world.act(publish, id, world.lead)).code).toBe(0);
    await world.act(start, id, world.designer);
    expect((await world.act(submit, id, world.designer)).data.status).toBe('awaiting_confirmation');
    expect((await world.act(pass, id, world.lead)).data.status).toBe('finished');
  });

  it('saved by an edit is published by the same call, or stays unchanged', async () => {
    const { lead, designer } = world;
    const id = await world.draft();
    const refused = await world.act(edit, id, lead, { title: '改', stages: [{ name: '校对' }], publish: true });
    expect([refused.code, refused.data.field]).toEqual([1001, 'stages']);
    expect(await world.read(id)).toMatchObject({ title: '三层平面图', status: 'not_started', version: 1 });
    expect((await world.act(edit, id, lead, { title: '改', publish: true })).data).toMatchObject({
      status: 'unprocessed',
    });
    expect(await world.read(id)).toMatchObject({ title: '改', status: 'unprocessed', round: 1 });
    await expect.poll(() => world.noticeTypes(designer, id)).toEqual(['next_task']);
    expect((await world.act(edit, id, lead, { title: '又改', publish: true })).code).toBe(1008);
    expect((await world.read(id)).title).toBe('改');
  });
});
