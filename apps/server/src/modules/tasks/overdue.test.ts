import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counts, home } from '@prdm/contract/home';
import { edit, index, longTerm, notPass, pass, publish, reject, submit, transfer } from '@prdm/contract/tasks';
import { systemActor } from '../../platform/actor.ts';
import { buildArchivedProject, buildProject, buildTask, theEnterprise } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
let now = new Date('2026-11-20T04:00:00Z');
beforeAll(async () => {
  app = await startApp({ clock: { now: () => now } });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

describe('a deadline that has passed', () => {
  it('notifies executors and assigner once, and again for another deadline', async () => {
    const { lead, designer, member } = world;
    const id = await world.started({ deadline: '2026-11-20 18:00:00', cc_ids: [member.id] });
    const overdue = async (who: { token: string }) =>
      (await world.noticeTypes(who, id)).filter((type) => type === 'over_task');
    expect(await app.modules.tasks.notifyOverdue()).toBe(0);
    now = new Date('2026-11-20T10:00:01Z');
    expect((await world.read(id)).label).toBe('overdue');
    const parallel = await Promise.all([app.modules.tasks.notifyOverdue(), app.modules.tasks.notifyOverdue()]);
    expect(parallel.toSorted()).toEqual([0, 1]);
    expect(await app.modules.tasks.notifyOverdue()).toBe(0);
    for (const who of [lead, designer]) await expect.poll(() => overdue(who)).toEqual(['over_task']);
    expect(await overdue(member)).toEqual([]);
    expect((await world.notified(designer, id))[0]?.content).toBe(
      '任务“三层平面图”已逾期，截止时间为 2026-11-20 18:00',
    );
    expect((await world.act(edit, id, lead, { deadline: '2026-11-21 18:00:00' })).code).toBe(0);
    expect((await world.read(id)).label).toBe('in_progress');
    now = new Date('2026-11-21T10:00:01Z');
    expect(await app.modules.tasks.notifyOverdue()).toBe(1);
    await expect.poll(() => overdue(designer)).toEqual(['over_task', 'over_task']);
  });

  it('does not make an open form stale', async () => {
    const id = await world.started({ deadline: '2026-11-19 18:00:00' });
    const { version } = await world.read(id);
    expect(await app.modules.tasks.notifyOverdue()).toBe(1);
    expect((await world.call(submit, { id, version }, world.designer)).code).toBe(0);
  });

  it('notifies nobody for drafts, long-term tasks and archived projects', async () => {
    const { lead, manager } = world;
    const draft = await world.draft({ deadline: '2026-11-19 18:00:00' });
    const endless = await world.started({ deadline: '2026-12-19 18:00:00' });
    await world.act(longTerm, endless, lead);
    const { id: projectId } = await buildProject(app, { managerId: manager.id });
    await buildTask(app, { projectId, assignerId: manager.id, fields: { deadline: '2026-11-19 18:00:00' } });
    const enterpriseId = await theEnterprise(app);
    await app.platform.db.transaction((trx) =>
      app.modules.projects.archive(
        trx,
        { ...systemActor(enterpriseId), userId: manager.id },
        { projectId, version: 1, confirmed: true },
      ),
    );
    expect(await app.modules.tasks.notifyOverdue()).toBe(0);
    expect((await world.read(draft, lead)).overdue).toBe(true);
    const { data } = await world.call(index, { project_id: world.projectId, overdue: true, size: 200 }, lead);
    expect(ids(data.list)).toContain(draft);
    expect(ids(data.list)).not.toContain(endless);
  });
});

describe('my work', () => {
  it('shows my tasks by deadline with the next action, and tasks that wait for others', async () => {
    const { lead, designer, colleague, proofreader, reviewer, member } = world;
    const fresh = { token: lead.token };
    const before = (await world.call(home, {}, fresh)).data;
    const later = await world.published({ deadline: '2027-02-01 18:00:00', executor_ids: [member.id] });
    const sooner = await world.published({ deadline: '2027-01-01 18:00:00', executor_ids: [member.id] });
    const accepted = await world.submitted();
    await world.passStage(accepted, proofreader);
    await world.passStage(accepted, reviewer);
    const rejected = await world.started();
    await world.act(reject, rejected, designer, { reason: '资料不全' });
    const handed = await world.started();
    await world.act(transfer, handed, designer, { target_id: colleague.id });
    const reviewed = await world.submitted();

    const mine = (await world.call(home, {}, member)).data;
    expect(ids(mine.today)).toEqual([sooner, later]);
    expect(mine.today[0]).toMatchObject({ next: 'start', holders: [{ id: member.id }] });
    const given = (await world.call(home, {}, lead)).data;
    const next = new Map(given.today.map((row: { id: number; next: string }) => [row.id, row.next]));
    expect([next.get(accepted), next.get(rejected)]).toEqual(['pass', 'republish']);
    for (const id of [later, sooner, handed, reviewed]) expect(ids(given.waiting)).toContain(id);
    expect(ids(given.waiting)).not.toContain(accepted);
    expect((await world.call(home, {}, colleague)).data.today).toMatchObject([{ id: handed, next: 'transferConfirm' }]);
    const [row] = given.waiting.filter(({ id }: { id: number }) => id === reviewed);
    expect(row).toMatchObject({ review: { stage: '校对' }, holders: [{ id: proofreader.id, name: proofreader.name }] });
    expect(given.waiting.length).toBeGreaterThan(before.waiting.length);
    expect((await world.call(home, {}, designer)).data.waiting.map(({ id }: { id: number }) => id)).toContain(reviewed);

    const figures = (await world.call(counts, {}, member)).data;
    expect(figures).toMatchObject({ todo: 2, overdue: 0, confirm: 0, transfers: 0 });
    expect((await world.call(counts, {}, colleague)).data).toMatchObject({ todo: 1, transfers: 1 });
    expect((await world.call(counts, {}, lead)).data).toMatchObject({
      todo: given.today.length,
      waiting: given.waiting.length,
    });
    const project = given.projects.find(({ id }: { id: number }) => id === world.projectId);
    expect(project).toMatchObject({ finished: 0, next_deadline: expect.any(String) });

    await world.act(pass, accepted, lead);
    expect(ids((await world.call(home, {}, lead)).data.today)).not.toContain(accepted);
  });

  it('counts drafts separately and is empty for a person without work', async () => {
    const { manager, stranger } = world;
    const before = (await world.call(counts, {}, manager)).data.drafts;
    await world.draft({}, manager);
    expect((await world.call(counts, {}, manager)).data.drafts).toBe(before + 1);
    expect((await world.call(home, {}, stranger)).data).toEqual({
      totals: { today: 0, waiting: 0, projects: 0 },
      today: [],
      waiting: [],
      projects: [],
    });
    expect((await world.call(counts, {}, stranger)).data).toEqual({
      todo: 0,
      overdue: 0,
      confirm: 0,
      transfers: 0,
      waiting: 0,
      drafts: 0,
    });
  });

  it('shows nothing of an archived project', async () => {
    const { manager } = world;
    const { id: projectId } = await buildArchivedProject(app, { managerId: manager.id });
    const { data } = await world.call(home, {}, manager);
    expect(ids(data.projects)).not.toContain(projectId);
  });
});

it('refused acceptance returns the task to work', async () => {
  const { lead, designer, proofreader, reviewer } = world;
  const id = await world.submitted();
  await world.passStage(id, proofreader);
  await world.passStage(id, reviewer);
  await world.act(notPass, id, lead, { reason: '少一张图' });
  const { data } = await world.call(home, {}, designer);
  expect(data.today.find((row: { id: number }) => row.id === id)).toMatchObject({ next: 'submit' });
  expect((await world.act(publish, id, lead)).code).toBe(1008);
});
