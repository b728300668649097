import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import {
  add,
  archive,
  edit,
  info,
  memberAdd,
  memberDel,
  memberRole,
  members,
  transferManager,
  unarchive,
} from '@prdm/contract/projects';
import { buildPerson, buildProject, PASSWORD, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import type { Answer } from '../../testing/worlds/calls.ts';
import { projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';
import { changedRoles } from './giving.ts';

/** Roles of a project are given and taken by the rules of access.md, "Giving", with the present rights of the caller. */
let app: TestApp;
let admin: string;
let manager: BuiltPerson;
let token: string;
let member: BuiltPerson;
let projectId: number;
let roleOf: (key: string) => number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  const roles = await app.modules.organisation.roles(await theEnterprise(app));
  roleOf = (key) => roles.find((role) => role.key === key)?.id ?? 0;
});
afterAll(() => app.stop());
beforeEach(async () => {
  [manager, member] = [await buildPerson(app), await buildPerson(app)];
  const held = { managerId: manager.id, members: [{ id: member.id, roles: ['designer' as const] }] };
  projectId = (await buildProject(app, held)).id;
  token = await app.signIn(manager.account, PASSWORD);
});

const rolesNow = async (): Promise<{ version: number; keys: string[] }> => {
  const { list } = (await app.call(members, { project_id: projectId }, { token: admin })).data;
  const own = list.find((one: { user_id: number }) => one.user_id === member.id);
  return { version: own?.version ?? 0, keys: (own?.roles ?? []).map(({ key }: { key: string }) => key) };
};
const setRoles = async (keys: string[], by = token): Promise<Answer> => {
  const { version } = await rolesNow();
  const roles = keys.map((key) => ({ role_id: roleOf(key) }));
  return app.call(memberRole, { project_id: projectId, user_id: member.id, roles, version }, { token: by });
};

describe('a role with rights that the manager of the project lacks', () => {
  // A business manager reads contracts, the manager of a project does not.
  const ABOVE = 'business_manager';

  it('is neither given nor taken by the manager, and stays while other roles change', async () => {
    expect(await setRoles(['designer', ABOVE])).toMatchObject({ code: 1005, data: { field: 'roles' } });
    expect(await setRoles(['designer', ABOVE], admin)).toMatchObject({ code: 0 });
    expect(await setRoles(['designer'])).toMatchObject({
      code: 1005,
      data: { field: 'roles', lacking: 'home-Contract-index' },
    });
    expect(await setRoles([ABOVE, 'proofreader'])).toMatchObject({ code: 0 });
    expect((await rolesNow()).keys.toSorted()).toEqual([ABOVE, 'proofreader']);
    expect(await setRoles([], admin)).toMatchObject({ code: 0 });
  });

  it('ends with the membership, which needs the right to manage members alone', async () => {
    expect(await setRoles([ABOVE], admin)).toMatchObject({ code: 0 });
    expect(await app.call(memberDel, { project_id: projectId, user_id: member.id }, { token })).toMatchObject({
      code: 0,
    });
    expect((await rolesNow()).keys).toEqual([]);
  });
});

it('a role in another profession counts as another role', () => {
  const held = [
    { user_id: 1, role_id: 5, profession_id: 0 },
    { user_id: 1, role_id: 6, profession_id: 3 },
  ];
  expect(changedRoles(held, [{ roleId: 5 }, { roleId: 6, professionId: 3 }])).toEqual([]);
  expect(changedRoles(held, [{ roleId: 5 }, { roleId: 6, professionId: 4 }])).toEqual([6, 6]);
  expect(changedRoles(held, [{ roleId: 7, professionId: null }])).toEqual([7, 5, 6]);
});

