import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemType } from '@prdm/contract/config';
import {
  professions as professionDictionary,
  projectTypes as projectTypeDictionary,
  stages as stageDictionary,
} from '@prdm/contract/config/dictionaries';
import type { Endpoint } from '@prdm/contract/kit';
import { add, index, info, memberDel, overview, roles } from '@prdm/contract/projects';
import { foundEnterprise } from '../../first-start.ts';
import { buildDepartment, buildPerson, buildProject, PASSWORD, theEnterprise } from '../../testing/worlds/builders.ts';
import type { BuiltPerson } from '../../testing/worlds/builders.ts';
import { searchPlan } from '../../testing/plans.ts';
import { PROJECT_WORDS } from './project-list.repo.ts';
import { projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let manager: BuiltPerson;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  manager = await buildPerson(app, { name: '陈经理' });
});
afterAll(() => app.stop());

const signIn = (person: BuiltPerson) => app.signIn(person.account, PASSWORD);
const rowsOf = async (table: string): Promise<number> =>
  (await app.platform.db.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

describe('visibility of projects', () => {
  it('[ER-016] gives a stranger the same answer for a foreign and for a missing project', async () => {
    const built = await buildProject(app);
    const stranger = await signIn(await buildPerson(app));
    const foreign = await app.call(info, { project_id: built.id }, { token: stranger });
    const none = await app.call(info, { project_id: 99_999_999 }, { token: stranger });
    expect(foreign).toMatchObject({ code: 444, msg: '您不在该项目中', data: none.data });
    expect({ code: foreign.code, msg: foreign.msg }).toEqual({ code: none.code, msg: none.msg });
  });

  it('answers a leader and a superAdmin "not found" for a missing project', async () => {
    const leader = await signIn(await buildPerson(app, { roles: ['leader'] }));
    for (const token of [leader, admin])
      expect(await app.call(info, { project_id: 99_999_999 }, { token })).toMatchObject({ code: 404 });
  });

  it('lists own projects to a member and all projects to a leader', async () => {
    const member = await buildPerson(app);
    const own = await buildProject(app, { members: [{ id: member.id, roles: ['designer'] }] });
    await buildProject(app);
    const mine = await app.call(index, {}, { token: await signIn(member) });
    expect(mine.data).toMatchObject({ total: 1, page: 1, size: 20 });
    expect(mine.data.list).toMatchObject([
      { id: own.id, member_count: 2, my_roles: [{ key: 'designer' }], can: { edit: false, archive: false } },
    ]);
    const leader = await signIn(await buildPerson(app, { roles: ['leader'] }));
    const all = await app.call(index, { ispage: 'not' }, { token: leader });
    expect(all.data.total).toBe(await rowsOf('project'));
    expect(all.data.list).toHaveLength(all.data.total);
    const ids = all.data.list.map((row: { id: number }) => row.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
  });

  it('leaves out a project after the member was removed from it', async () => {
    const member = await buildPerson(app);
    const own = await buildProject(app, { managerId: manager.id, members: [{ id: member.id, roles: ['designer'] }] });
    const token = await signIn(member);
    expect((await app.call(index, {}, { token })).data.total).toBe(1);
    const taken = { project_id: own.id, user_id: member.id };
    expect(await app.call(memberDel, taken, { token: admin })).toMatchObject({ code: 0 });
    expect((await app.call(index, {}, { token })).data).toMatchObject({ list: [], total: 0 });
  });

  it('filters by a word of one or more characters, type, stage and department with its sub-departments', async () => {
    const above = await buildDepartment(app);
    const below = await buildDepartment(app, { parentId: above.id });
    const one = await buildProject(app, { name: '云栖会展中心', departmentId: below.id });
    const other = await buildProject(app, { name: '云栖小学', departmentId: above.id });
    const found = async (query: Record<string, unknown>) =>
      (await app.call(index, query, { token: admin })).data.list.map((row: { id: number }) => row.id);
    expect(await found({ word: '栖' })).toEqual([other.id, one.id]);
    expect(await found({ word: '会展中' })).toEqual([one.id]);
    expect(await found({ word: '云栖 小学' })).toEqual([other.id]);
    expect(await found({ word: '展会' })).toEqual([]);
    expect(await found({ word: '%' })).toEqual([]);
    expect(await found({ word: one.itemNumber })).toEqual([one.id]);
    expect(await found({ department_id: below.id })).toEqual([one.id]);
    expect(await found({ department_id: above.id })).toEqual([other.id, one.id]);
    const [, second] = (await app.call(itemType, {}, { token: admin })).data.list;
    expect(await found({ word: '云栖', type_id: second.id })).toEqual([]);
  });

  it('sorts by name, number, deadline and creation in both directions, page by page', async () => {
    const department = await buildDepartment(app);
    const made = async (name: string, number: string, end?: string) => {
      const form = { ...(await projectForm(app, manager.id)), name, item_number: number, department_id: department.id };
      const dates = end === undefined ? {} : { construction_start: '2026-01-01', construction_end: end };
      return (await app.call(add, { ...form, ...dates }, { token: admin })).data.id as number;
    };
    const zhong = await made('中学', 'S-10', '2027-05-01');
    const bin10 = await made('滨江10号楼', 'S-2');
    const bin2 = await made('滨江2号楼', 'S-9', '2026-09-01');
    const an = await made('安置房', 'S-1', '2027-05-01');
    const ids = async (query: Record<string, unknown>): Promise<number[]> =>
      (await app.call(index, { department_id: department.id, ...query }, { token: admin })).data.list.map(
        (row: { id: number }) => row.id,
      );
    const orders: Record<string, number[]> = {
      name: [an, bin2, bin10, zhong],
      number: [an, bin10, bin2, zhong],
      created: [zhong, bin10, bin2, an],
    };
    for (const [sort, expected] of Object.entries(orders)) {
      expect(await ids({ sort, order: 'asc' }), sort).toEqual(expected);
      expect(await ids({ sort, order: 'desc' }), sort).toEqual(expected.toReversed());
      expect(await ids({ sort, order: 'asc', size: 10, page: 1 }), sort).toEqual(expected);
    }
    // Projects without a deadline come last in both directions.
    expect(await ids({ sort: 'deadline', order: 'asc' })).toEqual([bin2, zhong, an, bin10]);
    expect(await ids({ sort: 'deadline', order: 'desc' })).toEqual([an, zhong, bin2, bin10]);
    expect(await ids({})).toEqual(orders.created?.toReversed());
    expect(await app.call(index, { sort: 'p.id; drop table project' }, { token: admin })).toMatchObject({
      code: 1001,
      data: { field: 'sort' },
    });
    expect(await app.call(index, { sort: 'name', order: 'up' }, { token: admin })).toMatchObject({
      code: 1001,
      data: { field: 'order' },
    });
  });

  it('sorts a renamed project and a project without sort keys correctly', async () => {
    const department = await buildDepartment(app);
    const one = await buildProject(app, { name: '张江路', departmentId: department.id });
    const other = await buildProject(app, { name: '北京路', departmentId: department.id });
    const ids = async (): Promise<number[]> =>
      (
        await app.call(index, { department_id: department.id, sort: 'name', order: 'asc' }, { token: admin })
      ).data.list.map((row: { id: number }) => row.id);
    expect(await ids()).toEqual([other.id, one.id]);
    await app.platform.db.pool.query(
      `update project set name = '安江路', name_sort = '', number_sort = '' where id = $1`,
      [one.id],
    );
    await app.modules.projects.fillKeys(await theEnterprise(app));
    expect(await ids()).toEqual([one.id, other.id]);
  });

  it.each([
    ['name_sort', 'asc', 'project_by_name'],
    ['name_sort', 'desc', 'project_by_name'],
    ['number_sort', 'asc', 'project_by_number'],
    ['construction_end', 'asc', 'project_by_end'],
    ['construction_end', 'desc nulls last', 'project_by_end_down'],
    ['archived_at', 'desc', 'project_by_archiving'],
  ])('%s %s is read in the order of the index %s', async (column, way, used) => {
    const trx = await app.platform.db.kysely.startTransaction().execute();
    try {
      for (const other of ['seqscan', 'sort', 'bitmapscan'])
        await sql`set local ${sql.raw(`enable_${other}`)} = off`.execute(trx);
      const question = sql<{ 'QUERY PLAN': string }>`explain select id from project
        where enterprise_id = 1 and status = 'ongoing' and deleted_at is null
        order by ${sql.raw(column)} ${sql.raw(way)}, id ${sql.raw(way.split(' ')[0] ?? '')} limit 20`;
      const plan = (await question.execute(trx)).rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(new RegExp(`using ${used} `));
      expect(plan).not.toContain('Sort');
    } finally {
      await trx.rollback().execute();
    }
  });

  it('uses the index for a word search', async () => {
    const living = '(select * from project where deleted_at is null) as p';
    const rivals = [
      'project_of_manager',
      'project_of_type',
      'project_of_stage',
      'project_of_department',
      'project_list',
      'project_item_number',
      'project_unfilled',
    ].concat(['name', 'number', 'end', 'end_down', 'archiving'].map((order) => `project_by_${order}`));
    expect(await searchPlan(app, living, PROJECT_WORDS, rivals)).toMatch(/project_words[^]*Index Cond: \(app_grams/);
  });

  it('shows no project of another enterprise', async () => {
    const other = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '另一院'));
    const theirs = await buildProject(app, { enterpriseId: other.enterpriseId });
    expect(await app.call(info, { project_id: theirs.id }, { token: admin })).toMatchObject({ code: 404 });
    const form = await projectForm(app, theirs.managerId);
    expect(await app.call(add, form, { token: admin })).toMatchObject({ code: 1013 });
    expect(await theEnterprise(app)).not.toBe(other.enterpriseId);
  });
});

describe('data beside the project sheet', () => {
  it('[API-022] has the project types', async () => {
    const { code, data } = await app.call(itemType, {}, { token: await signIn(manager) });
    expect(code).toBe(0);
    expect(data.total).toBe(11);
    expect(data.list[0]).toMatchObject({ code: 'office', name: '办公建筑' });
  });

  it('has stages and professions in their fixed order', async () => {
    const token = await signIn(manager);
    const codes = async (call: Endpoint, input: object = { ispage: 'not' }) =>
      (await app.call(call, input, { token })).data.list.map((entry: { code: string }) => entry.code);
    expect(await codes(stageDictionary.index)).toEqual([
      'bidding',
      'concept',
      'preliminary',
      'construction_doc',
      'site_support',
      'completion',
    ]);
    expect((await codes(professionDictionary.index)).slice(0, 3)).toEqual(['arch', 'struct', 'plumb']);
    expect(await codes(projectTypeDictionary.index)).toEqual(await codes(itemType, {}));
  });

  it('gives only project roles, to every signed-in user', async () => {
    const { data } = await app.call(roles, {}, { token: await signIn(manager) });
    const keys = data.list.map((role: { key: string }) => role.key);
    expect(keys).toContain('professional_leader');
    expect(keys).not.toContain('superAdmin');
    expect(keys).not.toContain('finance');
  });

  it('counts people by role and profession in the overview', async () => {
    const { data: professions } = await app.call(professionDictionary.index, { ispage: 'not' }, { token: admin });
    const [arch, struct, plumb] = professions.list;
    const leader = await buildPerson(app, { name: '赵专负' });
    const designer = await buildPerson(app);
    const built = await buildProject(app, {
      members: [
        { id: leader.id, roles: ['professional_leader', 'designer'], professionId: arch.id },
        { id: designer.id, roles: ['designer'], professionId: arch.id },
      ],
      professionIds: [struct.id],
    });
    const { data } = await app.call(overview, { project_id: built.id }, { token: await signIn(designer) });
    expect(data.member_count).toBe(3);
    expect(data.by_role).toMatchObject([
      { key: 'project_manager', members: 1 },
      { key: 'professional_leader', members: 1 },
      { key: 'designer', members: 2 },
    ]);
    expect(data.by_profession).toMatchObject([
      { id: arch.id, members: 2, leaders: [{ id: leader.id, name: '赵专负' }] },
      { id: struct.id, members: 0, leaders: [] },
    ]);
    expect(data.by_profession.map((entry: { id: number }) => entry.id)).not.toContain(plumb.id);
    expect(data.stages.filter((stage: { current: boolean }) => stage.current)).toHaveLength(1);
  });
});
