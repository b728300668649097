import { afterAll, beforeAll, expect, it } from 'vitest';
import { home } from '@prdm/contract/home';
import { LIMITS } from '@prdm/contract/limits';
import * as review from '@prdm/contract/processes/review';
import { statistics } from '@prdm/contract/tasks/statistics';
import { publish, start, transfer } from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';

/** Limits of a page with much data, and figures that two pages show. */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const query = (text: string, values: unknown[]) => app.platform.db.pool.query(text, values);

it('a long history keeps the newest entries, oldest first, of the task and of its review', async () => {
  const id = await world.submitted();
  const { process } = await world.read(id);
  await query(
    `insert into task_history (enterprise_id, task_id, round, action, user_id, to_status, at)
     select enterprise_id, id, 1, 'edit', assigner_id, status, now() from task, generate_series(1, $2) where id = $1`,
    [id, LIMITS.historyShown],
  );
  await query(
    `insert into process_history (enterprise_id, process_id, round, stage_name, user_id, action, comment, at)
     select enterprise_id, id, 1, '', starter_id, 'remind', '', now() from process, generate_series(1, $2) where id = $1`,
    [process.process_id, LIMITS.historyShown],
  );
  await world.passStage(id, world.proofreader);
  const page = await world.read(id);
  for (const history of [page.history, page.process.history] as { id: number }[][]) {
    const ids = history.map((entry) => entry.id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(ids.length).toBe(LIMITS.historyShown);
  }
  expect(page.process.history.at(-1)).toMatchObject({ action: 'pass', user: { id: world.proofreader.id } });
  expect(page.timeline.at(-1)).toBe(`p${page.process.history.at(-1).id}`);
  expect((await world.call(review.info, { id: process.process_id }, world.designer)).data.history.length).toBe(
    LIMITS.historyShown,
  );
});

it('sub-tasks beyond the page limit are counted, drafts of others are not', async () => {
  const { lead, member } = world;
  const id = await world.published();
  await world.draft({ parent_id: id });
  await query(
    `insert into task (enterprise_id, project_id, number, parent_id, kind, title, stage_id, assigner_id, created_by, status, published_at)
     select enterprise_id, project_id, number || '-' || n, id, kind, title, stage_id, assigner_id, created_by, 'unprocessed', now()
     from task, generate_series(1, $2) n where id = $1`,
    [id, LIMITS.childrenShown],
  );
  const shown = async (who: Signed) => {
    const { children, children_total: total } = await world.read(id, who);
    return [children.length, total];
  };
  expect(await shown(lead)).toEqual([LIMITS.childrenShown, LIMITS.childrenShown + 1]);
  expect(await shown(member)).toEqual([LIMITS.childrenShown, LIMITS.childrenShown]);
});

it('my work counts a project as its overview does, with and without visible drafts', async () => {
  await world.draft();
  const late = await world.draft({ deadline: '2026-01-05 18:00:00' });
  await world.act(publish, late, world.lead);
  const done = await world.published();
  await query(`update task set status = 'finished', finished_at = now(), progress = 100 where id = $1`, [done]);
  for (const who of [world.manager, world.lead, world.member]) {
    const [mine, overview] = await Promise.all([
      world.call(home, {}, who),
      world.call(statistics, { project_ids: [world.projectId] }, who),
    ]);
    const { total, finished, overdue, next_deadline } = overview.data.list[0];
    expect([overdue > 0, finished > 0]).toEqual([true, true]);
    expect(mine.data.projects).toMatchObject([
      { id: world.projectId, open: total - finished, finished, overdue, next_deadline },
    ]);
  }
});

it('two decisions of one person within a second give two entries', async () => {
  const { designer } = world;
  const stages = [1, 2].map((n) => ({ name: `节点${n}`, executor_ids: [designer.id] }));
  const id = await world.submitted({ stages });
  for (const _stage of stages) {
    const seat_id = (await world.read(id, designer)).process.can.decide_seat_id;
    expect((await world.call(review.pass, { seat_id }, designer)).code).toBe(0);
  }
  for (const state of ['done', 'mine'] as const) {
    const { data } = await world.call(review.index, { state, ispage: 'not' }, designer);
    const lines = data.list.map((row: { line_id: number }) => row.line_id);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(state === 'done' ? 1 : 0);
  }
});

it('a manager of the task can transfer the place of a disabled executor', async () => {
  const { lead, manager, designer, colleague, member } = world;
  const id = await world.published({ executor_ids: [designer.id, colleague.id] });
  expect((await world.act(start, id, designer)).code).toBe(0);
  await query(`update staff set status = 'disabled' where user_id = $1`, [colleague.id]);
  const unsaid = await world.act(transfer, id, manager, { target_id: member.id });
  expect(unsaid).toMatchObject({ code: 1001, data: { field: 'from_id' } });
  const said = await world.act(transfer, id, lead, { target_id: member.id, from_id: colleague.id });
  expect(said.code).toBe(0);
  expect(await world.read(id)).toMatchObject({ transfer: { from: { id: colleague.id }, to: { id: member.id } } });
});

it('the days of a stage have one type in every table', async () => {
  const { rows } = await query(
    `select table_name as "table", numeric_precision || ',' || numeric_scale as type from information_schema.columns
     where column_name = 'days' and table_name like any ($1) order by 1`,
    [['process%', 'task%']],
  );
  expect(rows).toEqual(
    ['process_stage', 'process_template_stage', 'task_stage'].map((table) => ({ table, type: '8,2' })),
  );
});
