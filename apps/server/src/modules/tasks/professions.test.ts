import { afterAll, beforeAll, expect, it } from 'vitest';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
import * as review from '@prdm/contract/processes/review';
import { index } from '@prdm/contract/tasks';
import { buildProcess } from '../../testing/worlds/approvals.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

it('every row of tasks and reviews has the profession of its task, or none', async () => {
  const { lead, proofreader, designer } = world;
  const { data } = await world.call(professionDictionary.index, { ispage: 'not' }, lead);
  const [arch, structure] = data.list as { id: number; name: string }[];
  const wanted = new Map<number, unknown>([
    [await world.submitted({ profession_id: arch?.id }), { id: arch?.id, name: arch?.name }],
    [await world.submitted({ profession_id: structure?.id }), { id: structure?.id, name: structure?.name }],
    [await world.submitted(), null],
  ]);
  // An approval of another kind can have the same id. It does not belong to the task.
  const [first] = [...wanted.keys()];
  const subject = { kind: 'contract', id: first ?? 0, name: '合同', pcPath: '/' };
  await buildProcess(app, { starter: designer, stages: [{ by: [proofreader] }], subject });

  const tasks = (await world.call(index, { project_id: world.projectId, size: 200 }, lead)).data.list;
  for (const [id, profession] of wanted) {
    const row = tasks.find((one: { id: number }) => one.id === id);
    expect(row.profession && { id: row.profession.id, name: row.profession.name }).toEqual(profession);
  }
  const reviews = (await world.call(review.index, { size: 200 }, proofreader)).data.list as review.ReviewRow[];
  expect(reviews).toHaveLength(4);
  for (const row of reviews)
    expect(row.profession, row.name).toEqual(row.kind === 'task' ? wanted.get(row.source_id) : null);
});
