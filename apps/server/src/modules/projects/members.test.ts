import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
import { info as me } from '@prdm/contract/me';
import { add, info, memberAdd, memberDel, memberRole, members, transferManager } from '@prdm/contract/projects';
import { buildPerson, buildProject, PASSWORD, theEnterprise } from '../../testing/worlds/builders.ts';
import type { BuiltPerson, BuiltProject } from '../../testing/worlds/builders.ts';
import { projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let manager: BuiltPerson;
let managers: string;
let designer: BuiltPerson;
let outsider: BuiltPerson;
let project: BuiltProject;
let roleOf: (key: string) => number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  const roles = await app.modules.organisation.roles(await theEnterprise(app));
  roleOf = (key) => roles.find((role) => role.key === key)?.id ?? 0;
});
afterAll(() => app.stop());

beforeEach(async () => {
  manager = await buildPerson(app);
  designer = await buildPerson(app);
  outsider = await buildPerson(app, { name: '外来人' });
  project = await buildProject(app, { managerId: manager.id, members: [{ id: designer.id, roles: ['designer'] }] });
  managers = await signIn(manager);
});

const signIn = (person: BuiltPerson) => app.signIn(person.account, PASSWORD);
const list = async (token = managers) => (await app.call(members, { project_id: project.id }, { token })).data.list;
const happened = async (event: string) =>
  (
    await app.platform.db.pool.query(`select target_id from action_log where event = $1 and project_id = $2`, [
      event,
      project.id,
    ])
  ).rows;

describe('adding members', () => {
  it('gives them the roles in one profession, and access to the project', async () => {
    const [arch] = (await app.call(professionDictionary.index, { ispage: 'not' }, { token: managers })).data.list;
    const input = {
      project_id: project.id,
      user_ids: [outsider.id],
      role_ids: [roleOf('professional_leader'), roleOf('designer')],
      profession_id: arch.id,
    };
    expect(await app.call(memberAdd, input, { token: managers })).toMatchObject({ code: 0 });
    const entry = (await list()).find((one: { user_id: number }) => one.user_id === outsider.id);
    expect(entry).toMatchObject({ name: '外来人', is_manager: false, status: 'active' });
    expect(entry.roles).toMatchObject([
      { key: 'professional_leader', profession_id: arch.id, profession_name: arch.name },
      { key: 'designer', profession_id: arch.id },
    ]);
    const { data } = await app.call(me, {}, { token: await signIn(outsider) });
    expect(data.project_access[String(project.id)]).toContainEqual({ action: 'home-Task-publish' });
    expect(await happened('projects.memberAdded')).toContainEqual({ target_id: outsider.id });
  });

  it('adds all of them or none', async () => {
    const input = { project_id: project.id, user_ids: [outsider.id, designer.id], role_ids: [roleOf('designer')] };
    const answer = await app.call(memberAdd, input, { token: managers });
    expect(answer).toMatchObject({ code: 1008, msg: `${designer.name}已是成员` });
    expect(await list()).toHaveLength(2);
  });

  it('adds one person once, of 20 parallel requests', async () => {
    const input = { project_id: project.id, user_ids: [outsider.id], role_ids: [] };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call(memberAdd, input, { token: managers })),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 1008)).toHaveLength(19);
  });

  it('[ER-018] refuses roles that are no project roles, the manager role, and unknown or disabled people', async () => {
    const input = { project_id: project.id, user_ids: [outsider.id] };
    const refused = async (change: object) => app.call(memberAdd, { ...input, ...change }, { token: admin });
    expect(await refused({ role_ids: [roleOf('finance')] })).toMatchObject({ code: 1001, data: { field: 'role_ids' } });
    expect(await refused({ role_ids: [roleOf('project_manager')] })).toMatchObject({ code: 1001 });
    expect(await refused({ role_ids: [99_999_999] })).toMatchObject({ code: 1006 });
    expect(await refused({ user_ids: [99_999_999] })).toMatchObject({ code: 1013, msg: '用户不存在' });
    expect(await refused({ user_ids: [] })).toMatchObject({ code: 1001, data: { field: 'user_ids' } });
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [outsider.id]);
    expect(await refused({})).toMatchObject({ code: 1012 });
    expect(await list()).toHaveLength(2);
  });

  it('needs the right to manage members, and grants only rights that the caller holds', async () => {
    const input = { project_id: project.id, user_ids: [outsider.id], role_ids: [] };
    expect(await app.call(memberAdd, input, { token: await signIn(designer) })).toMatchObject({ code: 1005 });
    expect(await app.call(memberAdd, input, { token: await signIn(outsider) })).toMatchObject({ code: 444 });
    const { rows } = await app.platform.db.pool.query(
      `insert into role (enterprise_id, name, kind, access) values ($1, $2, 'project', '{home-Contract-index}') returning id`,
      [await theEnterprise(app), `合同员${project.id}`],
    );
    const more = { ...input, role_ids: [rows[0].id] };
    expect(await app.call(memberAdd, more, { token: managers })).toMatchObject({ code: 1005 });
    expect(await app.call(memberAdd, more, { token: admin })).toMatchObject({ code: 0 });
  });
});

