import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
import { add, edit, info } from '@prdm/contract/projects';
import { buildDepartment, buildPerson, buildProject, PASSWORD, theEnterprise } from '../../testing/worlds/builders.ts';
import type { BuiltPerson } from '../../testing/worlds/builders.ts';
import { editForm, projectForm } from '../../testing/worlds/project-form.ts';
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

async function added(change: Record<string, unknown> = {}) {
  const form = { ...(await projectForm(app, manager.id)), ...change };
  const answer = await app.call(add, form, { token: admin });
  expect(answer.msg).toBe('操作成功');
  const read = await app.call(info, { project_id: answer.data.id }, { token: admin });
  return { form: form as Record<string, string>, saved: answer.data, project: read.data };
}

describe('a new project', () => {
  it('[EN-005] [EN-006] keeps names, numbers, classification and people', async () => {
    const department = await buildDepartment(app, { name: '建筑一室' });
    const { form, project } = await added({
      contract_number: 'HT-2026-18',
      item_number: 'A-17',
      department_id: department.id,
    });
    expect(project).toMatchObject({
      name: form.name,
      short_name: form.short_name,
      contract_number: 'HT-2026-18',
      item_number: 'A-17',
      type_id: Number(form.type_id),
      stage_id: Number(form.stage_id),
      manager_id: manager.id,
      manager_name: '陈经理',
      department_id: department.id,
      department_name: '建筑一室',
    });
    expect(project.type_name).not.toBe('');
    expect(project.stage_name).not.toBe('');
  });

  it('[EN-007] keeps construction dates, site, address and floors', async () => {
    const given = {
      construction_start: '2026-03-01',
      construction_end: '2027-12-31',
      site: '滨江新区 3 号地块',
      address: '江南大道 88 号',
      floors_above: '18',
      floors_below: '2',
    };
    const { project } = await added(given);
    expect(project).toMatchObject({ ...given, floors_above: 18, floors_below: 2 });
  });

  it('[EN-008] keeps land, build and BIM area and height, each with its unit', async () => {
    const { project } = await added({
      land_area: '45.25',
      build_area: '999999999999.99',
      bim_area: '0.05',
      height: '99.8',
    });
    expect(project).toMatchObject({
      land_area: 45.25,
      land_area_unit: 'mu',
      build_area: 999_999_999_999.99,
      build_area_unit: 'm2',
      bim_area: 0.05,
      bim_area_unit: 'wan_m2',
      height: 99.8,
      height_unit: 'm',
    });
  });

  it('keeps hours in half-hour steps, professions and named people', async () => {
    const { data } = await app.call(professionDictionary.index, { ispage: 'not' }, { token: admin });
    const [arch, struct] = data.list;
    const { project } = await added({
      total_hours: '1200.5',
      location: '120.15507,30.27408',
      secret_level: 'internal',
      profession_ids: [struct.id, arch.id],
      leading_manager_id: manager.id,
    });
    expect(project).toMatchObject({
      total_hours: 1200.5,
      location: '120.15507,30.27408',
      secret_level: 'internal',
      leading_manager: { id: manager.id, name: '陈经理' },
      director: null,
    });
    expect(project.professions.map((entry: { id: number }) => entry.id)).toEqual([arch.id, struct.id]);
  });

  it('keeps the secrecy level in an edit that leaves it out', async () => {
    const { form, project } = await added({ secret_level: 'secret' });
    const seen = async () => (await app.call(info, { project_id: project.id }, { token: admin })).data;
    const { secret_level: _left, ...sheet } = form;
    const without = editForm(sheet, project);
    expect(await app.call(edit, without, { token: admin })).toMatchObject({ code: 0 });
    expect(await seen()).toMatchObject({ secret_level: 'secret' });
    const lowered = { ...without, version: (await seen()).version, secret_level: 'normal' };
    expect(await app.call(edit, lowered, { token: admin })).toMatchObject({ code: 0 });
    expect(await seen()).toMatchObject({ secret_level: 'normal' });
  });

  it('makes the manager a member with the manager role, and not the creator', async () => {
    const { project } = await added();
    expect(project).toMatchObject({ member_count: 1, my_roles: [], created_by_name: '系统管理员' });
    const asManager = await app.call(info, { project_id: project.id }, { token: await signIn(manager) });
    expect(asManager.data.my_roles.map((role: { key: string }) => role.key)).toEqual(['project_manager']);
    expect(asManager.data.can).toEqual({ edit: true, member: true, archive: true, unarchive: false, transfer: true });
  });

  it('gets the next free item number of the year', async () => {
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    const first = (await added()).saved.item_number as string;
    expect(first).toMatch(new RegExp(`^${year}-\\d{3}$`));
    const following = `${year}-${String(Number(first.slice(5)) + 1).padStart(3, '0')}`;
    await added({ item_number: following });
    expect((await added()).saved.item_number).toBe(`${year}-${String(Number(first.slice(5)) + 2).padStart(3, '0')}`);
  });

  it('cannot have the item number of another project', async () => {
    await added({ item_number: 'TAKEN-1' });
    const form = { ...(await projectForm(app, manager.id)), item_number: 'TAKEN-1' };
    const taken = { code: 1018, data: { field: 'item_number' }, msg: '项目编号已被使用' };
    expect(await app.call(add, form, { token: admin })).toMatchObject(taken);
    const other = await added();
    const answer = await app.call(
      edit,
      { ...editForm(other.form, other.project), item_number: 'TAKEN-1' },
      { token: admin },
    );
    expect(answer).toMatchObject(taken);
  });

  it('returns a warning, and is stored, when the modelled area exceeds the built area', async () => {
    expect((await added({ bim_area: '3.3' })).saved.warnings).toEqual(['projects.bimLargerThanBuilt']);
    expect((await added()).saved.warnings).toEqual([]);
  });
});

