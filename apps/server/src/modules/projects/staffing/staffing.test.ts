import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { members, roles as projectRoles } from '@prdm/contract/projects';
import { staffing, staffingSave, type Staffing, type StaffingCell } from '@prdm/contract/projects/staffing';
import { buildPerson, buildProject, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import type { BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let manager: BuiltPerson;
let token: string;
let projectId: number;
let people: BuiltPerson[];

beforeAll(async () => {
  app = await startApp({ works: false });
  manager = await buildPerson(app, { name: '陈经理' });
  token = await app.signIn(manager.account, PASSWORD);
  people = await Promise.all(Array.from({ length: 10 }, () => buildPerson(app)));
}, 120_000);
beforeEach(async () => {
  projectId = (await buildProject(app, { managerId: manager.id })).id;
});
afterAll(() => app.stop());

const idOf = (n: number): number => people[n]?.id ?? 0;
const read = async (by = token): Promise<Staffing> =>
  (await app.call(staffing, { project_id: projectId }, { token: by })).data;
const professionId = async (code: string): Promise<number> =>
  (await app.modules.config.list(await theEnterprise(app), 'profession')).find((one) => one.code === code)?.id ?? 0;
const roleId = async (key: string): Promise<number> =>
  (await app.call(projectRoles, {}, { token })).data.list.find((role: { key: string }) => role.key === key).id;
const save = async (cells: readonly object[], more: object = {}, by = token) =>
  app.call(staffingSave, { project_id: projectId, version: 1, cells, ...more }, { token: by });
const peopleIn = ({ cells }: Staffing, profession: number | null, role: number): number[] =>
  cells.find((cell: StaffingCell) => cell.profession_id === profession && cell.role_id === role)?.user_ids ?? [];
const query = async (text: string) => (await app.platform.db.pool.query(text, [projectId])).rows;
/** Everything that a save may change. */
const rows = async () => {
  return [
    await query('select user_id, version, removed_at from project_member where project_id = $1 order by 1'),
    await query(
      'select user_id, role_id, profession_id from project_member_role where project_id = $1 order by 1, 2, 3',
    ),
    await query('select count(*) from action_log where project_id = $1'),
  ];
};

describe('the staffing matrix of a project', () => {
  it('shows disciplines and roles without the manager role, and saves 5 disciplines x 4 roles in one call', async () => {
    const before = await read();
    expect(before.cells).toEqual([]);
    expect(before.roles.map(({ key }) => key)).not.toContain('project_manager');
    const disciplines = await Promise.all(['arch', 'struct', 'plumb', 'hvac', 'elec'].map(professionId));
    const roles = await Promise.all(['professional_leader', 'designer', 'proofreader', 'reviewer'].map(roleId));
    const cells = disciplines.flatMap((profession_id, row) =>
      roles.map((role_id, column) => ({ profession_id, role_id, user_ids: [idOf(row), idOf(5 + column)] })),
    );
    expect(await save(cells)).toMatchObject({ code: 0 });
    const after = await read();
    for (const { profession_id, role_id, user_ids } of cells)
      expect(peopleIn(after, profession_id, role_id).toSorted()).toEqual(user_ids.toSorted());
    expect(after.people).toHaveLength(9);
    const { data } = await app.call(members, { project_id: projectId }, { token });
    expect(data.total).toBe(10);
    const { rows: events } = await app.platform.db.pool.query(
      `select event, count(*)::int as n from action_log where project_id = $1 and event like 'projects.member%' group by 1`,
      [projectId],
    );
    expect(events).toEqual([{ event: 'projects.memberAdded', n: 10 }]);
  });

  it('takes a role away, keeps the person as a member, and leaves other roles alone', async () => {
    const [arch, designer, reviewer] = [await professionId('arch'), await roleId('designer'), await roleId('reviewer')];
    await save([
      { profession_id: arch, role_id: designer, user_ids: [idOf(0), idOf(1)] },
      { role_id: reviewer, user_ids: [idOf(0)] },
    ]);
    const before = [idOf(0), idOf(1)];
    expect(await save([{ profession_id: arch, role_id: designer, before, user_ids: [idOf(2)] }])).toMatchObject({
      code: 0,
    });
    const after = await read();
    expect([peopleIn(after, arch, designer), peopleIn(after, null, reviewer)]).toEqual([[idOf(2)], [idOf(0)]]);
    const { data } = await app.call(members, { project_id: projectId }, { token });
    expect(data.total).toBe(4);
  });

  it('changes no row when one cell is stale, and names the people that stand there', async () => {
    const [arch, struct, designer] = [
      await professionId('arch'),
      await professionId('struct'),
      await roleId('designer'),
    ];
    await save([{ profession_id: arch, role_id: designer, user_ids: [idOf(0)] }]);
    const kept = await rows();
    const refused = await save([
      { profession_id: struct, role_id: designer, user_ids: [idOf(1)] },
      { profession_id: arch, role_id: designer, before: [idOf(3)], user_ids: [idOf(2)] },
    ]);
    expect(refused).toMatchObject({
      code: 1009,
      data: { cells: [{ profession_id: arch, role_id: designer, user_ids: [idOf(0)] }] },
    });
    expect(
      await save([{ profession_id: struct, role_id: designer, user_ids: [idOf(1)] }], { version: 2 }),
    ).toMatchObject({
      code: 1009,
    });
    expect(await rows()).toEqual(kept);
  });

  it('neither shows nor takes back a person whose end date has passed', async () => {
    const [arch, designer, reviewer] = [await professionId('arch'), await roleId('designer'), await roleId('reviewer')];
    const cell = { profession_id: arch, role_id: designer };
    await save([
      { ...cell, user_ids: [idOf(0), idOf(1)] },
      { role_id: reviewer, user_ids: [idOf(0)] },
    ]);
    await app.platform.db.pool.query(
      `update project_member set ends_on = '2026-01-01' where project_id = $1 and user_id = $2`,
      [projectId, idOf(0)],
    );
    const ended = await read();
    expect(ended.cells).toEqual([{ ...cell, user_ids: [idOf(1)] }]);
    expect(ended.people.map(({ id }) => id)).toEqual([idOf(1)]);
    // A page that was opened before the end still names the person: removing a role must not bring the others back.
    expect((await save([{ ...cell, before: [idOf(0), idOf(1)], user_ids: [idOf(1)] }])).code).toBe(1009);
    expect((await save([{ ...cell, before: [idOf(1)], user_ids: [idOf(2)] }])).code).toBe(0);
    expect((await save([{ ...cell, before: [idOf(2)], user_ids: [idOf(0), idOf(2)] }])).code).toBe(0);
    // The chosen person begins again, with this role alone.
    expect((await read()).cells).toEqual([{ ...cell, user_ids: [idOf(0), idOf(2)].toSorted((a, b) => a - b) }]);
  });

  it('lets one of two parallel saves of a cell win', async () => {
    const [arch, designer] = [await professionId('arch'), await roleId('designer')];
    const answers = await Promise.all(
      [idOf(0), idOf(1)].map((id) => save([{ profession_id: arch, role_id: designer, user_ids: [id] }])),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1009]);
    expect(peopleIn(await read(), arch, designer)).toHaveLength(1);
  });

  it('refuses the manager role, a role twice, and people who have left, and changes nothing', async () => {
    const [arch, designer] = [await professionId('arch'), await roleId('designer')];
    const gone = await buildPerson(app);
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [gone.id]);
    const kept = await rows();
    const fine = { profession_id: arch, role_id: designer, user_ids: [idOf(0)] };
    expect(await save([fine, { role_id: await roleId('project_manager'), user_ids: [idOf(1)] }])).toMatchObject({
      code: 1001,
      data: { field: 'cells.1.user_ids' },
    });
    expect(await save([fine, fine])).toMatchObject({ code: 1001, data: { field: 'cells.1' } });
    expect(await save([{ ...fine, user_ids: [gone.id] }])).toMatchObject({
      code: 1012,
      data: { field: 'cells.0.user_ids' },
    });
    expect(await rows()).toEqual(kept);
  });

  it('refuses a designer, a stranger and an archived project', async () => {
    const [arch, designer] = [await professionId('arch'), await roleId('designer')];
    const cells = [{ profession_id: arch, role_id: designer, user_ids: [idOf(0)] }];
    await save(cells);
    const [own, stranger] = [
      await app.signIn(people[0]?.account ?? '', PASSWORD),
      await app.signIn(people[1]?.account ?? '', PASSWORD),
    ];
    expect((await app.call(staffing, { project_id: projectId }, { token: own })).code).toBe(0);
    expect((await save(cells, {}, own)).code).toBe(1005);
    expect((await app.call(staffing, { project_id: projectId }, { token: stranger })).code).toBe(444);
    expect((await save(cells, {}, stranger)).code).toBe(444);
    await app.platform.db.pool.query(`update project set status = 'archived', archived_at = now() where id = $1`, [
      projectId,
    ]);
    expect((await save(cells)).code).toBe(443);
  });

  it('refuses a role with a right that the caller lacks', async () => {
    const [arch, leader] = [await professionId('arch'), await roleId('leader')];
    const kept = await rows();
    expect(await save([{ profession_id: arch, role_id: leader, user_ids: [idOf(0)] }])).toMatchObject({ code: 1005 });
    expect(await rows()).toEqual(kept);
    // A person who is named twice hides no other person.
    await save([{ profession_id: arch, role_id: await roleId('designer'), user_ids: [idOf(0)] }]);
    await app.platform.db.pool.query(
      'update project_member_role set role_id = $2 where project_id = $1 and user_id = $3',
      [projectId, leader, idOf(0)],
    );
    const twice = { before: [idOf(0), idOf(0)], user_ids: [idOf(0), idOf(1)] };
    expect(await save([{ profession_id: arch, role_id: leader, ...twice }])).toMatchObject({ code: 1005 });
  });
});
