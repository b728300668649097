import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { memberAdd, memberDel, memberRole, members } from '@prdm/contract/projects';
import { buildPerson, buildProject, PASSWORD, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import type { Answer } from '../../testing/worlds/calls.ts';
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
  ];

  it.each(calls)('%s', async (_what, endpoint, inputOf) => {
    const input = { project_id: projectId, ...(await inputOf()) };
    const before = await rolesNow();
    expect(await overtaken(endpoint, input, loses)).toMatchObject({ code: 1005 });
    expect(await rolesNow()).toEqual(before);
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
