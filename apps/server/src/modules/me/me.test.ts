import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { info } from '@prdm/contract/me';
import { NODES, storedNode, type RoleKey } from '@prdm/contract/nodes';
import { departmentIndex, roleIndex, searchDepartments, userIndex, userTree } from '@prdm/contract/organisation';
import { edit, index as projectIndex, info as projectInfo, members } from '@prdm/contract/projects';
import { buildDepartment, buildPerson, buildProject, PASSWORD, theEnterprise } from '../../testing/worlds/builders.ts';
import type { BuiltPerson, BuiltProject } from '../../testing/worlds/builders.ts';
import { editForm, projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { FACTORY_POLICY } from '../identity/identity.rules.ts';

let app: TestApp;
let enterpriseId: number;
let manager: BuiltPerson;
let designer: BuiltPerson;
let project: BuiltProject;

beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
  manager = await buildPerson(app, { name: '陈经理' });
  designer = await buildPerson(app, { name: '李设计' });
  project = await buildProject(app, {
    managerId: manager.id,
    members: [{ id: designer.id, roles: ['professional_leader'] }],
  });
});
afterAll(() => app.stop());

const signIn = ({ account }: { account: string }) => app.signIn(account, PASSWORD);
const me = async (who: { account: string }, input: object = {}) =>
  (await app.call(info, input, { token: await signIn(who) })).data;
const actionsOf = (list: { action: string }[]): string[] => list.map(({ action }) => action);

describe('the current user', () => {
  it('[EN-001] has every field of the current user', async () => {
    const [positionId] = await app.platform.db.transaction((trx) =>
      app.modules.organisation.addPositions(trx, enterpriseId, ['结构工程师']),
    );
    const person = await buildPerson(app, { name: '周工', positionId });
    const { id } = await buildProject(app, { managerId: person.id });
    await app.platform.db.pool.query(`update account set thumb = '/apis/thumb/7' where id = $1`, [person.id]);
    await app.platform.db.transaction((trx) =>
      app.modules.notices.notify(trx, {
        enterpriseId,
        userIds: [person.id],
        type: 'next_task',
        projectId: null,
        source: { kind: 'task', id: 1 },
        text: { key: 'notices.stageOpened', params: { name: '施工图', stage: '校对' } },
        pcPath: '/file/task/index?id=1',
        onceKey: 'me:1',
      }),
    );
    const data = await me(person);
    expect(data).toMatchObject({
      notice_count: 1,
      username: '周工',
      type: 'person',
      thumb: '/apis/thumb/7',
      id: person.id,
      position_id: positionId,
      enterprise_id: enterpriseId,
      manager_projectIds: [id],
    });
    expect(Object.keys(data.project_access)).toEqual([String(id)]);
    expect(data.roles.role).not.toBe('');
  });

  it('[EN-002] roles are a name and a list of entries with an action each', async () => {
    const { roles } = await me(await buildPerson(app, { roles: ['finance'] }));
    expect(roles.role).toEqual(expect.any(String));
    expect(Array.isArray(roles.access)).toBe(true);
    expect(actionsOf(roles.access)).toContain('home-Invoice-issue');
    for (const entry of roles.access) expect(entry).toEqual({ action: expect.stringMatching(/^home-/) });
  });

  it('content and levels are those of the enterprise roles, and apart those of each project', async () => {
    const person = await buildPerson(app, { roles: ['finance'] });
    const held = [{ id: person.id, roles: ['project_leader' as const] }];
    const [led, plain] = [
      await buildProject(app, { members: held }),
      await buildProject(app, { members: [{ id: person.id, roles: [] }] }),
    ];
    const data = await me(person);
    expect(data.content).toEqual(['contact', 'hours', 'opinions']);
    expect(data.levels).toContainEqual({ module: 'cost', level: 3 });
    expect(data.project_rights[String(led.id)].levels).toContainEqual({ module: 'contract', level: 1 });
    expect(Object.keys(data.project_rights)).not.toContain(String(plain.id));
    const narrowed = await me(person, { project_id: plain.id });
    expect(narrowed.project_rights).toEqual({});
  });

  it('[EN-003] the rights in projects map a project id to a list of entries', async () => {
    const other = await buildProject(app, { members: [{ id: designer.id, roles: ['designer'] }] });
    const data = await me(designer);
    expect(Object.keys(data.project_access).toSorted()).toEqual([project.id, other.id].map(String).toSorted());
    expect(data.project_access[String(project.id)]).toContainEqual({ action: 'home-Task-publish' });
    expect(data.project_access[String(other.id)]).toEqual([]);
    const narrowed = await me(designer, { project_id: project.id });
    expect(Object.keys(narrowed.project_access)).toEqual([String(project.id)]);
  });

  it('[EN-004] superAdmin and leader are named exactly so, whatever other roles the user holds', async () => {
    const roleOf = async (roles: RoleKey[]) => (await me(await buildPerson(app, { roles }))).roles.role;
    expect(await roleOf(['superAdmin', 'leader'])).toBe('superAdmin');
    expect(await roleOf(['leader', 'finance'])).toBe('leader');
    expect(await roleOf(['general_manager'])).toBe('general_manager');
    // A role that the enterprise made does not count as the built-in role of the same name (safety.md P04, S09).
    const posing = await buildPerson(app);
    await app.platform.db.pool.query(
      `with made as (insert into role (enterprise_id, key, name, kind, access, view_range, sort)
         values ($1, null, 'superAdmin', 'personnel', '{}', 'self', 0) returning id)
       insert into role_holder (enterprise_id, role_id, user_id) select $1, id, $2 from made`,
      [enterpriseId, posing.id],
    );
    expect((await me(posing)).roles.role).toBe('custom');
  });
});

