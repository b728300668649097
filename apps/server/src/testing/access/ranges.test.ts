import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { find, home } from '@prdm/contract/home';
import { info as me } from '@prdm/contract/me';
import {
  departmentAdd,
  departmentEdit,
  departmentIndex,
  userAdd,
  userDisable,
  userIndex,
} from '@prdm/contract/organisation';
import { edit, index as projectIndex, info as projectInfo, memberAdd, overview } from '@prdm/contract/projects';
import { managers, specifyUser, userInfo, userModify, userSort, workers } from '@prdm/contract/staff';
import { index as taskIndex, info as taskInfo, publish } from '@prdm/contract/tasks';
import { CODES } from '@prdm/contract/codes';
import type { Endpoint } from '@prdm/contract/kit';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  buildTask,
  PASSWORD,
  type BuiltPerson,
} from '../worlds/builders.ts';
import { buildHolder, setFact } from '../worlds/ranges.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';

/* Two departments beside each other, one of them with a department below it; a head, and administrators of different reach. */
let app: TestApp;
let here: { id: number };
let below: { id: number };
let there: { id: number };
type Actor = 'head' | 'narrow' | 'manager' | 'employee' | 'tasks';
const people = {} as Record<Actor | 'inHere' | 'inBelow' | 'inThere', BuiltPerson>;
const tokens = {} as Record<Actor, string>;

beforeAll(async () => {
  app = await startApp({ works: false });
  here = await buildDepartment(app, { name: '建筑所' });
  below = await buildDepartment(app, { name: '方案室', parentId: here.id });
  there = await buildDepartment(app, { name: '结构所' });
  people.head = await buildPerson(app, { name: '张所长', departmentId: here.id });
  people.inHere = await buildPerson(app, { name: '郑一', departmentId: here.id, phone: '13911110001' });
  people.inBelow = await buildPerson(app, { name: '郑二', departmentId: below.id, phone: '13911110002' });
  people.inThere = await buildPerson(app, { name: '郑三', departmentId: there.id, phone: '13911110003' });
  people.employee = await buildPerson(app, { name: '员工', departmentId: here.id });
  people.manager = await buildPerson(app, { name: '经理', departmentId: there.id });
  people.narrow = await buildHolder(app, {
    nodes: ['Company-user'],
    viewRange: 'department_and_below',
    departmentId: here.id,
  });
  people.tasks = await buildHolder(app, { nodes: ['Task-all'], viewRange: 'enterprise' });
  await setFact(app, 'department.leader_id', here.id, people.head.id);
  for (const actor of ['head', 'narrow', 'manager', 'employee', 'tasks'] as const)
    tokens[actor] = await app.signIn(people[actor].account, PASSWORD);
});
afterAll(() => app.stop());

const as = async (actor: Actor, endpoint: Endpoint, input: unknown) =>
  app.call(endpoint, input, { token: tokens[actor] });
const idsOf = (answer: { data: unknown }): number[] =>
  (answer.data as { list: { id: number }[] }).list.map(({ id }) => id).toSorted((a, b) => a - b);
const sorted = (...list: number[]): number[] => list.toSorted((a, b) => a - b);