describe('refused input', () => {
  const required = ['name', 'short_name', 'manager_id', 'type_id', 'stage_id'];
  const measures = ['land_area_unit', 'height_unit', 'build_area_unit', 'bim_area_unit', 'build_area', 'bim_area'];

  it.each([...required, ...measures])('[VA-001] [VA-002] a project without %s', async (field) => {
    const before = await rowsOf('project');
    const { [field]: _left, ...form } = await projectForm(app, manager.id);
    const missing = await app.call(add, form, { token: admin });
    expect(missing).toMatchObject({ code: 1001, data: { field }, msg: '此项必填' });
    const empty = await app.call(add, { ...form, [field]: '' }, { token: admin });
    expect(empty).toMatchObject({ code: 1001, data: { field } });
    expect(await rowsOf('project')).toBe(before);
  });

  it.each(['build_area', 'bim_area', 'land_area', 'height'])(
    '[VA-003] letters, signs and too many digits in %s',
    async (field) => {
      const form = await projectForm(app, manager.id);
      for (const value of ['12a', '-1', '1e3', '12.', '12a.345', '1234567890123'])
        expect(await app.call(add, { ...form, [field]: value }, { token: admin })).toMatchObject({
          code: 1001,
          data: { field },
        });
    },
  );

  it('[VA-003] areas with many decimals are stored with two, rounded half up, on create and on edit', async () => {
    const typed = { land_area: '12.345', build_area: '1.005', bim_area: '0.994999999' };
    const { form, project } = await added(typed);
    const kept = { land_area: 12.35, build_area: 1.01, bim_area: 0.99 };
    expect(project).toMatchObject(kept);
    const changed = { ...editForm(form, project), ...typed, land_area: '99.995' };
    expect(await app.call(edit, changed, { token: admin })).toMatchObject({ code: 0 });
    const now = await app.call(info, { project_id: project.id }, { token: admin });
    expect(now.data).toMatchObject({ ...kept, land_area: 100 });
  });

  it('an end before the start, and hours that are not half hours', async () => {
    const form = await projectForm(app, manager.id);
    const turned = { ...form, construction_start: '2026-05-02', construction_end: '2026-05-01' };
    expect(await app.call(add, turned, { token: admin })).toMatchObject({
      code: 1001,
      data: { field: 'construction_end' },
    });
    expect(await app.call(add, { ...form, total_hours: '1.3' }, { token: admin })).toMatchObject({
      code: 1001,
      data: { field: 'total_hours' },
    });
  });

  it('undeclared fields, such as fields that would grant rights', async () => {
    const before = await rowsOf('project');
    const form = await projectForm(app, manager.id);
    for (const field of ['enterprise_id', 'manager_projectIds', 'is_admin', 'status', 'created_by', 'archived_by'])
      expect(await app.call(add, { ...form, [field]: '2' }, { token: admin })).toMatchObject({
        code: 1001,
        data: { field },
      });
    const { project, form: kept } = await added();
    const asEdit = { ...editForm(kept, project), manager_id: manager.id };
    expect(await app.call(edit, asEdit, { token: admin })).toMatchObject({ code: 1001, data: { field: 'manager_id' } });
    expect(await rowsOf('project')).toBe(before + 1);
  });

  it('a manager who is unknown or disabled', async () => {
    const gone = await buildPerson(app);
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [gone.id]);
    const form = await projectForm(app, gone.id);
    expect(await app.call(add, form, { token: admin })).toMatchObject({ code: 1012 });
    expect(await app.call(add, { ...form, manager_id: '99999999' }, { token: admin })).toMatchObject({ code: 1013 });
  });

  it('a caller who may not create projects', async () => {
    const form = await projectForm(app, manager.id);
    expect(await app.call(add, form, { token: await signIn(manager) })).toMatchObject({ code: 1005 });
    const bidding = await buildPerson(app, { roles: ['bidding_manager'] });
    expect(await app.call(add, form, { token: await signIn(bidding) })).toMatchObject({ code: 0 });
  });
});

