import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { search } from '@prdm/contract/files';
import { find } from '@prdm/contract/home';
import { foundEnterprise } from '../../first-start.ts';
import {
  buildArchivedProject,
  buildDepartment,
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  buildTask,
  PASSWORD,
  type BuiltPerson,
} from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let manager: BuiltPerson;
let designer: BuiltPerson;
let token: string;
let stranger: string;
let projectId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  manager = await buildPerson(app, { name: '陈经理' });
  designer = await buildPerson(app, { name: '李设计' });
  token = await signIn(manager);
  stranger = await signIn(await buildPerson(app, { name: '外人' }));
  const members = [{ id: designer.id, roles: ['designer' as const] }];
  projectId = (await buildProject(app, { name: '云栖会展中心', managerId: manager.id, members })).id;
}, 60_000);
afterAll(() => app.stop());

const signIn = (person: { account: string }) => app.signIn(person.account, PASSWORD);
const lists = async (word: string, as = token, more: object = {}) =>
  (await app.call(find, { word, ...more }, { token: as })).data;
type List = 'projects' | 'tasks' | 'files' | 'people';
const namesIn = async (list: List, word: string, as = token, more: object = {}): Promise<string[]> =>
  (await lists(word, as, more))[list].map((row: { name: string }) => row.name);
const NOTHING = { projects: [], tasks: [], files: [], people: [] };

/** A grant on one folder for one person; 1 is the right to view. */
const grant = (folderId: number, userId: number, rights = 1) =>
  app.platform.db.pool.query(
    `insert into folder_grant (enterprise_id, project_id, folder_id, to_kind, to_id, rights)
     select enterprise_id, project_id, id, 'person', $2, $3 from folder where id = $1`,
    [folderId, userId, rights],
  );
const setTime = (table: 'file' | 'folder', id: number, minute: number) =>
  app.platform.db.pool.query(`update ${table} set updated_at = now() + $2 * interval '1 minute' where id = $1`, [
    id,
    minute,
  ]);

describe('the input', () => {
  it('answers empty lists without a word', async () => {
    for (const word of ['', '   ']) expect(await lists(word)).toEqual(NOTHING);
    expect((await app.call(find, {}, { token })).data).toEqual(NOTHING);
  });

  it('refuses a longer word, a larger limit and other fields', async () => {
    for (const [input, field] of [
      [{ word: 'x'.repeat(51) }, 'word'],
      [{ word: 'x', limit: 21 }, 'limit'],
      [{ word: 'x', all: '1' }, 'all'],
    ] as const)
      expect(await app.call(find, input, { token })).toMatchObject({ code: 1001, data: { field } });
    expect(await app.call(find, { word: 'x' })).toMatchObject({ code: 5 });
  });

  it('takes wildcards and quotes as they are', async () => {
    await buildProject(app, { name: '产能 100%_A 扩建', managerId: manager.id });
    await buildFile(app, { projectId, by: manager.id, name: '进度 100%_A.pdf' });
    await buildTask(app, { projectId, assignerId: manager.id, fields: { title: '完成 100%_A' } });
    for (const word of ['%%', '__', `'"`, '\\%', '10_%', '100%%']) expect(await lists(word), word).toEqual(NOTHING);
    expect(await lists('100%_A')).toMatchObject({
      projects: [{ name: '产能 100%_A 扩建' }],
      files: [{ name: '进度 100%_A.pdf' }],
      tasks: [{ name: '完成 100%_A' }],
    });
  });
});