describe('a project role that shows content of others or amounts', () => {
  const roleWith = async (column: 'content_access' | 'module_permission', value: unknown): Promise<number> => {
    const { rows } = await app.platform.db.pool.query(
      `insert into role (enterprise_id, name, kind, access, ${column}) values ($1, $2, 'project', '{}', $3) returning id`,
      [await theEnterprise(app), `${column} ${project.id}`, value],
    );
    return rows[0].id;
  };
  const give = async (role: number, token: string) => {
    const own = (await list(token)).find((one: { user_id: number }) => one.user_id === designer.id);
    const to = { project_id: project.id, user_id: designer.id, version: own.version };
    return {
      add: await app.call(memberAdd, { project_id: project.id, user_ids: [outsider.id], role_ids: [role] }, { token }),
      role: await app.call(memberRole, { ...to, roles: [{ role_id: role }] }, { token }),
    };
  };

  it.each([
    ['content', 'content_access', ['secret']],
    ['amounts', 'module_permission', { cost: 1 }],
  ] as const)('is given only by a caller who has them in the project: %s', async (_what, column, value) => {
    const role = await roleWith(column, value);
    const refused = await give(role, managers);
    expect(refused.add).toMatchObject({ code: 1005, data: { field: 'role_ids' } });
    expect(refused.add.msg).toContain('不能授予或更改');
    expect(refused.role).toMatchObject({ code: 1005, data: { field: 'roles' } });
    // A role in another project shows nothing here.
    const members = [{ id: manager.id, roles: [] }];
    const elsewhere = await buildProject(app, { members });
    const giving = async (projectId: number) =>
      app.platform.db.pool.query(
        `insert into project_member_role (enterprise_id, project_id, user_id, role_id) values ($1, $2, $3, $4)`,
        [await theEnterprise(app), projectId, manager.id, role],
      );
    await giving(elsewhere.id);
    expect((await give(role, managers)).role).toMatchObject({ code: 1005 });
    await giving(project.id);
    const given = await give(role, managers);
    expect(given.add).toMatchObject({ code: 0 });
    expect(given.role).toMatchObject({ code: 0 });
    expect((await give(role, admin)).role).toMatchObject({ code: 0 });
  });
});

describe('removing a member', () => {
  it('[ER-019] ends the access with the next call, and emits an event', async () => {
    const token = await signIn(designer);
    expect(await app.call(info, { project_id: project.id }, { token })).toMatchObject({ code: 0 });
    const input = { project_id: project.id, user_id: designer.id };
    expect(await app.call(memberDel, input, { token: managers })).toMatchObject({ code: 0 });
    for (const call of [info, members])
      expect(await app.call(call, { project_id: project.id }, { token })).toMatchObject({
        code: 444,
        msg: '您已被移出该项目',
      });
    expect((await app.call(me, {}, { token })).data.project_access).toEqual({});
    expect(await app.call(memberDel, input, { token: managers })).toMatchObject({ code: 1006 });
    expect(await happened('projects.memberRemoved')).toEqual([{ target_id: designer.id }]);
  });

  it('a returning member does not get the former roles', async () => {
    await app.call(memberDel, { project_id: project.id, user_id: designer.id }, { token: managers });
    const again = { project_id: project.id, user_ids: [designer.id], role_ids: [] };
    expect(await app.call(memberAdd, again, { token: managers })).toMatchObject({ code: 0 });
    const { data } = await app.call(info, { project_id: project.id }, { token: await signIn(designer) });
    expect(data.my_roles).toEqual([]);
  });

  it('is refused for the manager, and allowed for anybody else, also when disabled', async () => {
    const ofManager = { project_id: project.id, user_id: manager.id };
    expect(await app.call(memberDel, ofManager, { token: admin })).toMatchObject({ code: 1008 });
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [designer.id]);
    const ofDesigner = { project_id: project.id, user_id: designer.id };
    expect(await app.call(memberDel, ofDesigner, { token: managers })).toMatchObject({ code: 0 });
  });
});

const version = async (userId: number): Promise<number> =>
  (await list()).find((one: { user_id: number }) => one.user_id === userId).version;
const setRoles = async (userId: number, roles: object[]) =>
  app.call(
    memberRole,
    { project_id: project.id, user_id: userId, roles, version: await version(userId) },
    { token: managers },
  );

