import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REVIEW_STATUS, TASK_STATUS } from '@prdm/contract/status';
import { add, archive, overview } from '@prdm/contract/projects';
import { COUNTED_PROJECTS_MAX, statistics, type TaskStatistics } from '@prdm/contract/tasks/statistics';
import { index, start, submit, type TaskRow } from '@prdm/contract/tasks';
import { plansOf } from '../../../testing/recorded-plans.ts';
import { buildProject, theEnterprise } from '../../../testing/worlds/builders.ts';
import { projectForm } from '../../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../../testing/worlds/task-world.ts';
import { countTasks } from './statistics.repo.ts';

const NOW = new Date('2026-11-20T04:00:00Z');
const HOUR = 3_600_000;
let app: TestApp;
let world: TaskWorld;
let professions: number[];
beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => NOW } });
  world = await taskWorld(app);
  const enterpriseId = await theEnterprise(app);
  professions = (await app.modules.config.list(enterpriseId, 'profession')).map(({ id }) => id);
});
afterAll(() => app.stop());

const counted = async (
  who: { token: string },
  project_ids: readonly number[],
  more: object = {},
): Promise<TaskStatistics> => {
  const answer = await world.call(statistics, { project_ids, ...more }, who);
  expect(answer.code, answer.msg).toBe(0);
  return answer.data;
};
const listed = async (who: { token: string }, project_id: number): Promise<TaskRow[]> => {
  const answer = await world.call(index, { project_id, ispage: 'not' }, who);
  expect(answer.code, answer.msg).toBe(0);
  return answer.data.list;
};

/** Expected counts, computed from the rows of the list. */
function tally(rows: readonly TaskRow[]) {
  const coming = rows.filter(({ deadline, status }) => deadline !== null && !['finished', 'paused'].includes(status));
  const deadlines = coming.map(({ deadline }) => deadline ?? '').filter((at) => at >= '2026-11-20 12:00:00');
  return {
    total: rows.length,
    finished: rows.filter(({ status }) => status === 'finished').length,
    under_review: rows.filter(({ label }) => label === 'under_review').length,
    overdue: rows.filter(({ overdue }) => overdue).length,
    next_deadline: deadlines.toSorted()[0] ?? null,
  };
}

/**
 * Creates every stored state that the table constraints allow, with varying stages and professions. Half of the tasks
 * are drafts of the manager.
 */
async function everyState(): Promise<number> {
  const { manager, member, stageId } = world;
  const { id: projectId } = await buildProject(app, {
    managerId: manager.id,
    members: [{ id: member.id, roles: ['designer'] }],
  });
  const { rows } = await sql<{ id: number }>`select id from dictionary_entry where kind = 'stage' order by id`.execute(
    app.platform.db.kysely,
  );
  const stages = [stageId, rows[0]?.id ?? stageId];
  const tables = app.platform.db.kysely;
  let n = 0;
  for (const status of TASK_STATUS)
    for (const review_status of REVIEW_STATUS)
      for (const offset of [null, -HOUR, HOUR]) {
        // Each later state has an earlier deadline. If finished and paused tasks counted, they would come first.
        const deadline = offset === null ? null : new Date(NOW.getTime() + offset - n * 20_000);
        const is_long_term = status === 'long_term';
        if (is_long_term && deadline !== null) continue;
        if (review_status === 'under_review' && status !== 'in_progress' && status !== 'paused') continue;
        n += 1;
        await tables
          .insertInto('task')
          .values({
            enterprise_id: await theEnterprise(app),
            project_id: projectId,
            number: `STATE-${projectId}-${n}`,
            title: `${status} ${review_status}`,
            stage_id: stages[n % 2] ?? stageId,
            profession_id: [null, professions[0], professions[1]][n % 3] ?? null,
            assigner_id: manager.id,
            created_by: manager.id,
            published_at: n % 2 === 0 ? NOW : null,
            status,
            review_status,
            deadline,
            is_long_term,
            before_pause: status === 'paused' ? 'in_progress' : null,
            before_transfer: status === 'transfer_awaiting' ? 'in_progress' : null,
            finished_at: status === 'finished' ? NOW : null,
            deleted_at: n % 7 === 0 ? NOW : null,
          })
          .execute();
      }
  return projectId;
}

