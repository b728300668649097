import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp();
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const actionsOf = async (id: number): Promise<[string, number | null, string][]> => {
  const { history } = await world.read(id);
  return history.map((entry: { action: string; user: { id: number } | null; to_status: string }) => [
    entry.action,
    entry.user?.id ?? null,
    entry.to_status,
  ]);
};

it('the assigner who passes the last stage accepts the task in the same act', async () => {
  const stages = [
    { name: '校对', executor_ids: [world.proofreader.id] },
    { name: '审核', executor_ids: [world.lead.id] },
  ];
  const id = await world.submitted({ stages });
  expect((await world.passStage(id, world.proofreader)).code).toBe(0);
  expect((await world.passStage(id, world.lead)).code).toBe(0);
  const task = await world.read(id);
  expect([task.status, task.review_status, task.finished_at !== null]).toEqual(['finished', 'review_complete', true]);
  expect((await actionsOf(id)).slice(-2)).toEqual([
    ['reviewPassed', world.lead.id, 'awaiting_confirmation'],
    ['pass', world.lead.id, 'finished'],
  ]);
  expect(task.timeline.at(-1)).toMatch(/^t/);
  expect((await world.notified(world.designer, id)).some(({ content }) => content.includes('完成'))).toBe(true);
});

it('another person who passes the last stage leaves the acceptance to the assigner', async () => {
  const id = await world.submitted();
  for (const who of [world.proofreader, world.reviewer]) await world.passStage(id, who);
  expect((await world.read(id)).status).toBe('awaiting_confirmation');
  expect((await actionsOf(id)).at(-1)?.[0]).toBe('reviewPassed');
});
