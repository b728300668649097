import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { find } from '@prdm/contract/home';
import * as projects from '@prdm/contract/projects';
import { add, close, del, edit, index, info, NON_PROJECT_KINDS, reopen } from '@prdm/contract/projects/non-projects';
import { invite } from '@prdm/contract/projects/partners';
import { staffing, staffingSave } from '@prdm/contract/projects/staffing';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  PASSWORD,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { buildNonProject } from '../../../testing/worlds/non-projects.ts';
import { projectForm } from '../../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let manager: BuiltPerson;
let managers: string;
let colleague: BuiltPerson;
let colleagues: string;
let partner: BuiltPerson;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  manager = await buildPerson(app, { name: '钱主任' });
  managers = await app.signIn(manager.account, PASSWORD);
  colleague = await buildPerson(app, { name: '孙工' });
  colleagues = await app.signIn(colleague.account, PASSWORD);
  partner = await buildPerson(app, { name: '外协', type: 'partner' });
}, 120_000);
afterAll(() => app.stop(), 60_000);

const form = (more: Record<string, unknown> = {}) => ({
  name: '新版防火规范培训',
  kind: 'training',
  manager_id: String(manager.id),
  ...more,
});
const read = async (id: number, token = admin) => (await app.call(info, { id }, { token })).data;
const rowsOf = async (): Promise<number> =>
  (await app.platform.db.pool.query(`select count(*)::int as n from project`)).rows[0].n;
const serial = (number: string): number => Number(/^F\d{4}-(\d{3})$/.exec(number)?.[1]);
const idsIn = async (token: string, more: Record<string, unknown> = {}): Promise<number[]> =>
  (await app.call(index, { ispage: 'not', ...more }, { token })).data.list.map(({ id }: { id: number }) => id);

