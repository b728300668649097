import { sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS_LABELS } from '@prdm/contract/status';
import { index, TASK_SORTS, TASK_TABS } from '@prdm/contract/tasks';
import { sliceDb } from '../../../platform/db.ts';
import { buildPerson, buildProject, buildTask, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { everyState } from '../../../testing/worlds/task-states.ts';
import { taskWorld, type TaskWorld } from '../../../testing/worlds/task-world.ts';
import { countTasks } from '../statistics/statistics.repo.ts';
import { homeList } from '../home/home.repo.ts';
import { taskList, type TaskFilter } from './list.repo.ts';

const NOW = new Date('2026-11-20T04:00:00Z');
let app: TestApp;
let world: TaskWorld;
let enterpriseId: number;
beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => NOW } });
  world = await taskWorld(app);
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

const tables = () =>
  sliceDb(app.platform.db, 'task', 'task_executor', 'task_cc', 'task_stage', 'task_transfer', 'task_history');
const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
const listed = async (filter: object, who = world.manager) => {
  const answer = await world.call(index, { project_id: world.projectId, size: 200, ...filter }, who);
  expect(answer.code, answer.msg).toBe(0);
  return answer.data as { list: { id: number; label: string; overdue: boolean; title: string }[]; total: number };
};

describe('the task list', () => {
  it('[ST-001] shows and filters by the label for every state, in SQL as in the contract', async () => {
    const { projectId, tasks } = await everyState(world, NOW);
    const all = await listed({ project_id: projectId });
    expect(all.total).toBe(tasks.size);
    for (const row of all.list)
      expect({ label: row.label, overdue: row.overdue }, row.title).toEqual(tasks.get(row.id));
    const shown = new Set<string>();
    for (const label of STATUS_LABELS) {
      const wanted = [...tasks].filter(([, task]) => task.label === label).map(([id]) => id);
      const { list } = await listed({ project_id: projectId, status: [label] });
      expect(ids(list).toSorted(), label).toEqual(wanted.toSorted());
      if (wanted.length > 0) shown.add(label);
    }
    // These two labels belong to the review. A review that is complete or not started gives a task no label.
    expect(STATUS_LABELS.filter((label) => !shown.has(label))).toEqual(['not_reviewed', 'review_complete']);
    for (const overdue of [true, false]) {
      const wanted = [...tasks].filter(([, task]) => task.overdue === overdue).map(([id]) => id);
      expect(ids((await listed({ project_id: projectId, overdue })).list).toSorted()).toEqual(wanted.toSorted());
    }
  });

  it('returns different tasks for each tab', async () => {
    const { lead, manager, designer, member, proofreader } = world;
    const mine = await world.started();
    const copied = await world.published({ executor_ids: [world.colleague.id], cc_ids: [member.id] });
    const reviewed = await world.submitted();
    const spot = await world.draft({ kind: 'temporary', publish: true }, manager);
    const inTab = async (tab: string, who: { token: string }) =>
      ids((await listed({ tab }, who as typeof world.manager)).list);
    expect(await inTab('mine', designer)).toEqual(expect.arrayContaining([mine, reviewed, spot]));
    expect(await inTab('mine', designer)).not.toContain(copied);
    expect(await inTab('assigned', lead)).toEqual(expect.arrayContaining([mine, copied, reviewed]));
    expect(await inTab('assigned', lead)).not.toContain(spot);
    expect(await inTab('cc', member)).toEqual([copied]);
    expect(await inTab('review', proofreader)).toContain(reviewed);
    expect(await inTab('review', proofreader)).not.toContain(mine);
    expect(await inTab('temporary', member)).toEqual([spot]);
  });

  it('finds Chinese and Latin words of one, two and more characters, and treats no character as a wildcard', async () => {
    const wanted = await world.published({ title: '核心筒 Shear Wall 100%复核_A' });
    const other = await world.published({ title: '屋面排水 1000 复核' });
    for (const word of ['核心', '心筒', '筒', 'shear wall', 'SHEAR', '100%', '核_A', '筒 S'])
      for (const project_id of [world.projectId, undefined])
        expect(ids((await listed({ word, project_id })).list), word).toEqual([wanted]);
    expect(ids((await listed({ word: '复核' })).list).toSorted()).toEqual([wanted, other].toSorted());
    for (const word of ['核筒', '%', 'S_ear', '心核'])
      for (const project_id of [world.projectId, undefined])
        expect(ids((await listed({ word, project_id })).list), word).toEqual(word === '%' ? [wanted] : []);
  });

  it.each(TASK_SORTS.flatMap((sort) => [['asc', sort] as const, ['desc', sort] as const]))(
    'sorts %s by %s without a lost or repeated row between pages',
    async (order, sort) => {
      const whole = await listed({ sort, order });
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(whole.list.length / 3); page += 1)
        pages.push(...ids((await listed({ sort, order, page, size: 3 })).list));
      expect(pages).toEqual(ids(whole.list));
      expect(new Set(pages).size).toBe(pages.length);
      const reverse = await listed({ sort, order: order === 'asc' ? 'desc' : 'asc' });
      expect(ids(reverse.list)).toEqual(ids(whole.list).toReversed());
    },
  );

  it('returns over all projects exactly the tasks that the person can read in each', async () => {
    const { manager, stranger } = world;
    const person = await buildPerson(app);
    const as = { token: await app.signIn(person.account, PASSWORD) };
    const tasksOf = async (members: readonly number[]) => {
      const people = members.map((id) => ({ id, roles: ['designer' as const] }));
      const { id: projectId } = await buildProject(app, { managerId: manager.id, members: people });
      const task = async (state: 'not_started' | 'unprocessed') =>
        (await buildTask(app, { projectId, assignerId: manager.id, state })).id;
      return { projectId, published: await task('unprocessed'), draft: await task('not_started') };
    };
    const [one, two, elsewhere] = [await tasksOf([person.id]), await tasksOf([person.id]), await tasksOf([])];
    const everywhere = async (who: { token: string }) => {
      const { data } = await world.call(index, { size: 200 }, who);
      const rows = data.list as { id: number; project_id: number }[];
      expect(data.total).toBe(rows.length);
      return rows.toSorted((a, b) => a.id - b.id);
    };
    expect(ids(await everywhere(as))).toEqual([one.published, two.published]);
    expect(await everywhere(stranger)).toEqual([]);
    const built = [one, two, elsewhere];
    const among = (await everywhere(manager)).filter((row) => built.some((p) => p.projectId === row.project_id));
    expect(ids(among)).toEqual(built.flatMap(({ published, draft }) => [published, draft]));
  });
});

