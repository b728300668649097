import { afterAll, beforeAll, expect, it } from 'vitest';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
import { statistics } from '@prdm/contract/tasks/statistics';
import { index } from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

/* The list filtered by no profession. A cell of the project overview counts the same tasks. */
let app: TestApp;
let world: TaskWorld;
let profession: number;
let none: number[];
let some: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  profession = (await world.call(professionDictionary.index, { ispage: 'not' }, world.lead)).data.list[0].id;
  some = await world.published({ profession_id: profession });
  none = [await world.published(), await world.submitted()];
  await world.draft();
});
afterAll(() => app.stop());

const listed = async (input: object, by = world.colleague): Promise<[number[], number]> => {
  const { code, data } = await world.call(index, { sort: 'created', order: 'asc', ...input }, by);
  expect(code).toBe(0);
  return [data.list.map(({ id }: { id: number }) => id), data.total];
};

it('returns exactly those tasks, in one project and in all', async () => {
  const { projectId } = world;
  for (const place of [{ project_id: projectId }, {}]) {
    expect(await listed({ ...place, profession_id: 0 })).toEqual([none, 2]);
    expect(await listed({ ...place, profession_id: profession })).toEqual([[some], 1]);
    expect(await listed(place)).toEqual([[some, ...none], 3]);
  }
  expect(await listed({ project_id: projectId, profession_id: '0', status: ['under_review'] })).toEqual([[none[1]], 1]);
});

it('returns what the overview counts for the same reader, including readable drafts', async () => {
  for (const who of [world.colleague, world.lead]) {
    const { data } = await world.call(statistics, { project_ids: [world.projectId], detail: true }, who);
    const cells = (data.cells as { profession: object | null; stage: { id: number }; total: number }[]).filter(
      (cell) => cell.profession === null,
    );
    expect(cells).toHaveLength(1);
    const [cell] = cells;
    const input = { project_id: world.projectId, profession_id: 0, stage_id: cell?.stage.id };
    expect((await listed(input, who))[1]).toBe(cell?.total);
  }
});

it.each(['', '00', '-1', 'none', '0.0'])('is requested by 0 alone, not by “%s”', async (profession_id) => {
  const answer = await world.call(index, { project_id: world.projectId, profession_id }, world.lead);
  expect(answer).toMatchObject({ code: 1001, data: { field: 'profession_id' } });
  expect(answer.msg).toBe((await world.call(index, { project_id: world.projectId, stage_id: 'x' }, world.lead)).msg);
});

it('an unknown profession is refused', async () => {
  expect(await world.call(index, { project_id: world.projectId, profession_id: 999_999 }, world.lead)).toMatchObject({
    code: 1006,
  });
});