describe('a new non-project', () => {
  it('[R-020] keeps its fields, and its detail shows them', async () => {
    const department = await buildDepartment(app, { name: '总工办' });
    const given = form({
      department_id: department.id,
      start: '2026-12-01',
      end: '2026-12-31',
      total_hours: '40.5',
      description: '每周二下午',
    });
    const answer = await app.call(add, given, { token: admin });
    expect(answer).toMatchObject({ code: 0, data: { version: 1 } });
    expect(await read(answer.data.id)).toMatchObject({
      name: '新版防火规范培训',
      kind: 'training',
      status: 'open',
      manager_id: manager.id,
      manager_name: '钱主任',
      department_id: department.id,
      department_name: '总工办',
      start: '2026-12-01',
      end: '2026-12-31',
      total_hours: 40.5,
      description: '每周二下午',
      member_count: 1,
      closed_at: null,
      can: { edit: true, member: true, close: true, reopen: false, del: true },
    });
  });

  it('gets the next number of the year, and its manager is the first member', async () => {
    const [one, two] = [await buildNonProject(app), await buildNonProject(app)];
    expect(serial(two.number)).toBe(serial(one.number) + 1);
    const { data } = await app.call(projects.members, { project_id: one.id }, { token: admin });
    expect(data.list).toMatchObject([
      { user_id: one.managerId, is_manager: true, roles: [{ key: 'project_manager' }] },
    ]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['kind', { kind: 'holiday' }],
    ['kind', { kind: undefined }],
    ['total_hours', { total_hours: '-1' }],
    ['total_hours', { total_hours: '1.2' }],
    ['start', { start: '2026-02-30' }],
    ['end', { start: '2026-12-02', end: '2026-12-01' }],
    ['description', { description: 'x'.repeat(5001) }],
  ])('refuses a wrong %s with the field and changes nothing', async (field, change) => {
    const before = await rowsOf();
    const { code, data } = await app.call(add, form(change), { token: admin });
    expect({ code, field: data?.field }).toEqual({ code: 1001, field });
    expect(await rowsOf()).toBe(before);
  });

  it('refuses a partner as manager, in the language of the reader', async () => {
    const before = await rowsOf();
    const answer = await app.call(add, form({ manager_id: partner.id }), { token: admin, lang: 'en' });
    expect(answer).toMatchObject({
      code: 1001,
      msg: 'Choose a colleague: a non-project takes no partners',
      data: { field: 'manager_id' },
    });
    expect(await rowsOf()).toBe(before);
  });

  it('needs NonProject-add', async () => {
    expect((await app.call(add, form(), { token: colleagues })).code).toBe(1005);
    const bidding = await buildPerson(app, { roles: ['bidding_manager'] });
    const token = await app.signIn(bidding.account, PASSWORD);
    expect((await app.call(add, form({ manager_id: bidding.id }), { token })).code).toBe(0);
  });
});

describe('the list', () => {
  it('shows members their own, and superAdmin, leader and holders of NonProject-edit all', async () => {
    const own = await buildNonProject(app, { managerId: manager.id });
    const other = await buildNonProject(app, { memberIds: [colleague.id] });
    const [leader, business] = [
      await buildPerson(app, { roles: ['leader'] }),
      await buildPerson(app, { roles: ['business_manager'] }),
    ];
    expect(await idsIn(managers)).toContain(own.id);
    expect(await idsIn(managers)).not.toContain(other.id);
    expect(await idsIn(colleagues)).toEqual([other.id]);
    for (const { account } of [leader, business]) {
      const token = await app.signIn(account, PASSWORD);
      expect(await idsIn(token)).toEqual(expect.arrayContaining([own.id, other.id]));
      expect((await app.call(info, { id: own.id }, { token })).code).toBe(0);
    }
    expect(await idsIn(admin)).toEqual(expect.arrayContaining([own.id, other.id]));
    expect((await app.call(info, { id: own.id }, { token: colleagues })).code).toBe(444);
  });

  it('filters by state, kind and word, newest first, and in pages', async () => {
    const built = [];
    for (const kind of NON_PROJECT_KINDS) built.push(await buildNonProject(app, { kind, name: `筛选 ${kind}` }));
    const ids = built.map(({ id }) => id);
    expect(await idsIn(admin, { word: '筛选' })).toEqual(ids.toReversed());
    expect(await idsIn(admin, { word: '筛选', kind: 'bid' })).toEqual([ids[0]]);
    expect(await idsIn(admin, { word: built[2]?.number })).toEqual([ids[2]]);
    const page = await app.call(index, { word: '筛选', page: 2, size: 4 }, { token: admin });
    expect(page.data).toMatchObject({ total: 6, page: 2, size: 4 });
    expect(page.data.list).toHaveLength(2);
    expect((await app.call(close, { id: ids[0], version: 1 }, { token: admin })).code).toBe(0);
    expect(await idsIn(admin, { word: '筛选', state: 'closed' })).toEqual([ids[0]]);
    expect(await idsIn(admin, { word: '筛选' })).not.toContain(ids[0]);
  });
});

describe('an edit', () => {
  it('replaces the sheet with a version check, and keeps the number', async () => {
    const { id, number } = await buildNonProject(app, { managerId: manager.id });
    const change = form({ id, version: 1, name: '年会筹备', kind: 'administration', total_hours: '8' });
    expect(await app.call(edit, change, { token: managers })).toMatchObject({ code: 0, data: { number, version: 2 } });
    expect(await read(id)).toMatchObject({ name: '年会筹备', kind: 'administration', total_hours: 8, number });
    expect((await app.call(edit, change, { token: managers })).code).toBe(1009);
    const ordered = { ...change, version: 2, start: '2026-12-02', end: '2026-12-01' };
    expect(await app.call(edit, ordered, { token: managers })).toMatchObject({ code: 1001, data: { field: 'end' } });
    expect(await read(id)).toMatchObject({ version: 2, start: null });
  });

  it('gives it to a colleague, who becomes a member and manager; the former manager stays a member', async () => {
    const { id } = await buildNonProject(app, { managerId: manager.id });
    const change = form({ id, version: 1, manager_id: colleague.id });
    expect(await app.call(edit, change, { token: managers })).toMatchObject({ code: 0, data: { version: 3 } });
    const { data } = await app.call(projects.members, { project_id: id }, { token: colleagues });
    const rolesOf = Object.fromEntries(
      data.list.map((one: { user_id: number; roles: { key: string }[] }) => [one.user_id, one.roles.map((r) => r.key)]),
    );
    expect(rolesOf).toEqual({ [manager.id]: [], [colleague.id]: ['project_manager'] });
    expect((await read(id, colleagues)).can.edit).toBe(true);
    expect((await read(id, managers)).can.edit).toBe(false);
    const back = form({ id, version: 3, manager_id: partner.id });
    expect(await app.call(edit, back, { token: colleagues })).toMatchObject({
      code: 1001,
      data: { field: 'manager_id' },
    });
  });

  it('is not taken over by a holder of NonProject-edit without the rights of its manager', async () => {
    const { id } = await buildNonProject(app, { managerId: manager.id });
    const editor = await buildPerson(app, { roles: ['business_manager'] });
    const token = await app.signIn(editor.account, PASSWORD);
    const change = (manager_id: number) => app.call(edit, form({ id, version: 1, manager_id }), { token });
    expect(await change(editor.id)).toMatchObject({ code: 1005, data: { field: 'manager_id' } });
    expect(await read(id)).toMatchObject({ version: 1, manager_id: manager.id, member_count: 1 });
    expect((await change(colleague.id)).code).toBe(0);
  });

  it('takes colleagues as members and no partners', async () => {
    const { id } = await buildNonProject(app, { managerId: manager.id });
    const adding = (user_ids: number[]) =>
      app.call(projects.memberAdd, { project_id: id, user_ids, role_ids: [] }, { token: managers });
    expect(await adding([partner.id])).toMatchObject({ code: 1001, data: { field: 'user_ids' } });
    expect((await adding([colleague.id])).code).toBe(0);
    expect((await read(id)).member_count).toBe(2);
    const removing = { project_id: id, user_id: colleague.id };
    expect((await app.call(projects.memberDel, removing, { token: managers })).code).toBe(0);
    expect((await app.call(info, { id }, { token: colleagues })).code).toBe(444);
    const itself = { project_id: id, user_id: manager.id };
    const msg = '负责人不能移出，请先更换负责人';
    expect(await app.call(projects.memberDel, itself, { token: managers })).toMatchObject({ code: 1008, msg });
  });
});

describe('a deletion', () => {
  it('is for holders of NonProject-edit, and ends all memberships', async () => {
    const { id, name } = await buildNonProject(app, { managerId: manager.id, name: '误建' });
    expect((await app.call(del, { id, version: 1 }, { token: managers })).code).toBe(1005);
    expect((await app.call(del, { id, version: 9 }, { token: admin })).code).toBe(1009);
    expect((await app.call(del, { id, version: 1 }, { token: admin })).code).toBe(0);
    expect((await app.call(info, { id }, { token: admin })).code).toBe(404);
    expect(await idsIn(managers, { word: name })).toEqual([]);
  });
});

describe('projects and non-projects', () => {
  it('stand apart: list, search and quota of projects leave non-projects out', async () => {
    const { id, name } = await buildNonProject(app, { managerId: manager.id, name: '独一无二的投标' });
    const project = await buildProject(app, { managerId: manager.id });
    for (const state of ['ongoing', 'archived']) {
      const { data } = await app.call(projects.index, { ispage: 'not', state }, { token: admin });
      expect(data.list.map((row: { id: number }) => row.id)).not.toContain(id);
    }
    const found = await app.call(find, { word: name }, { token: managers });
    expect(found.data.projects).toEqual([]);
    const { pool } = app.platform.db;
    const counted = async () => (await pool.query('select count(*)::int as n from project where is_project')).rows[0].n;
    const limit = 'update enterprise set project_limit = $1';
    await pool.query(limit, [(await counted()) + 1]);
    const filling = await app.call(projects.add, await projectForm(app, manager.id), { token: admin });
    expect(filling.code).toBe(0);
    expect((await app.call(projects.add, await projectForm(app, manager.id), { token: admin })).code).toBe(1011);
    expect((await app.call(add, form(), { token: admin })).code).toBe(0);
    await pool.query(limit, [500]);
    expect((await app.call(info, { id: project.id }, { token: managers })).code).toBe(444);
  });

  it('calls of projects alone refuse a non-project with 444, and its head says what it is', async () => {
    const { id } = await buildNonProject(app, { managerId: manager.id });
    const sheet = await projectForm(app, manager.id);
    const { manager_id: _, ...rest } = sheet as Record<string, unknown>;
    const asked = { project_id: id, version: 1 };
    const { list: roles } = (await app.call(projects.roles, {}, { token: admin })).data;
    const designer = roles.find(({ key }: { key: string | null }) => key === 'designer');
    for (const token of [managers, admin]) {
      expect((await app.call(projects.overview, { project_id: id }, { token })).code).toBe(444);
      expect((await app.call(projects.edit, { ...rest, ...asked }, { token })).code).toBe(444);
      expect((await app.call(projects.archive, asked, { token })).code).toBe(444);
      expect((await app.call(projects.unarchive, asked, { token })).code).toBe(444);
      const other = { ...asked, manager_id: colleague.id };
      expect((await app.call(projects.transferManager, other, { token })).code).toBe(444);
      expect((await app.call(staffing, { project_id: id }, { token })).code).toBe(444);
      const cells = [{ role_id: designer?.id, user_ids: [colleague.id] }];
      expect((await app.call(staffingSave, { ...asked, cells }, { token })).code).toBe(444);
      expect((await app.call(invite, { project_id: id, firm: '外协', account: partner.account }, { token })).code).toBe(
        444,
      );
    }
    const { data } = await app.call(projects.info, { project_id: id }, { token: managers });
    expect(data).toMatchObject({ is_project: false, status: 'open', type_id: null, stage_id: null, build_area: null });
    expect(data.can).toEqual({ edit: false, member: true, archive: false, unarchive: false, transfer: false });
  });

  it('asks before it closes with open work, and reopening restores it', async () => {
    const { id } = await buildNonProject(app, { managerId: manager.id });
    expect((await app.call(reopen, { id, version: 1 }, { token: managers })).code).toBe(1008);
    expect((await app.call(close, { id, version: 1 }, { token: managers })).code).toBe(0);
    expect(await read(id)).toMatchObject({
      status: 'closed',
      closed_by_name: '钱主任',
      can: { reopen: true, edit: false },
    });
    expect((await app.call(close, { id, version: 2 }, { token: managers })).code).toBe(1008);
    expect((await app.call(reopen, { id, version: 2 }, { token: managers })).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'open', closed_at: null, closed_by_name: '', version: 3 });
  });
});