describe('projects', () => {
  it('are found by name, number, pinyin and initials by a member and a leader, not by a stranger', async () => {
    const leader = await signIn(await buildPerson(app, { roles: ['leader'] }));
    const { rows } = await app.platform.db.pool.query(`select item_number from project where id = $1`, [projectId]);
    for (const word of ['会展中心', rows[0].item_number, 'yunqihuizhan', 'yqhzzx']) {
      expect((await lists(word)).projects[0], word).toEqual({
        id: projectId,
        name: '云栖会展中心',
        short_name: '云栖会展中心',
        item_number: rows[0].item_number,
      });
      expect(await namesIn('projects', word, leader), word).toContain('云栖会展中心');
      expect(await lists(word, stranger), word).toEqual(NOTHING);
    }
  });

  it('have the best match first: equal, then at the beginning, then the rest', async () => {
    const by = { managerId: manager.id };
    for (const name of ['南北湖', '北湖小学', '北湖', '大北湖桥', '北湖医院']) await buildProject(app, { ...by, name });
    expect(await namesIn('projects', '北湖')).toEqual(['北湖', '北湖医院', '北湖小学', '大北湖桥', '南北湖']);
    expect(await namesIn('projects', 'bh')).toEqual(['北湖', '北湖医院', '北湖小学', '大北湖桥', '南北湖']);
    expect(await namesIn('projects', '北湖', token, { limit: 2 })).toEqual(['北湖', '北湖医院']);
  });

  it('of another enterprise and archived ones are absent, with all their content', async () => {
    const archived = await buildArchivedProject(app, { name: '旧城改造', managerId: manager.id });
    const file = await buildFile(app, { projectId, by: manager.id, name: '旧城改造.dwg' });
    const task = await buildTask(app, { projectId, assignerId: manager.id, fields: { title: '旧城改造' } });
    const { pool } = app.platform.db;
    await pool.query(`update file set project_id = $1 where id = $2`, [archived.id, file.id]);
    await pool.query(`update task set project_id = $1, in_open_project = false where id = $2`, [archived.id, task.id]);
    expect(await lists('旧城改造')).toEqual(NOTHING);

    const away = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '异地院'));
    const { enterpriseId } = away;
    const boss = await buildPerson(app, { name: '异地院长', enterpriseId, roles: ['superAdmin'] });
    const theirs = await buildProject(app, { name: '异地项目', enterpriseId, managerId: boss.id });
    await buildFile(app, { projectId: theirs.id, by: boss.id, name: '异地.dwg', enterpriseId });
    await buildTask(app, { projectId: theirs.id, assignerId: boss.id, enterpriseId, fields: { title: '异地任务' } });
    for (const as of [token, await app.admin()]) expect(await lists('异地', as)).toEqual(NOTHING);
    expect(await lists('异地', await signIn(boss))).toMatchObject({
      projects: [{ name: '异地项目' }],
      tasks: [{ name: '异地任务', project_name: '异地项目' }],
      files: [{ name: '异地.dwg', project_name: '异地项目' }],
      people: [{ name: '异地院长' }],
    });
  });
});

describe('tasks', () => {
  it('list own work first, then other tasks that the reader may see, with the fields of the status', async () => {
    const task = (title: string, executor: BuiltPerson, more: object = {}) =>
      buildTask(app, {
        projectId,
        assignerId: manager.id,
        executorIds: [executor.id],
        fields: { title, ...more },
      });
    const others = await task('屋面详图 A', manager, {
      deadline: '2020-01-01 18:00:00',
      start_at: '2019-01-01 09:00:00',
    });
    const own = await task('屋面详图 B', designer);
    const as = await signIn(designer);
    expect((await lists('屋面', as)).tasks).toEqual([
      {
        id: own.id,
        name: '屋面详图 B',
        number: expect.stringMatching(/-\d{3}$/),
        mine: true,
        project_id: projectId,
        project_name: '云栖会展中心',
        deadline: null,
        is_long_term: false,
        status: 'unprocessed',
        review_status: 'not_reviewed',
        label: 'unprocessed',
        overdue: false,
      },
      expect.objectContaining({ id: others.id, mine: false, label: 'overdue', overdue: true }),
    ]);
    expect(await namesIn('tasks', '屋面', as, { limit: 1 })).toEqual(['屋面详图 B']);
    expect(await lists('屋面', stranger)).toEqual(NOTHING);
  });

  it('found by one character are only own ones', async () => {
    const title = '鑫塔';
    await buildTask(app, { projectId, assignerId: manager.id, executorIds: [manager.id], fields: { title } });
    expect(await namesIn('tasks', '鑫')).toEqual([title]);
    const as = await signIn(designer);
    expect(await namesIn('tasks', '鑫', as)).toEqual([]);
    expect(await namesIn('tasks', '鑫塔', as)).toEqual([title]);
  });
});

