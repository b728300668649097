import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLE_KINDS } from '@prdm/contract/nodes';
import { roleIndex } from '@prdm/contract/organisation';
import { info, memberRole, members, roles, transferManager } from '@prdm/contract/projects';
import { buildPerson, buildProject } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/* The roles of a fresh enterprise, and the leading ones in a project. */
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  token = await app.admin();
});
afterAll(() => app.stop());

const call = async (endpoint: Parameters<TestApp['call']>[0], input: object) => {
  const answer = await app.call(endpoint, input, { token });
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 });
  return answer.data;
};
interface Role {
  id: number;
  key: string;
  kind: string;
  name: string;
}

const LEADING = [
  ['project_leader', '项目负责人'],
  ['coordinator', '项目协调人'],
  ['design_room_director', '设计室主任'],
  ['equipment_room_director', '设备室主任'],
  ['leader', '分管领导'],
  ['general_manager', '总经理'],
  ['project_manager', '项目经理'],
  ['business_manager', '商务经理'],
  ['bidding_manager', '投标经理'],
] as const;

it('[PE-001] a fresh enterprise lists its administrators, the managers of the enterprise, project and personnel roles', async () => {
  const list: Role[] = (await call(roleIndex, {})).list;
  expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(ROLE_KINDS));
  const kindOf = (key: string) => list.find((role) => role.key === key)?.kind;
  // The administrator of the system and the one of the enterprise are roles for administrators.
  expect([kindOf('superAdmin'), kindOf('administrator')]).toEqual(['admin', 'admin']);
  // The managers of the enterprise are personnel, those of a project belong to it.
  expect([kindOf('leader'), kindOf('general_manager')]).toEqual(['personnel', 'personnel']);
  expect([kindOf('project_manager'), kindOf('designer')]).toEqual(['project', 'project']);
});

it('[PE-001] each of the nine leading roles can be chosen in a project and is given to a member', async () => {
  const offered: Role[] = (await call(roles, {})).list;
  const given = new Map(offered.map((role) => [role.key, role]));
  expect(LEADING.map(([key]) => given.get(key)?.name)).toEqual(LEADING.map(([, name]) => name));
  const [manager, person] = [await buildPerson(app), await buildPerson(app)];
  const project = await buildProject(app, { managerId: manager.id, members: [{ id: person.id, roles: [] }] });
  const project_id = project.id;
  const memberOf = async (id: number): Promise<{ version: number; roles: Role[] }> =>
    (await call(members, { project_id })).list.find((member: { user_id: number }) => member.user_id === id);
  for (const [key] of LEADING.filter(([leading]) => leading !== 'project_manager')) {
    const { version } = await memberOf(person.id);
    const held = [{ role_id: given.get(key)?.id }];
    await call(memberRole, { project_id, user_id: person.id, version, roles: held });
    expect((await memberOf(person.id)).roles.map((role) => role.key)).toEqual([key]);
  }
  // A project has one manager, whom a hand-over of the project chooses.
  const { version } = await call(info, { project_id });
  await call(transferManager, { project_id, manager_id: person.id, version });
  expect((await memberOf(person.id)).roles.map((role) => role.key)).toContain('project_manager');
  expect((await memberOf(manager.id)).roles.map((role) => role.key)).not.toContain('project_manager');
});
