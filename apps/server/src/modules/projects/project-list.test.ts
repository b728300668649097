import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemType, professionIndex, projectTypeIndex, stageIndex } from '@prdm/contract/config';
import { add, index, info, memberDel, overview, roles } from '@prdm/contract/projects';
import { foundEnterprise } from '../../first-start.ts';
import { buildDepartment, buildPerson, buildProject, PASSWORD, theEnterprise } from '../../testing/builders.ts';
import type { BuiltPerson } from '../../testing/builders.ts';
import { searchPlan } from '../../testing/plans.ts';
import { PROJECT_WORDS } from './project-list.repo.ts';
import { projectForm } from '../../testing/project-form.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

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

describe('who sees which projects', () => {
  it('[ER-016] answers a stranger alike for a foreign project and for none at all', async () => {
    const built = await buildProject(app);
    const stranger = await signIn(await buildPerson(app));
    const foreign = await app.call(info, { project_id: built.id }, { token: stranger });
    const none = await app.call(info, { project_id: 99_999_999 }, { token: stranger });
    expect(foreign).toMatchObject({ code: 444, msg: '您不在该项目中', data: none.data });
    expect({ code: foreign.code, msg: foreign.msg }).toEqual({ code: none.code, msg: none.msg });
  });

  it('answers a leader and a superAdmin "not found" for a project that is not there', async () => {
    const leader = await signIn(await buildPerson(app, { roles: ['leader'] }));
    for (const token of [leader, admin])
      expect(await app.call(info, { project_id: 99_999_999 }, { token })).toMatchObject({ code: 404 });
  });

  it('lists own projects to a member and all of them to a leader', async () => {
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

  it('no longer lists a project to who was taken out of it', async () => {
    const member = await buildPerson(app);
    const own = await buildProject(app, { managerId: manager.id, members: [{ id: member.id, roles: ['designer'] }] });
    const token = await signIn(member);
    expect((await app.call(index, {}, { token })).data.total).toBe(1);
    const taken = { project_id: own.id, user_id: member.id };
    expect(await app.call(memberDel, taken, { token: admin })).toMatchObject({ code: 0 });
    expect((await app.call(index, {}, { token })).data).toMatchObject({ list: [], total: 0 });
  });

  it('finds them by a word of one or more characters, type, stage and department with what is below', async () => {
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

  it('finds words by their index', async () => {
    const living = '(select * from project where deleted_at is null) as p';
    const rivals = ['project_of_manager', 'project_list', 'project_item_number'];
    expect(await searchPlan(app, living, PROJECT_WORDS, rivals)).toMatch(/project_words[^]*Index Cond: \(app_grams/);
  });

  it('shows nothing of another enterprise', async () => {
    const other = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '另一院'));
    const theirs = await buildProject(app, { enterpriseId: other.enterpriseId });
    expect(await app.call(info, { project_id: theirs.id }, { token: admin })).toMatchObject({ code: 404 });
    const form = await projectForm(app, theirs.managerId);
    expect(await app.call(add, form, { token: admin })).toMatchObject({ code: 1013 });
    expect(await theEnterprise(app)).not.toBe(other.enterpriseId);
  });
});

describe('beside the sheet', () => {
  it('[API-022] the project types come', async () => {
    const { code, data } = await app.call(itemType, {}, { token: await signIn(manager) });
    expect(code).toBe(0);
    expect(data.total).toBe(11);
    expect(data.list[0]).toMatchObject({ code: 'office', name: '办公建筑' });
  });

  it('stages and professions come in the order of the trade', async () => {
    const token = await signIn(manager);
    const codes = async (call: typeof stageIndex) =>
      (await app.call(call, {}, { token })).data.list.map((entry: { code: string }) => entry.code);
    expect(await codes(stageIndex)).toEqual([
      'bidding',
      'concept',
      'preliminary',
      'construction_doc',
      'site_support',
      'completion',
    ]);
    expect((await codes(professionIndex)).slice(0, 3)).toEqual(['arch', 'struct', 'plumb']);
    expect(await codes(projectTypeIndex)).toEqual(await codes(itemType));
  });

  it('the project roles come to everybody signed in, and no others', async () => {
    const { data } = await app.call(roles, {}, { token: await signIn(manager) });
    const keys = data.list.map((role: { key: string }) => role.key);
    expect(keys).toContain('professional_leader');
    expect(keys).not.toContain('superAdmin');
    expect(keys).not.toContain('finance');
  });

  it('the overview counts people by role and profession', async () => {
    const { data: professions } = await app.call(professionIndex, {}, { token: admin });
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