describe('files and folders', () => {
  it('of all projects are listed newest first, with the folders above, as in the search of one project', async () => {
    const other = await buildProject(app, { name: '滨江小学', managerId: manager.id });
    const by = { projectId, by: manager.id };
    const folder = await buildFolder(app, { ...by, name: '幕墙深化' });
    const deep = await buildFolder(app, { ...by, name: '节点', parentId: folder });
    const [first, second] = [
      await buildFile(app, { ...by, folderId: deep, name: '幕墙节点.pdf' }),
      await buildFile(app, { projectId: other.id, by: manager.id, name: '幕墙.dwg' }),
    ];
    await setTime('file', first.id, 2);
    await setTime('folder', folder, 1);
    await setTime('file', second.id, 3);
    const { files } = await lists('幕墙');
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['幕墙.dwg', '幕墙节点.pdf', '幕墙深化']);
    expect(files[1]).toEqual({
      kind: 'file',
      id: first.id,
      name: '幕墙节点.pdf',
      type: 'pdf',
      project_id: projectId,
      project_name: '云栖会展中心',
      folder_id: deep,
      crumbs: [
        expect.objectContaining({ name: '云栖会展中心' }),
        { id: folder, name: '幕墙深化' },
        { id: deep, name: '节点' },
      ],
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const known = await app.call(search, { project_id: projectId, word: '幕墙' }, { token });
    for (const { kind, id, crumbs } of known.data.list)
      expect(files.find((one: { kind: string; id: number }) => one.kind === kind && one.id === id).crumbs).toEqual(
        crumbs,
      );
    expect(await namesIn('files', '幕墙', token, { limit: 1 })).toEqual(['幕墙.dwg']);
    expect(await namesIn('files', '幕')).toEqual([]);
    expect(await lists('幕墙', stranger)).toEqual(NOTHING);
  });

  it('without the right to view are absent, and so are deleted ones', async () => {
    const reader = await buildPerson(app);
    const bare = await buildProject(app, { managerId: manager.id, members: [{ id: reader.id, roles: [] }] });
    const by = { projectId: bare.id, by: manager.id };
    const open = await buildFolder(app, { ...by, name: '消防公开' });
    const shut = await buildFolder(app, { ...by, name: '消防内部' });
    const upload = await buildFolder(app, { ...by, name: '消防收件' });
    const within = await buildFolder(app, { ...by, name: '消防报审', parentId: shut });
    for (const [folderId, name] of [
      [open, '消防一.dwg'],
      [shut, '消防二.dwg'],
      [upload, '消防三.dwg'],
      [within, '消防四.dwg'],
    ] as const)
      await buildFile(app, { ...by, folderId, name });
    const gone = await buildFile(app, { ...by, folderId: open, name: '消防五.dwg' });
    await grant(open, reader.id);
    await grant(upload, reader.id, 4);
    await grant(within, reader.id);
    await app.platform.db.pool.query(
      `with bin as (insert into trash (enterprise_id, project_id, file_id, name, place, parent_id, file_count, byte_count)
         select enterprise_id, project_id, id, name, '{}', folder_id, 1, 1 from file where id = $1 returning id)
       update file set trash_id = bin.id from bin where file.id = $1`,
      [gone.id],
    );
    const as = await signIn(reader);
    const expected = ['消防公开', '消防报审', '消防一.dwg', '消防四.dwg'];
    expect((await namesIn('files', '消防', as)).toSorted()).toEqual(expected.toSorted());
    // Above a folder with a grant the names are shown, as on the way to it.
    const { files } = await lists('消防四', as);
    expect(files[0].crumbs.map(({ name }: { name: string }) => name)).toEqual([bare.name, '消防内部', '消防报审']);
    const known = await app.call(search, { project_id: bare.id, word: '消防四' }, { token: as });
    expect(files[0].crumbs).toEqual(known.data.list[0].crumbs);
    expect(await namesIn('files', bare.name, as)).toEqual([]);
  });
});

describe('people', () => {
  it('are found by name, pinyin and initials, with department and position, without phone and email', async () => {
    const department = await buildDepartment(app, { name: '机电室' });
    const phone = '13911117788';
    const person = await buildPerson(app, { name: '单雄飞', departmentId: department.id, phone, email: 'a@b.cn' });
    await app.platform.db.pool.query(`update account set thumb = '/apis/thumb/7' where id = $1`, [person.id]);
    for (const word of ['雄飞', 'shanxiong', 'sxf', '单 飞'])
      expect((await lists(word)).people, word).toEqual([
        {
          id: person.id,
          name: '单雄飞',
          thumb: '/apis/thumb/7',
          department_name: '机电室',
          position_name: '',
          phone: null,
          email: null,
        },
      ]);
    for (const word of ['7788', person.account, 'a@b', '雄飞 7788', '1391'])
      expect(await namesIn('people', word)).toEqual([]);
    const administrator = await signIn(await buildPerson(app, { roles: ['administrator'] }));
    expect((await lists('7788', administrator)).people).toMatchObject([{ id: person.id, phone, email: 'a@b.cn' }]);
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [person.id]);
    expect(await namesIn('people', '雄飞', administrator)).toEqual([]);
  });

  it('equal to the word come first', async () => {
    for (const name of ['王小明', '小明', '小明明']) await buildPerson(app, { name });
    expect(await namesIn('people', '小明')).toEqual(['小明', '小明明', '王小明']);
    expect(await namesIn('people', 'xm')).toEqual(['小明', '小明明', '王小明']);
  });

  it('of the shared projects only are found by an invited partner, without department', async () => {
    const department = await buildDepartment(app);
    const known = await buildPerson(app, { name: '柳工甲', departmentId: department.id });
    await buildPerson(app, { name: '柳工乙' });
    const guest = await buildPerson(app, { name: '协作方', type: 'partner' });
    const as = await signIn(guest);
    expect(await lists('柳工', as)).toEqual(NOTHING);
    await buildProject(app, { managerId: known.id, members: [{ id: guest.id, roles: ['partner'] }] });
    expect((await lists('柳工', as)).people).toMatchObject([{ id: known.id, department_name: '', phone: null }]);
    expect(await namesIn('people', '柳工')).toEqual(['柳工甲', '柳工乙']);
  });
});
