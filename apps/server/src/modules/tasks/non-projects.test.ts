import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { find, home } from '@prdm/contract/home';
import { memberAdd, memberDel } from '@prdm/contract/projects';
import { close, del, info as nonProject, reopen } from '@prdm/contract/projects/non-projects';
import * as review from '@prdm/contract/processes/review';
import * as tasks from '@prdm/contract/tasks';
import { taskComments } from '@prdm/contract/tasks/comments';
import { userHandOver } from '@prdm/contract/organisation/work';
import { buildFile, buildPerson, PASSWORD, rootFolder } from '../../testing/worlds/builders.ts';
import type { Answer } from '../../testing/worlds/calls.ts';
import { buildNonProject } from '../../testing/worlds/non-projects.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

/** Work in a non-project: tasks, reviews, comments, files; and nothing of it in a closed one. */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp();
  world = await taskWorld(app);
}, 120_000);
afterAll(() => app.stop(), 60_000);

async function building(name = '省优申报') {
  const { manager, designer, proofreader, reviewer } = world;
  const built = await buildNonProject(app, {
    name,
    kind: 'bid',
    managerId: manager.id,
    memberIds: [designer.id, proofreader.id, reviewer.id],
  });
  const { stage_id: _, ...rest } = world.form();
  const form = (more: object = {}): Record<string, unknown> => ({ ...rest, project_id: built.id, ...more });
  return { ...built, form };
}
type Built = Awaited<ReturnType<typeof building>>;

const done = (answer: Answer): Answer => {
  expect({ code: answer.code, msg: answer.msg }).toMatchObject({ code: 0 });
  return answer;
};
const added = async ({ form }: Built, more: object = {}): Promise<number> =>
  done(await world.call(tasks.add, form(more), world.manager)).data.id;

describe('a task in a non-project', () => {
  it('needs no stage and no discipline, and has the number of the non-project', async () => {
    const built = await building();
    const id = await added(built, { publish: '1' });
    expect(await world.read(id)).toMatchObject({
      number: `${built.number}-001`,
      project_name: '省优申报',
      stage: null,
      profession: null,
      status: 'unprocessed',
    });
    await expect.poll(() => world.noticeTypes(world.designer, id)).toEqual(['next_task']);
    const { stage_id: _, ...withoutStage } = world.form();
    expect(await world.call(tasks.add, withoutStage, world.lead)).toMatchObject({
      code: 1001,
      data: { field: 'stage_id' },
    });
    const stored = `update task set stage_id = null where id = ${await world.draft()}`;
    await expect(app.platform.db.pool.query(stored)).rejects.toThrow('task_stage_check');
  });

  it('is handed in, reviewed and accepted, with comments, lists, home and search', async () => {
    const { manager, designer, proofreader, reviewer } = world;
    const id = await added(await building('科研课题申报'), { title: '独家课题任务书', publish: '1' });
    const text = { id, text: '请看第二页', mention_ids: [designer.id] };
    done(await world.call(taskComments.add, text, manager));
    done(await world.act(tasks.start, id, designer));
    const mine = (await world.call(home, {}, designer)).data.today;
    expect(mine.find((row: { id: number }) => row.id === id)).toMatchObject({ project_name: '科研课题申报' });
    const found = await world.call(find, { word: '独家课题' }, designer);
    expect(found.data.tasks.map((row: { id: number }) => row.id)).toEqual([id]);
    done(await world.act(tasks.submit, id, designer, { hours: '2' }));
    const todo = (await world.call(review.index, { state: 'todo' }, proofreader)).data.list;
    expect(todo.map((row: { project_name: string }) => row.project_name)).toContain('科研课题申报');
    done(await world.passStage(id, proofreader));
    done(await world.passStage(id, reviewer));
    done(await world.act(tasks.pass, id, manager));
    expect(await world.read(id)).toMatchObject({ status: 'finished', review_status: 'review_complete' });
  });

  it('has one root folder, in which its members work', async () => {
    const built = await building('培训资料');
    const root = await rootFolder(app, built.id);
    const listed = await world.call(files.index, { project_id: built.id, pid: root }, world.designer);
    expect(listed).toMatchObject({ code: 0, data: { total: 0 } });
    done(await world.call(files.mkdir, { pid: root, name: '课件' }, world.designer));
    expect((await world.call(files.index, { project_id: built.id, pid: root }, world.stranger)).code).toBe(444);
    const rights = done(await world.call(files.permissionList, { folder_id: root }, world.manager)).data.list;
    expect(rights).toContainEqual(expect.objectContaining({ to_kind: 'person', to_id: world.designer.id }));
  });

  it('keeps it from being deleted, and so does a file, with the counts', async () => {
    const admin = { token: await app.admin() };
    const built = await building('不可删除');
    const id = await added(built);
    const versionOf = async () => (await world.call(nonProject, { id: built.id }, admin)).data.version;
    const removed = async () => world.call(del, { id: built.id, version: await versionOf() }, admin);
    expect(await removed()).toMatchObject({ code: 1019, msg: '“不可删除”还有 任务 1，不能删除', data: { used: 1 } });
    done(await world.act(tasks.del, id, world.manager));
    const { id: fileId } = await buildFile(app, {
      projectId: built.id,
      by: world.manager.id,
      name: 'a.dwg',
      bytes: 'x',
    });
    expect(await removed()).toMatchObject({ code: 1019, msg: '“不可删除”还有 文件 1，不能删除' });
    done(await world.call(files.del, { file_ids: [fileId] }, world.manager));
    expect((await removed()).code).toBe(0);
  });
});