describe('the task statistics', () => {
  it('count what the project list shows to the same person, for every state', async () => {
    const projectId = await everyState();
    const people = { manager: world.manager, member: world.member, admin: { token: await app.admin() } };
    const totals: number[] = [];
    for (const [name, who] of Object.entries(people)) {
      const rows = await listed(who, projectId);
      const { list, cells } = await counted(who, [projectId], { detail: true });
      expect(list, name).toEqual([{ project_id: projectId, ...tally(rows) }]);
      const pairs = Map.groupBy(rows, ({ stage, profession }) => `${stage?.id} ${profession?.id ?? 0}`);
      expect(cells.length, name).toBe(pairs.size);
      for (const { stage, profession, ...figures } of cells) {
        const { next_deadline: _, ...wanted } = tally(pairs.get(`${stage.id} ${profession?.id ?? 0}`) ?? []);
        expect(figures, `${name}: ${stage.name} ${profession?.name}`).toEqual(wanted);
        expect(rows.find((row) => row.stage?.id === stage.id)?.stage?.name).toBe(stage.name);
      }
      totals.push(list[0]?.total ?? 0);
      expect(await counted(who, [projectId])).toEqual({ list, cells: [] });
    }
    expect(totals[1], 'a member sees no drafts of others').toBeLessThan(totals[0] ?? 0);
    expect(totals[2]).toBe(totals[0]);
  });

  it('[BU-037] [BU-032] count three finished tasks as three and an overdue one as one, beside members and dates', async () => {
    const { manager, stageId } = world;
    const dates = { construction_start: '2026-03-01', construction_end: '2028-06-30' };
    const sheet = { ...(await projectForm(app, manager.id)), ...dates };
    const { id: project_id } = (await app.call(add, sheet, { token: await app.admin() })).data;
    const form = {
      project_id,
      kind: 'other',
      stage_id: stageId,
      executor_ids: [manager.id],
      stages: [{ name: '校对', executor_ids: [manager.id] }],
    };
    const plain = { ...form, needs_confirmation: false, publish: true };
    for (const title of ['甲', '乙', '丙']) {
      const id = await world.draft({ ...plain, title }, manager);
      for (const step of [start, submit]) expect((await world.act(step, id, manager)).code).toBe(0);
      expect((await world.passStage(id, manager)).code).toBe(0);
    }
    await world.draft({ ...plain, title: '丁', deadline: '2026-11-20 11:59:59' }, manager);
    await world.draft({ ...plain, title: '戊', deadline: '2026-11-20 12:00:00' }, manager);
    const { list } = await counted(manager, [project_id]);
    expect(list).toEqual([
      { project_id, total: 5, finished: 3, under_review: 0, overdue: 1, next_deadline: '2026-11-20 12:00:00' },
    ]);
    // The overview of a project draws these figures with the members and dates of its own call.
    const { data } = await world.call(overview, { project_id }, manager);
    expect(data).toMatchObject({ id: project_id, member_count: 1, ...dates });
    expect(data.by_role).toMatchObject([{ key: 'project_manager', members: 1 }]);
  });

  it('cover several projects at once as each own list does, with readable drafts', async () => {
    const { manager, member, lead } = world;
    const { id: other } = await buildProject(app, {
      managerId: lead.id,
      members: [{ id: manager.id, roles: ['designer'] }],
    });
    const { id: empty } = await buildProject(app, { managerId: manager.id });
    await world.draft();
    await world.published({ parent_id: await world.published({ required_hours: 8 }), required_hours: 4 });
    await world.draft({ project_id: other, kind: 'other', executor_ids: [lead.id], stages: [{ name: '校对' }] }, lead);
    const ids = [other, empty, world.projectId, other];
    const { list } = await counted(manager, ids);
    expect(list.map(({ project_id }) => project_id)).toEqual([other, empty, world.projectId]);
    for (const { project_id, ...figures } of list)
      expect(figures, String(project_id)).toEqual(tally(await listed(manager, project_id)));
    expect(list.map(({ total }) => total)).toEqual([0, 0, 3]);
    expect((await counted(lead, [other])).list[0]?.total).toBe(1);
    expect((await counted(member, [world.projectId])).list[0]?.total).toBe(2);
  });

  it('refuse as the list does: no member, archived, too few or many ids, details of two projects', async () => {
    const { manager, stranger, projectId } = world;
    const { id: second } = await buildProject(app, { managerId: manager.id });
    const code = async (who: { token: string }, input: object): Promise<number> =>
      (await world.call(statistics, input, who)).code;
    expect(await code(stranger, { project_ids: [projectId] })).toBe(444);
    expect(await code(manager, { project_ids: [projectId, 987_654_321] })).toBe(444);
    expect(await code(manager, { project_ids: [projectId, second] })).toBe(0);
    await world.call(archive, { project_id: second, version: 1 }, manager);
    expect(await code(manager, { project_ids: [projectId, second] })).toBe(443);
    expect(await code(manager, { project_ids: [] })).toBe(1001);
    expect(await code(manager, { project_ids: [projectId, second], detail: true })).toBe(1001);
    const many = Array.from({ length: COUNTED_PROJECTS_MAX + 1 }, () => projectId);
    expect(await code(manager, { project_ids: many })).toBe(1001);
    expect(await code(manager, { project_ids: many.slice(1) })).toBe(0);
  });
});

