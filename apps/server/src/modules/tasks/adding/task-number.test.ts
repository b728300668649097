import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { find } from '@prdm/contract/home';
import { index as reviews } from '@prdm/contract/processes/review';
import { add, del, index, info, publish } from '@prdm/contract/tasks';
import { buildProject, buildTask } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../../testing/worlds/task-world.ts';
import { whileLocked } from '../../../testing/servers/while-locked.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const query = async (text: string, values: unknown[] = []) => (await app.platform.db.pool.query(text, values)).rows;
const numberOf = async (id: number): Promise<string> =>
  (await query('select number from task where id = $1', [id]))[0].number;
const itemNumber = async (projectId = world.projectId): Promise<string> =>
  (await query('select item_number from project where id = $1', [projectId]))[0].item_number;
const serialOf = (number: string): number => Number(/\d+$/.exec(number)?.[0]);
const rename = (projectId: number, to: string) =>
  query('update project set item_number = $2 where id = $1', [projectId, to]);

describe('the number of a task', () => {
  it('is the item number of the project and the next serial, in every answer that shows the task', async () => {
    const { lead, proofreader, projectId } = world;
    const first = await world.call(add, world.form(), lead);
    const second = await world.call(add, world.form({ parent_id: undefined, title: '编号的任务' }), lead);
    const { id, number } = second.data;
    const item = await itemNumber();
    expect(number).toBe(`${item}-${String(serialOf(first.data.number) + 1).padStart(3, '0')}`);
    expect(await world.act(publish, id, lead)).toMatchObject({ code: 0 });
    expect(await world.read(id)).toMatchObject({ number });
    const listed = await world.call(index, { project_id: projectId, word: '编号的任务' }, lead);
    expect(listed.data.list).toMatchObject([{ id, number }]);
    const submitted = await world.submitted({ title: '编号的送审' });
    const review = await world.call(reviews, { word: await numberOf(submitted) }, proofreader);
    expect(review.data.list).toMatchObject([{ source_id: submitted, number: await numberOf(submitted) }]);
  });

  it('finds the task: in its project by any part, elsewhere by its beginning, without regard to case', async () => {
    const { manager } = world;
    const { id: projectId } = await buildProject(app, { managerId: manager.id });
    await rename(projectId, 'Hosp_7');
    const { id } = await buildTask(app, { projectId, assignerId: manager.id });
    expect(await numberOf(id)).toBe('Hosp_7-001');
    const ids = async (input: object) =>
      (await world.call(index, input, manager)).data.list.map((row: { id: number }) => row.id);
    expect(await ids({ project_id: projectId, word: '_7-001' })).toEqual([id]);
    expect(await ids({ word: 'hosp_7-00' })).toEqual([id]);
    expect(await ids({ word: 'hosp%7' })).toEqual([]);
    const found = await world.call(find, { word: 'HOSP_7-001' }, manager);
    expect(found.data.tasks).toMatchObject([{ id, number: 'Hosp_7-001' }]);
    expect((await world.call(find, { word: 'HOSP_7-001' }, world.stranger)).data.tasks).toEqual([]);
  });

  it('stays when the item number changes, and is not used again after a deletion', async () => {
    const { lead } = world;
    const before = await itemNumber();
    const id = await world.draft();
    const number = await numberOf(id);
    await rename(world.projectId, 'NEW-1');
    const next = await world.draft();
    expect([await numberOf(id), await numberOf(next)]).toEqual([
      number,
      `NEW-1-${String(serialOf(number) + 1).padStart(3, '0')}`,
    ]);
    expect((await world.act(del, next, lead)).code).toBe(0);
    const after = await world.draft();
    expect(serialOf(await numberOf(after))).toBe(serialOf(number) + 2);
    await rename(world.projectId, before);
  });

  it('continues above the tasks of an earlier holder of the item number', async () => {
    const { manager } = world;
    const earlier = await buildProject(app, { managerId: manager.id });
    const number = await itemNumber(earlier.id);
    for (let n = 1; n <= 3; n += 1) await buildTask(app, { projectId: earlier.id, assignerId: manager.id });
    await rename(earlier.id, 'MOVED-1');
    const later = await buildProject(app, { managerId: manager.id });
    await rename(later.id, number.toLowerCase());
    const serials = [];
    for (let n = 1; n <= 2; n += 1)
      serials.push(await numberOf((await buildTask(app, { projectId: later.id, assignerId: manager.id })).id));
    expect(serials).toEqual([`${number.toLowerCase()}-004`, `${number.toLowerCase()}-005`]);
  });

  it('is returned by a refused creation, so the series has no gap', async () => {
    const { lead } = world;
    const before = serialOf(await numberOf(await world.draft()));
    // Publishing without a reviewer is refused after the insert.
    const refused = await world.call(
      add,
      world.form({ executor_ids: [], publish: 1, stages: [{ name: '校对', executor_ids: [] }] }),
      lead,
    );
    expect(refused.code).not.toBe(0);
    expect(serialOf(await numberOf(await world.draft()))).toBe(before + 1);
  });

  it('makes creations of one project wait for each other, and of no other project', async () => {
    const { manager, lead } = world;
    const other = await buildProject(app, { managerId: manager.id });
    const [own] = await whileLocked(
      app,
      `select 1 from number_series where series = 'task' and scope = '${world.projectId}' for update`,
      [() => world.call(add, world.form(), lead)],
      async () => {
        const free = await buildTask(app, { projectId: other.id, assignerId: manager.id });
        expect(await numberOf(free.id)).toMatch(/-001$/);
      },
    );
    expect(own.code).toBe(0);
    expect((await world.call(info, { id: own.data.id }, lead)).data.number).toBe(own.data.number);
  });
});

describe('the migration', () => {
  const sqlOf = (name: string) => readFile(new URL(`../../../../migrations/${name}.sql`, import.meta.url), 'utf8');

  it('numbers existing tasks by id in their project and keeps the serials of projects', async () => {
    const { manager } = world;
    const [one, two] = [
      await buildProject(app, { managerId: manager.id }),
      await buildProject(app, { managerId: manager.id }),
    ];
    const ids: number[] = [];
    for (const project of [one, two, one, one])
      ids.push((await buildTask(app, { projectId: project.id, assignerId: manager.id })).id);
    await query('update task set deleted_at = now() where id = $1', [ids[2]]);
    await rename(one.id, 'same');
    await query(`update project set item_number = 'SAME' where id = $1`, [two.id]);
    const client = await app.platform.db.pool.connect();
    try {
      await client.query('begin');
      const serials = await client.query(`select scope, last from number_series where series = 'project'`);
      await client.query(`create table project_serial (enterprise_id bigint, year int, last int);
        insert into project_serial select enterprise_id, scope::int, last from number_series where series = 'project';
        drop table number_series; alter table task drop column number`);
      await client.query(await sqlOf('20261124_0420_config'));
      await client.query(await sqlOf('20261124_0421_tasks'));
      const kept = await client.query(`select scope, last from number_series where series = 'project'`);
      expect(kept.rows).toEqual(serials.rows);
      const { rows } = await client.query('select number from task where id = any($1) order by id', [ids]);
      // Projects with one item number (here: by case) share the count, the older project first.
      expect(rows.map(({ number }) => number)).toEqual(['same-001', 'SAME-004', 'same-002', 'same-003']);
      const last = await client.query(
        `select last from number_series where series = 'task' and scope = any($1)
        order by scope::int`,
        [[String(one.id), String(two.id)]],
      );
      expect(last.rows).toEqual([{ last: 3 }, { last: 4 }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