const filter = (more: Partial<TaskFilter> = {}): TaskFilter => ({
  scope: { userId: world.designer.id, projects: [world.projectId], drafts: [] },
  now: NOW,
  projectId: world.projectId,
  tab: 'all',
  ...more,
});

const MANY = 30_000;

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Number of table rows that a plan has read, including filtered rows. */
function tasksRead(node: PlanNode | undefined): number {
  if (!node) return 0;
  const below = (node.Plans ?? []).reduce((sum, child) => sum + tasksRead(child), 0);
  if (node['Relation Name'] !== 'task') return below;
  const thrown = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + (node['Actual Rows'] + thrown) * node['Actual Loops'];
}

describe('with many tasks', () => {
  const order = { sort: 'late', limit: 20, offset: 0 } as const;

  beforeAll(async () => {
    const person = await buildPerson(app);
    const { rows } = await sql<{ id: number }>`
      insert into project (enterprise_id, name, short_name, item_number, type_id, stage_id, manager_id, created_by,
        land_area_unit, build_area, build_area_unit, bim_area, bim_area_unit, height_unit)
      select p.enterprise_id, '批量' || n, '批量' || n, 'M-' || n, p.type_id, p.stage_id, ${person.id}, ${person.id},
        'm2', 1, 'm2', 1, 'm2', 'm'
      from project p, generate_series(1, 40) n where p.id = ${world.projectId} returning id`.execute(
      app.platform.db.kysely,
    );
    const projects = [world.projectId, ...rows.map((row) => row.id)];
    // One insert of all rows can exceed the statement timeout on a busy machine.
    for (let from = 0; from < MANY; from += MANY / 5)
      await sql`insert into task (enterprise_id, project_id, number, title, stage_id, assigner_id, created_by, published_at, status,
          deadline, priority)
        select ${enterpriseId}, (${projects}::bigint[])[1 + n % 41], 'M-' || n % 41 || '-' || n, '任务' || n || ' 三层平面', ${world.stageId},
          ${person.id}, ${person.id}, now(), 'unprocessed', ${NOW}::timestamptz + make_interval(hours => n), n % 3
        from generate_series(${from + 1}::int, ${from + MANY / 5}::int) n`.execute(app.platform.db.kysely);
    await sql`insert into task_executor select enterprise_id, id, ${world.designer.id} from task where id % 200 = 0
      on conflict do nothing`.execute(app.platform.db.kysely);
    await app.platform.db.pool.query('vacuum analyze task, task_executor');
  });

  it('every list reads at most a tenth of them, for each tab, order, filter and home page', async () => {
    const statements: [string, { sql: string; parameters: readonly unknown[] }][] = [];
    const recording = app.platform.db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => result,
    });
    const db = sliceDb(
      { ...app.platform.db, kysely: recording },
      'task',
      'task_executor',
      'task_cc',
      'task_stage',
      'task_transfer',
      'task_history',
    ).read;
    const executor = db.getExecutor();
    const compile = executor.compileQuery.bind(executor);
    let title = '';
    executor.compileQuery = ((...args: Parameters<typeof compile>) => {
      const compiled = compile(...args) as CompiledQuery;
      statements.push([title, compiled]);
      return compiled;
    }) as typeof executor.compileQuery;

    const list = taskList(db, enterpriseId);
    const queries: [string, Partial<TaskFilter>][] = [
      ...TASK_TABS.map((tab) => [`tab ${tab}`, { tab }] as [string, Partial<TaskFilter>]),
      ...TASK_TABS.map(
        (tab) => [`all projects, tab ${tab}`, { tab, projectId: undefined }] as [string, Partial<TaskFilter>],
      ),
      ['word', { word: '三层' }],
      ['common word everywhere', { word: '三层平面', projectId: undefined }],
      ['rare word everywhere', { word: '任务29999', projectId: undefined }],
      ['label', { labels: ['unprocessed'] }],
      ['overdue', { overdue: true }],
      ['executor', { executorId: world.designer.id }],
    ];
    const everybody = { userId: world.designer.id, projects: { except: [] }, drafts: 'all' as const };
    for (const tab of TASK_TABS)
      queries.push([`an administrator, tab ${tab}`, { tab, projectId: undefined, scope: everybody }]);
    queries.push(['an administrator, overdue', { overdue: true, projectId: undefined, scope: everybody }]);
    for (const [name, more] of queries) {
      title = name;
      await list.rows(filter(more), order);
      await list.count(filter(more));
    }
    for (const sort of TASK_SORTS) {
      title = `by ${sort}`;
      for (const way of ['asc', 'desc'] as const) {
        await list.rows(filter(), { ...order, sort, order: way });
        await list.rows(filter({ projectId: undefined }), { ...order, sort, order: way });
      }
      await list.rows(filter({ projectId: undefined, scope: everybody }), { ...order, sort });
    }
    const own = homeList(db, enterpriseId, filter().scope, NOW);
    title = 'home';
    await Promise.all([own.work({ today: 50, waiting: 50 }), own.counts()]);
    const scope = { ...filter().scope, projects: [world.projectId] };
    await countTasks(db, enterpriseId, { scope, now: NOW, detail: false });

    expect(statements.length).toBeGreaterThan(50);
    const heavy: string[] = [];
    for (const [name, { sql: text, parameters }] of statements) {
      const { rows } = await app.platform.db.pool.query(`explain (analyze, format json) ${text}`, [...parameters]);
      const read = tasksRead((rows[0]['QUERY PLAN'] as { Plan: PlanNode }[])[0]?.Plan);
      if (read > MANY / 10) heavy.push(`${name} reads ${read} tasks: ${text}`);
    }
    expect(heavy).toEqual([]);
  });

  it('a count stops above a thousand', async () => {
    const list = taskList(tables().read, enterpriseId);
    const everything = {
      ...filter({ projectId: undefined }),
      scope: { userId: 0, projects: { except: [] }, drafts: 'all' as const },
    };
    expect(await list.count(everything)).toBe(1001);
    expect(await list.count(filter())).toBeLessThan(1001);
  });
});