describe('the staff', () => {
  const inRange = () =>
    sorted(...[people.head, people.inHere, people.inBelow, people.employee, people.narrow].map(({ id }) => id));

  it.each(['head', 'narrow'] as const)(
    'of the range is what the %s sees: list, count, search, pickers and record agree',
    async (actor) => {
      const list = await as(actor, userIndex, { size: 200 });
      expect([list.code, idsOf(list), list.data.total]).toEqual([0, inRange(), inRange().length]);
      expect(idsOf(await as(actor, userIndex, { word: '郑' }))).toEqual(sorted(people.inHere.id, people.inBelow.id));
      expect(idsOf(await as(actor, userIndex, { department_id: there.id }))).toEqual([]);
      expect(idsOf(await as(actor, workers, {}))).toEqual(inRange());
      expect(idsOf(await as(actor, managers, {})).filter((id) => !inRange().includes(id))).toEqual([]);
      expect((await as(actor, specifyUser, { account: people.inThere.account })).code).toBe(CODES.accountUnknown);
      for (const [person, code] of [
        [people.inBelow, 0],
        [people.inThere, CODES.denied],
      ] as const)
        expect((await as(actor, userInfo, { id: person.id })).code).toBe(code);
      const tree = await as(actor, departmentIndex, {});
      expect(idsOf(tree)).toEqual(sorted(here.id, below.id));
      expect(tree.data.list[0]).toMatchObject({ id: here.id, members: 4, members_below: 5 });
    },
  );

  it('keeps phone numbers outside the range out of the search', async () => {
    const found = async (actor: Actor, word: string) => {
      const { data } = await as(actor, find, { word });
      return (data.people as { id: number; phone: string | null }[]).map(({ id, phone }) => [id, phone]);
    };
    expect(await found('head', '1391111')).toEqual([
      [people.inHere.id, '13911110001'],
      [people.inBelow.id, '13911110002'],
    ]);
    expect(await found('head', '郑三')).toEqual([[people.inThere.id, null]]);
    expect(await found('employee', '1391111')).toEqual([]);
  });

  it('of a head is read-only; an employee sees no list', async () => {
    const { data } = await as('head', userIndex, {});
    expect(data.list.flatMap(({ can }: { can: object }) => Object.values(can)).includes(true)).toBe(false);
    const { version } = (await as('head', userInfo, { id: people.inHere.id })).data;
    const change = { id: people.inHere.id, version, name: '改名', department_id: here.id };
    for (const [call, input] of [
      [userModify, change],
      [userDisable, { id: people.inHere.id, version }],
      [userSort, { ids: [people.inHere.id] }],
      [departmentEdit, { id: below.id, version: 1, name: 'x' }],
    ] as const)
      expect((await as('head', call, input)).code, call.path).toBe(CODES.denied);
    for (const call of [userIndex, departmentIndex, workers])
      expect((await as('employee', call, {})).code).toBe(CODES.denied);
  });

  it('is changed by an administrator only within the view range', async () => {
    const versionOf = async ({ id }: BuiltPerson) =>
      (await app.call(userInfo, { id }, { token: await app.admin() })).data.version;
    const record = async (person: BuiltPerson, departmentId: number) => ({
      id: person.id,
      version: await versionOf(person),
      name: person.name,
      department_id: departmentId,
    });
    expect((await as('narrow', userModify, await record(people.inHere, below.id))).code).toBe(0);
    expect((await as('narrow', userModify, await record(people.inHere, here.id))).code).toBe(0);
    // Out of the range: the person, the new department, and the department of a new person.
    const away = await as('narrow', userModify, await record(people.inHere, there.id));
    expect([away.code, away.data.field]).toEqual([CODES.denied, 'department_id']);
    expect((await as('narrow', userModify, await record(people.inThere, here.id))).code).toBe(CODES.denied);
    const add = { account: 'new-in-range', name: '新人', role_ids: [] };
    expect((await as('narrow', userAdd, { ...add, department_id: there.id })).code).toBe(CODES.denied);
    expect((await as('narrow', userAdd, { ...add, department_id: below.id })).code).toBe(0);
    expect((await as('narrow', userSort, { ids: [people.inHere.id, people.inThere.id] })).code).toBe(CODES.denied);
    const rows = (await as('narrow', userIndex, {})).data.list as { id: number; can: { edit: boolean } }[];
    expect(rows.find(({ id }) => id === people.inHere.id)?.can.edit).toBe(true);
  });

  it('and its departments are placed only within the view range', async () => {
    expect((await as('narrow', departmentAdd, { name: '顶层', is_production: true })).code).toBe(CODES.denied);
    expect((await as('narrow', departmentAdd, { name: '别处', parent_id: there.id })).code).toBe(CODES.denied);
    const added = await as('narrow', departmentAdd, { name: '深化室', parent_id: here.id });
    expect(added.code).toBe(0);
    const moved = { id: added.data.id, version: 1, name: '深化室', parent_id: there.id };
    expect((await as('narrow', departmentEdit, moved)).code).toBe(CODES.denied);
    expect((await as('narrow', departmentEdit, { ...moved, parent_id: below.id })).code).toBe(0);
    expect((await as('narrow', departmentEdit, { id: there.id, version: 1, name: 'x' })).code).toBe(CODES.denied);
  });

  it('names the headed departments for the menu', async () => {
    expect((await as('head', me, {})).data.heads).toEqual([{ id: here.id, name: '建筑所', as: 'head' }]);
    expect((await as('employee', me, {})).data.heads).toEqual([]);
  });
});

