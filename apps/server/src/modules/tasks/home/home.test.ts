import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { home } from '@prdm/contract/home';
import { publish } from '@prdm/contract/tasks';
import { buildProject } from '../../../testing/worlds/builders.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../../testing/worlds/task-world.ts';

/** The home page can return all of my work, whatever its amount. */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  const { lead, manager, member } = world;
  for (const title of ['楼梯详图', '首层平面图', '二层平面图', 'Stair 100% details'])
    await world.published({ title, executor_ids: [member.id] });
  for (const title of ['屋面节点', '雨篷详图'])
    await world.act(publish, await world.draft({ title, executor_ids: [lead.id] }, manager), manager);
});
afterAll(() => app.stop());

/** Titles and total of each list. */
const work = async (input: object, who: { token: string } = world.member) => {
  const { data } = await world.call(home, input, who);
  const titles = (rows: { title: string }[]): string[] => rows.map(({ title }) => title);
  return { totals: data.totals, today: titles(data.today), waiting: titles(data.waiting) };
};

describe('a list longer than the requested limit', () => {
  it('returns its total, and the rest for a larger limit', async () => {
    const { manager } = world;
    expect(await work({ today: 3 })).toMatchObject({ totals: { today: 4 }, today: { length: 3 } });
    expect(await work({ today: 4 })).toMatchObject({ totals: { today: 4 }, today: { length: 4 } });
    expect(await work({ waiting: 1 }, manager)).toMatchObject({ totals: { waiting: 2 }, waiting: { length: 1 } });
    expect(await work({ waiting: 50 }, manager)).toMatchObject({ totals: { waiting: 2 }, waiting: { length: 2 } });
  });

  it('has a largest limit', async () => {
    const answer = await world.call(home, { today: 1001 }, world.member);
    expect(answer).toMatchObject({ code: 1001, data: { field: 'today' } });
  });
});

it('reads lists and totals, names, figures and reviews in one query each', async () => {
  const { member } = world;
  await world.call(home, { today: 1 }, member);
  const sent = await statementsOf(() => world.call(home, { today: 1, waiting: 1 }, member));
  const own = sent.filter((text) => /\b(task|project|process)\b/.test(text) && !/project_member/.test(text));
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(4);
});

describe('a search word', () => {
  it('filters all of the work, not only the rows returned before', async () => {
    const { manager } = world;
    expect(await work({ word: '楼梯', today: 1 })).toMatchObject({ totals: { today: 1 }, today: ['楼梯详图'] });
    expect(await work({ word: '平面图', today: 1 })).toMatchObject({ totals: { today: 2 }, today: { length: 1 } });
    expect(await work({ word: 'STAIR 100%' })).toMatchObject({ today: ['Stair 100% details'] });
    expect(await work({ word: '100_' })).toMatchObject({ totals: { today: 0 }, today: [] });
    expect(await work({ word: '雨篷' }, manager)).toMatchObject({ totals: { waiting: 1 }, waiting: ['雨篷详图'] });
  });

  it('matches project names, also for an assigner who left the project', async () => {
    const { manager, member } = world;
    const { name } = (await world.call(home, {}, member)).data.projects[0] as { name: string };
    expect(await work({ word: ` ${name} ` })).toMatchObject({ totals: { today: 4, projects: 1 } });
    const { id } = await buildProject(app, { name: '云栖小学', managerId: manager.id });
    await app.platform.db.pool.query(`update task set project_id = $1 where title = '屋面节点'`, [id]);
    const found = { today: [], waiting: ['屋面节点'] };
    expect(await work({ word: '云栖' }, manager)).toMatchObject({ ...found, totals: { projects: 1 } });
    await app.platform.db.pool.query(`update project_member set removed_at = now() where project_id = $1`, [id]);
    await app.platform.db.pool.query(
      `insert into role_holder (enterprise_id, role_id, user_id) select enterprise_id, id, $1 from role where key = 'leader'`,
      [manager.id],
    );
    expect(await work({ word: '云栖' }, manager)).toMatchObject({ ...found, totals: { projects: 0 } });
  });
});

it('lists returned work first, before late work', async () => {
  const { pool } = app.platform.db;
  await pool.query(`update task set deadline = now() - interval '3 days' where title = '首层平面图'`);
  await pool.query(`update task set review_status = 'review_rejected', deadline = null where title = '二层平面图'`);
  expect((await work({ today: 2 })).today).toEqual(['二层平面图', '首层平面图']);
});