describe('with many projects', () => {
  const PROJECTS = 100;
  let projects: number[];
  beforeAll(async () => {
    const db = app.platform.db.kysely;
    const by = world.manager.id;
    const { rows } = await sql<{ id: number }>`
      insert into project (enterprise_id, name, short_name, item_number, type_id, stage_id, manager_id, created_by,
        land_area_unit, build_area, build_area_unit, bim_area, bim_area_unit, height_unit)
      select p.enterprise_id, '批量' || n, '批量' || n, 'M-' || n, p.type_id, p.stage_id, ${by}, ${by},
        'm2', 1, 'm2', 1, 'm2', 'm'
      from project p, generate_series(1, ${PROJECTS}) n where p.id = ${world.projectId} returning id`.execute(db);
    projects = rows.map(({ id }) => id);
    await sql`insert into task (enterprise_id, project_id, number, title, stage_id, assigner_id, created_by, published_at, status,
        deadline)
      select ${await theEnterprise(app)}, (${projects}::bigint[])[1 + n % ${PROJECTS}::int], 'M-' || n, '任务' || n,
        ${world.stageId}, ${by}, ${by}, now(), 'unprocessed', ${NOW}::timestamptz + make_interval(hours => n % 900)
      from generate_series(1, 6000) n`.execute(db);
    await app.platform.db.pool.query('vacuum analyze task');
  }, 60_000);

  it.each([
    [1, true],
    [5, false],
  ])('%i of them use an index and take one statement', async (n, detail) => {
    const enterpriseId = await theEnterprise(app);
    const scope = { userId: world.member.id, projects: projects.slice(0, n), drafts: [] };
    const plan = await plansOf(app, (db) => countTasks(db, enterpriseId, { scope, now: NOW, detail }));
    expect(
      plan.filter((node) => /Aggregate/.test(node)),
      'one statement',
    ).toHaveLength(1);
    expect(
      plan.filter((node) => / task$/.test(node)).every((node) => /^(?:Index|Bitmap Heap)/.test(node)),
      plan.join(),
    ).toBe(true);
    expect(plan.some((node) => / task$/.test(node))).toBe(true);
  });
});