const lock = (id: number) => `select 1 from project where id = ${id} for update`;
const adding = ({ form }: Built) => world.call(tasks.add, form({ publish: '1' }), world.manager);
const closing = ({ id }: Built) => world.call(close, { id, version: 1 }, world.manager);
const none = async () => undefined;

describe('a closed non-project', () => {
  it('refuses every write with 1008 in the language of the reader, and can be read', async () => {
    const { manager, designer, proofreader, member } = world;
    const built = await building('已结投标');
    const root = await rootFolder(app, built.id);
    const folder = done(await world.call(files.mkdir, { pid: root, name: '图纸' }, manager)).data;
    const [draft, open, submitted] = [await added(built), await added(built, { publish: '1' }), await added(built)];
    done(await world.act(tasks.publish, submitted, manager));
    done(await world.act(tasks.start, submitted, designer));
    done(await world.act(tasks.submit, submitted, designer));
    const remark = done(await world.call(taskComments.add, { id: open, text: '早' }, manager)).data;
    const seat = await world.assignmentOf(submitted, proofreader.id);
    expect(await world.call(close, { id: built.id, version: 1 }, manager)).toMatchObject({
      code: 1008,
      data: { open: [{ kind: 'task', count: 2 }] },
    });
    done(await world.call(close, { id: built.id, version: 1, confirmed: '1' }, manager));

    const version = async (id: number) => (await world.read(id)).version;
    const refused: Record<string, readonly [Parameters<TaskWorld['call']>[0], object, { token: string }]> = {
      'task/add': [tasks.add, built.form(), manager],
      'task/edit': [tasks.edit, { id: draft, version: await version(draft), title: '新' }, manager],
      'task/publish': [tasks.publish, { id: draft, version: await version(draft) }, manager],
      'task/del': [tasks.del, { id: draft, version: await version(draft) }, manager],
      'task/start': [tasks.start, { id: open, version: await version(open) }, designer],
      'task/remind': [tasks.remind, { id: open, version: await version(open) }, manager],
      'task/pause': [tasks.pause, { id: open, version: await version(open), reason: '停' }, manager],
      'task/comment': [taskComments.add, { id: open, text: '晚' }, designer],
      'task/commentEdit': [taskComments.edit, { id: open, comment_id: remark.id, version: 1, text: '改' }, manager],
      'review/pass': [review.pass, { seat_id: seat }, proofreader],
      'review/notPass': [review.notPass, { seat_id: seat, comment: '不行' }, proofreader],
      'file/mkdir': [files.mkdir, { pid: root, name: '新' }, designer],
      'project/memberAdd': [memberAdd, { project_id: built.id, user_ids: [member.id], role_ids: [] }, manager],
      'project/memberDel': [memberDel, { project_id: built.id, user_id: proofreader.id }, manager],
    };
    const msg = 'This non-project is closed and read-only; reopen it to change it';
    for (const [name, [endpoint, input, { token }]] of Object.entries(refused)) {
      const answer = await app.call(endpoint, input, { token, lang: 'en' });
      expect({ name, code: answer.code, msg: answer.msg }).toEqual({ name, code: 1008, msg });
    }
    const upload = await app.app.inject({
      method: 'POST',
      url: `${files.uploadCreate.path}?pid=${folder.id}`,
      headers: {
        'x-token': designer.token,
        'tus-resumable': '1.0.0',
        'upload-length': '3',
        'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
      },
    });
    expect(upload.json()).toMatchObject({ code: 1008 });

    const page = await world.read(open, designer);
    expect(page).toMatchObject({ title: '三层平面图' });
    expect(page.can.map(({ allowed, why }: { allowed: boolean; why: string }) => [allowed, why])).toEqual(
      page.can.map(() => [false, 'non-projects.closed']),
    );
    expect(page.can.length).toBeGreaterThan(5);
    const listed = await world.call(tasks.index, { project_id: built.id }, designer);
    expect(listed.data.total).toBe(2);
    const reading = { view: true, download: true, create: false, edit: false, delete: false, authorize: false };
    const shown = await world.call(files.index, { project_id: built.id, pid: root }, manager);
    expect(shown.data).toMatchObject({ total: 1, folder: { can: reading }, list: [{ can: reading }] });
    const below = await world.call(files.tree, { project_id: built.id, pid: root }, manager);
    expect(below.data.list).toMatchObject([{ can: reading }]);
    const found = await world.call(files.search, { project_id: built.id, word: '图纸' }, manager);
    expect(found.data.list).toMatchObject([{ can: reading }]);
    expect((await world.call(files.info, { folder_id: folder.id }, manager)).data.can).toEqual(reading);
    expect((await world.call(taskComments.index, { id: open }, designer)).data.list).toHaveLength(1);
    const { data } = await world.call(home, {}, designer);
    expect(data.today.map((row: { id: number }) => row.id)).not.toContain(open);
    const todo = (await world.call(review.index, { state: 'todo' }, proofreader)).data.list;
    expect(todo.map((row: { project_name: string }) => row.project_name)).not.toContain('已结投标');

    done(await world.call(reopen, { id: built.id, version: 2 }, manager));
    done(await world.act(tasks.start, open, designer));
    done(await world.call(review.pass, { seat_id: seat }, proofreader));
  });

  it('and a new task have exactly one order', async () => {
    const first = await building();
    const closedFirst = await whileLocked(app, lock(first.id), [() => closing(first), () => adding(first)], none);
    expect(closedFirst.map(({ code }) => code)).toEqual([0, 1008]);
    const second = await building();
    const addedFirst = await whileLocked(app, lock(second.id), [() => adding(second), () => closing(second)], none);
    expect(addedFirst.map(({ code }) => code)).toEqual([0, 1008]);
    expect(addedFirst[1].data.open).toEqual([{ kind: 'task', count: 1 }]);

    const third = await building();
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, at) =>
        at === 10 ? world.call(close, { id: third.id, version: 1, confirmed: '1' }, world.manager) : adding(third),
      ),
    );
    expect(answers[10]?.code).toBe(0);
    const made = answers.filter(({ code, data }, at) => at !== 10 && code === 0 && data.id > 0).length;
    expect(answers.filter(({ code }) => code === 1008)).toHaveLength(20 - made);
    const { rows } = await app.platform.db.pool.query(
      'select count(*)::int as n, bool_or(in_open_project) as open from task where project_id = $1',
      [third.id],
    );
    expect(rows[0]).toEqual({ n: made, open: made === 0 ? null : false });
  });
});

describe('a manager who leaves', () => {
  it('must hand over open non-projects like projects', async () => {
    const admin = { token: await app.admin() };
    const leaving = await buildPerson(app, { name: '即将离职' });
    const heir = await buildPerson(app, { name: '接任者' });
    const built = await buildNonProject(app, { managerId: leaving.id });
    const closed = await buildNonProject(app, { managerId: leaving.id });
    const token = await app.signIn(leaving.account, PASSWORD);
    done(await world.call(close, { id: closed.id, version: 1 }, { token }));
    done(await world.call(userHandOver, { id: leaving.id, kind: 'project', to_id: heir.id }, admin));
    const { data } = await world.call(nonProject, { id: built.id }, admin);
    expect(data).toMatchObject({ manager_id: heir.id, member_count: 2 });
    expect((await world.call(nonProject, { id: closed.id }, admin)).data.manager_id).toBe(leaving.id);
  });
});