describe('projects', () => {
  let mine: { id: number };
  let other: { id: number };
  let task: { id: number; version: number };
  beforeAll(async () => {
    mine = await buildProject(app, { name: '甲项目', managerId: people.manager.id, departmentId: below.id });
    other = await buildProject(app, { name: '乙项目', managerId: people.manager.id, departmentId: there.id });
    const by = { assignerId: people.manager.id, fields: { title: '平面图 甲' } };
    task = await buildTask(app, { projectId: mine.id, ...by });
    await buildTask(app, { projectId: mine.id, ...by, state: 'not_started' });
    await buildTask(app, { projectId: other.id, ...by, fields: { title: '平面图 乙' } });
  });

  it('of headed departments are listed, counted and opened read-only, those of others are not', async () => {
    const list = await as('head', projectIndex, {});
    expect([idsOf(list), list.data.total]).toEqual([[mine.id], 1]);
    expect(Object.values(list.data.list[0].can)).not.toContain(true);
    for (const call of [projectInfo, overview]) {
      expect((await as('head', call, { project_id: mine.id })).code).toBe(0);
      expect((await as('head', call, { project_id: other.id })).code).toBe(CODES.notInProject);
      expect((await as('employee', call, { project_id: mine.id })).code).toBe(CODES.notInProject);
    }
    for (const [call, input] of [
      [
        edit,
        {
          project_id: mine.id,
          version: 1,
          name: 'x',
          short_name: 'x',
          type_id: 1,
          stage_id: 1,
          build_area: 1,
          bim_area: 1,
        },
      ],
      [memberAdd, { project_id: mine.id, user_ids: [people.head.id] }],
      [publish, { id: task.id, version: task.version }],
    ] as const)
      expect((await as('head', call, input)).code, call.path).toBeOneOf([CODES.denied, CODES.invalid]);
  });

  it('bring their published tasks into the lists: all projects, one project, home and search', async () => {
    const every = await as('head', taskIndex, {});
    expect([idsOf(every), every.data.total]).toEqual([[task.id], 1]);
    expect(idsOf(await as('head', taskIndex, { project_id: mine.id }))).toEqual([task.id]);
    expect((await as('head', taskIndex, { project_id: other.id })).code).toBe(CODES.notInProject);
    expect((await as('head', taskInfo, { id: task.id })).code).toBe(0);
    const { data } = await as('head', find, { word: '平面图' });
    expect(data.tasks.map(({ id, project_name }: { id: number; project_name: string }) => [id, project_name])).toEqual([
      [task.id, '甲项目'],
    ]);
    expect((await as('head', find, { word: '项目' })).data.projects).toHaveLength(1);
    expect((await as('head', home, {})).code).toBe(0);
  });

  it('are all open to a role with Task-all and the range of the enterprise', async () => {
    expect(idsOf(await as('tasks', projectIndex, {}))).toEqual(sorted(mine.id, other.id));
    expect((await as('tasks', projectInfo, { project_id: other.id })).code).toBe(0);
    expect((await as('tasks', taskIndex, {})).data.total).toBe(2);
    expect((await as('tasks', publish, { id: task.id, version: task.version })).code).toBe(CODES.denied);
  });

  it('close again when the headship ends', async () => {
    await setFact(app, 'department.leader_id', here.id, null);
    expect((await as('head', projectInfo, { project_id: mine.id })).code).toBe(CODES.notInProject);
    expect((await as('head', projectIndex, {})).data.total).toBe(0);
    await setFact(app, 'department.leader_id', here.id, people.head.id);
  });
});