describe('the four audiences', () => {
  const company = [departmentIndex, userIndex, roleIndex] as const;
  const codes = async (token: string) =>
    Promise.all(company.map(async (call) => (await app.call(call, {}, { token })).code));
  const projectsOf = async (token: string): Promise<number[]> =>
    (await app.call(projectIndex, { ispage: 'not' }, { token })).data.list.map(({ id }: { id: number }) => id);

  it('[BU-002] employees see their own projects and no company section', async () => {
    const token = await signIn(designer);
    expect(await codes(token)).toEqual([1005, 1005, 1005]);
    const { data } = await app.call(info, {}, { token });
    expect(await projectsOf(token)).toEqual(Object.keys(data.project_access).map(Number).toReversed());
    const form = editForm(await projectForm(app, manager.id), { id: project.id, version: 1 });
    expect(await app.call(edit, form, { token })).toMatchObject({ code: 1005 });
    expect(await app.call(userTree, {}, { token })).toMatchObject({ code: 0 });
  });

  it('[BU-002] project managers run their projects and no others', async () => {
    const token = await signIn(manager);
    const other = await buildProject(app);
    expect(await codes(token)).toEqual([1005, 1005, 1005]);
    expect(await projectsOf(token)).toEqual([project.id]);
    const { data } = await app.call(projectInfo, { project_id: project.id }, { token });
    expect(data.can).toMatchObject({ edit: true, member: true, archive: true });
    expect(await app.call(projectInfo, { project_id: other.id }, { token })).toMatchObject({ code: 444 });
  });

  it('[BU-002] administrators see the company section and no project from inside', async () => {
    const token = await signIn(await buildPerson(app, { roles: ['administrator'] }));
    expect(await codes(token)).toEqual([0, 0, 0]);
    expect(await projectsOf(token)).toEqual([]);
    expect(await app.call(projectInfo, { project_id: project.id }, { token })).toMatchObject({ code: 444 });
    const all = await app.call(info, {}, { token: await app.admin() });
    expect(actionsOf(all.data.roles.access).toSorted()).toEqual(NODES.map(storedNode).toSorted());
  });

  it('[BU-002] invited partners see their project, its people and no company section', async () => {
    await buildDepartment(app, { name: '造价所' });
    const account = 'partner.one';
    const roles = await app.modules.organisation.roles(enterpriseId);
    const id = await app.platform.db.transaction((trx) =>
      app.modules.organisation.addPerson(trx, enterpriseId, {
        account,
        password: PASSWORD,
        mustChange: false,
        policy: FACTORY_POLICY,
        name: '协作方',
        type: 'partner',
        roleIds: roles.filter(({ key }) => key === 'partner').map((role) => role.id),
      }),
    );
    const shared = await buildProject(app, { managerId: manager.id, members: [{ id, roles: ['partner'] }] });
    const token = await signIn({ account });
    expect(await codes(token)).toEqual([1005, 1005, 1005]);
    expect(await projectsOf(token)).toEqual([shared.id]);
    expect(await app.call(projectInfo, { project_id: project.id }, { token })).toMatchObject({ code: 444 });
    expect((await app.call(members, { project_id: shared.id }, { token })).data.total).toBe(2);
    expect((await app.call(searchDepartments, {}, { token })).data.list).toEqual([]);
    const { departments, people } = (await app.call(userTree, {}, { token })).data;
    expect(departments).toEqual([]);
    expect(people.map((person: { id: number }) => person.id).toSorted()).toEqual([manager.id, id].toSorted());
  });
});