describe('changing a project', () => {
  it('replaces the sheet and empties fields that are left out', async () => {
    const { form, project } = await added({ client: '卫健委', floors_above: '5', item_number: 'KEEP-1' });
    const answer = await app.call(
      edit,
      { ...editForm(form, project), name: '改名', client: '', floors_above: '' },
      { token: admin },
    );
    expect(answer).toMatchObject({ code: 0, data: { version: project.version + 1, item_number: 'KEEP-1' } });
    const read = await app.call(info, { project_id: project.id }, { token: admin });
    expect(read.data).toMatchObject({ name: '改名', client: '', floors_above: null, manager_id: manager.id });
    const log = await app.platform.db.pool.query(
      `select before, after from action_log where event = 'projects.edited' and target_id = $1`,
      [project.id],
    );
    expect(log.rows).toEqual([
      {
        before: { name: form.name, client: '卫健委', floors_above: 5 },
        after: { name: '改名', client: '', floors_above: null },
      },
    ]);
  });

  it('is refused with a stale version', async () => {
    const { form, project } = await added();
    const both = await Promise.all(
      ['甲', '乙'].map((name) => app.call(edit, { ...editForm(form, project), name }, { token: admin })),
    );
    expect(both.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 1009]);
  });

  it('is allowed to the manager, not to every member', async () => {
    const designer = await buildPerson(app);
    const built = await buildProject(app, {
      managerId: manager.id,
      members: [{ id: designer.id, roles: ['designer'] }],
    });
    const form = editForm(await projectForm(app, manager.id), { id: built.id, version: 1 });
    expect(await app.call(edit, form, { token: await signIn(designer) })).toMatchObject({ code: 1005 });
    expect(await app.call(edit, form, { token: await signIn(manager) })).toMatchObject({ code: 0 });
  });
});

describe('the quota', () => {
  it('[LI-006] [ER-027] lets exactly one of 100 parallel creations take the last place, and counts archived projects', async () => {
    await buildProject(app, { archived: true });
    const { rows } = await app.platform.db.pool.query(
      `select count(*)::int as n from project where enterprise_id = $1`,
      [await theEnterprise(app)],
    );
    await app.platform.db.pool.query(`update enterprise set project_limit = $1 where id = $2`, [
      rows[0].n + 1,
      await theEnterprise(app),
    ]);
    const form = await projectForm(app, manager.id);
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.call(add, form, { token: admin })));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 1011)).toHaveLength(99);
    expect(answers.find((answer) => answer.code === 1011)?.msg).toBe('企业创建项目数已用完，请联系管理员');
  });
});