describe('a manager who loses the role between the gate and the lock', () => {
  const loses = (client: PoolClient) =>
    client.query('delete from project_member_role where project_id = $1 and user_id = $2', [projectId, manager.id]);
  const overtaken = async (endpoint: Endpoint, input: object, meanwhile: (client: PoolClient) => Promise<unknown>) => {
    const lock = 'select 1 from enterprise for update';
    return (await whileLocked(app, lock, [() => app.call(endpoint, input, { token })], meanwhile))[0];
  };
  const sheet = async (): Promise<object> => {
    const { manager_id: _left, ...form } = (await projectForm(app, manager.id)) as Record<string, unknown>;
    return { ...form, name: '改名', version: 1 };
  };
  const calls: [string, Endpoint, () => Promise<object>][] = [
    [
      'adds nobody',
      memberAdd,
      async () => ({ user_ids: [(await buildPerson(app)).id], role_ids: [roleOf('designer')] }),
    ],
    ['removes nobody', memberDel, () => Promise.resolve({ user_id: member.id })],
    [
      'gives no role',
      memberRole,
      async () => ({
        user_id: member.id,
        roles: [{ role_id: roleOf('proofreader') }],
        version: (await rolesNow()).version,
      }),
    ],
    ['edits nothing', edit, sheet],
    ['archives nothing', archive, () => Promise.resolve({ version: 1 })],
    ['transfers nothing', transferManager, () => Promise.resolve({ manager_id: member.id, version: 1 })],
  ];
  const sheetNow = async (): Promise<unknown> =>
    (await app.call(info, { project_id: projectId }, { token: admin })).data;

  it.each(calls)('%s', async (_what, endpoint, inputOf) => {
    const input = { project_id: projectId, ...(await inputOf()) };
    const before = [await rolesNow(), await sheetNow()];
    expect(await overtaken(endpoint, input, loses)).toMatchObject({ code: 1005 });
    expect([await rolesNow(), await sheetNow()].map((one) => ({ ...(one as object), my_roles: [] }))).toEqual(
      before.map((one) => ({ ...(one as object), my_roles: [] })),
    );
  });

  it('undoes no archiving', async () => {
    expect(await app.call(archive, { project_id: projectId, version: 1 }, { token })).toMatchObject({ code: 0 });
    expect(await overtaken(unarchive, { project_id: projectId, version: 2 }, loses)).toMatchObject({ code: 1005 });
    const { rows } = await app.platform.db.pool.query('select status from project where id = $1', [projectId]);
    expect(rows).toEqual([{ status: 'archived' }]);
  });

  it('and who leaves the project with an own right to edit projects changes nothing there', async () => {
    const { rows } = await app.platform.db.pool.query(
      `insert into role (enterprise_id, name, kind, access, view_range)
       values ($1, $2, 'admin', '{home-Project-edit}', 'enterprise') returning id`,
      [await theEnterprise(app), `项目编辑${projectId}`],
    );
    await app.platform.db.pool.query('insert into role_holder (enterprise_id, role_id, user_id) values ($1, $2, $3)', [
      await theEnterprise(app),
      rows[0].id,
      manager.id,
    ]);
    const leaves = (client: PoolClient) =>
      client.query('update project_member set removed_at = now() where project_id = $1 and user_id = $2', [
        projectId,
        manager.id,
      ]);
    const input = { project_id: projectId, ...(await sheet()) };
    expect(await overtaken(edit, input, leaves)).toMatchObject({ code: 1005 });
  });

  it('and who loses the right to add projects meanwhile adds none', async () => {
    const adder = await buildPerson(app, { roles: ['business_manager'] });
    const form = await projectForm(app, adder.id);
    token = await app.signIn(adder.account, PASSWORD);
    const dropped = (client: PoolClient) => client.query('delete from role_holder where user_id = $1', [adder.id]);
    expect(await overtaken(add, form, dropped)).toMatchObject({ code: 1005 });
  });

  it('and keeps the right to manage members, gives no role that the present rights do not reach', async () => {
    const narrow = async (client: PoolClient) => {
      const { rows } = await client.query(
        `insert into role (enterprise_id, name, kind, access) values ($1, $2, 'project', '{home-Project-member}') returning id`,
        [await theEnterprise(app), `成员管理${projectId}`],
      );
      await client.query('update project_member_role set role_id = $1 where project_id = $2 and user_id = $3', [
        rows[0].id,
        projectId,
        manager.id,
      ]);
    };
    const input = { project_id: projectId, user_ids: [(await buildPerson(app)).id], role_ids: [roleOf('proofreader')] };
    expect(await overtaken(memberAdd, input, narrow)).toMatchObject({ code: 1005, data: { field: 'role_ids' } });
  });
});

describe('the role of the manager', () => {
  /** Another member with only the right to manage members, by a project role or by a role of the enterprise. */
  async function keeper(kind: 'project' | 'admin'): Promise<{ id: number; token: string }> {
    const { pool } = app.platform.db;
    const enterprise = await theEnterprise(app);
    const person = await buildPerson(app);
    const { rows } = await pool.query(
      `insert into role (enterprise_id, name, kind, access, view_range)
       values ($1, $2, $3, '{home-Project-member}', 'enterprise') returning id`,
      [enterprise, `成员${kind}${person.id}`, kind],
    );
    const added = { project_id: projectId, user_ids: [person.id], role_ids: kind === 'project' ? [rows[0].id] : [] };
    expect(await app.call(memberAdd, added, { token: admin })).toMatchObject({ code: 0 });
    if (kind === 'admin')
      await pool.query('insert into role_holder (enterprise_id, role_id, user_id) values ($1, $2, $3)', [
        enterprise,
        rows[0].id,
        person.id,
      ]);
    return { id: person.id, token: await app.signIn(person.account, PASSWORD) };
  }
  const transfer = (to: number, by: string): Promise<Answer> =>
    app.call(transferManager, { project_id: projectId, manager_id: to, version: 1 }, { token: by });

  it('is given by a member only who has its rights in the project', async () => {
    const one = await keeper('project');
    const refused = { code: 1005, data: { field: 'manager_id', lacking: 'home-Project-edit' } };
    expect(await transfer(one.id, one.token)).toMatchObject(refused);
    expect(await transfer(member.id, one.token)).toMatchObject(refused);
    expect((await app.call(info, { project_id: projectId }, { token: admin })).data.manager_id).toBe(manager.id);
    expect(await transfer(one.id, token)).toMatchObject({ code: 0 });
  });

  it('is given by an administrator without its rights to another person, not to the own', async () => {
    const one = await keeper('admin');
    expect(await transfer(one.id, one.token)).toMatchObject({ code: 1005, data: { field: 'manager_id' } });
    expect(await transfer(member.id, one.token)).toMatchObject({ code: 0 });
  });
});