describe('roles of a member', () => {
  it('are replaced, once for each version', async () => {
    const input = {
      project_id: project.id,
      user_id: designer.id,
      roles: [{ role_id: roleOf('proofreader') }],
      version: await version(designer.id),
    };
    expect(await app.call(memberRole, input, { token: managers })).toMatchObject({ code: 0 });
    expect((await list()).at(-1).roles).toMatchObject([{ key: 'proofreader', profession_id: null }]);
    expect(await app.call(memberRole, input, { token: managers })).toMatchObject({ code: 1009 });
  });

  it('never take the manager role from the manager or give it to another', async () => {
    const manage = { role_id: roleOf('project_manager') };
    const designing = { role_id: roleOf('designer') };
    expect(await setRoles(designer.id, [manage])).toMatchObject({ code: 1001, data: { field: 'roles' } });
    expect(await setRoles(manager.id, [designing])).toMatchObject({ code: 1001, data: { field: 'roles' } });
    expect(await setRoles(manager.id, [manage, designing])).toMatchObject({ code: 0 });
  });

  it('are changed only for members', async () => {
    const input = { project_id: project.id, user_id: outsider.id, roles: [], version: 1 };
    expect(await app.call(memberRole, input, { token: managers })).toMatchObject({ code: 1006 });
  });
});

describe('transferring the project', () => {
  it('[VA-004] goes to a member only', async () => {
    const input = { project_id: project.id, manager_id: outsider.id, version: 1 };
    expect(await app.call(transferManager, input, { token: managers })).toMatchObject({
      code: 1001,
      data: { field: 'manager_id' },
      msg: '项目经理只能移交给项目成员',
    });
    const before = await app.call(info, { project_id: project.id }, { token: managers });
    expect(before.data.manager_id).toBe(manager.id);
    const toMember = { ...input, manager_id: designer.id };
    expect(await app.call(transferManager, toMember, { token: managers })).toMatchObject({ code: 0 });
    const after = await app.call(info, { project_id: project.id }, { token: managers });
    expect(after.data).toMatchObject({ manager_id: designer.id, member_count: 2, my_roles: [], can: { edit: false } });
    const rolesOf = Object.fromEntries(
      (await list()).map((one: { user_id: number; roles: { key: string }[] }) => [
        one.user_id,
        one.roles.map((role) => role.key),
      ]),
    );
    expect(rolesOf).toEqual({ [manager.id]: [], [designer.id]: ['project_manager', 'designer'] });
  });

  it('to an invited partner succeeds with a warning, as on creation', async () => {
    await app.platform.db.pool.query(`update staff set type = 'partner' where user_id = $1`, [designer.id]);
    const input = { project_id: project.id, manager_id: designer.id, version: 1 };
    const warnings = ['projects.managerIsPartner'];
    expect(await app.call(transferManager, input, { token: managers })).toMatchObject({ code: 0, data: { warnings } });
    const form = await projectForm(app, designer.id);
    expect(await app.call(add, form, { token: admin })).toMatchObject({ code: 0, data: { warnings } });
    const back = { project_id: project.id, manager_id: manager.id, version: 2 };
    const asPartner = await signIn(designer);
    expect(await app.call(transferManager, back, { token: asPartner })).toMatchObject({ data: { warnings: [] } });
  });

  it('is refused for a removed member, for the present manager, and with an old version', async () => {
    const input = { project_id: project.id, manager_id: designer.id, version: 1 };
    expect(await app.call(transferManager, { ...input, version: 9 }, { token: managers })).toMatchObject({
      code: 1009,
    });
    await app.call(memberDel, { project_id: project.id, user_id: designer.id }, { token: managers });
    expect(await app.call(transferManager, input, { token: managers })).toMatchObject({ code: 1001 });
    const toSame = { ...input, manager_id: manager.id };
    expect(await app.call(transferManager, toSame, { token: managers })).toMatchObject({ code: 1008 });
  });

  it('is allowed to a leader who is no member, not to a designer', async () => {
    const input = { project_id: project.id, manager_id: designer.id, version: 1 };
    expect(await app.call(transferManager, input, { token: await signIn(designer) })).toMatchObject({ code: 1005 });
    const leader = await buildPerson(app, { roles: ['leader'] });
    expect(await app.call(transferManager, input, { token: await signIn(leader) })).toMatchObject({ code: 0 });
  });
});

describe('open browsers', () => {
  it('get project notifications only when their user may see the project', async () => {
    const enterpriseId = await theEnterprise(app);
    const leader = await buildPerson(app, { roles: ['leader'] });
    const candidates = [manager.id, designer.id, outsider.id, leader.id];
    const audience = await app.modules.projects.audienceAmong(enterpriseId, project.id, candidates);
    expect(audience.toSorted((a, b) => a - b)).toEqual([manager.id, designer.id, leader.id].toSorted((a, b) => a - b));
  });

  it('of members and of removed members are notified to reload', async () => {
    await app.call(memberDel, { project_id: project.id, user_id: designer.id }, { token: managers });
    const { rows } = await app.platform.db.pool.query(
      `select user_ids, project_id, frame from live_message where frame->>'project_id' = $1 order by id desc limit 2`,
      [String(project.id)],
    );
    const frame = { type: 'project', id: project.id, project_id: project.id };
    expect(rows).toEqual([
      { user_ids: [designer.id], project_id: null, frame },
      { user_ids: null, project_id: project.id, frame },
    ]);
  });
});
