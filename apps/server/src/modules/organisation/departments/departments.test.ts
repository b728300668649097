import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  departmentAdd,
  departmentDel,
  departmentEdit,
  departmentIndex,
  searchDepartments,
} from '@prdm/contract/organisation';
import { buildDepartment, buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
});
afterAll(() => app.stop());

interface Row {
  id: number;
  parent_id: number | null;
  name: string;
  level: number;
  version: number;
  members: number;
  members_below: number;
  sort: number;
  leader_id: number | null;
}
const tree = async (): Promise<Row[]> => (await app.call(departmentIndex, {}, { token: admin })).data.list;
const row = async (id: number): Promise<Row | undefined> => (await tree()).find((entry) => entry.id === id);
const add = (input: Record<string, unknown>) => app.call(departmentAdd, input, { token: admin });

async function chain(levels: number): Promise<number[]> {
  const ids: number[] = [];
  for (let level = 1; level <= levels; level += 1) {
    const answer = await add({
      name: `级${level}-${Math.random()}`,
      ...(ids.length > 0 ? { parent_id: ids.at(-1) } : {}),
    });
    ids.push(answer.data.id);
  }
  return ids;
}

async function moveUnder(id: number, parent_id: number) {
  const entry = await row(id);
  const input = { id, version: entry?.version, name: entry?.name, parent_id };
  return app.call(departmentEdit, input, { token: admin });
}

describe('the department tree', () => {
  it('[VA-018] is at most five levels deep', async () => {
    const ids = await chain(5);
    expect((await row(ids[4] ?? 0))?.level).toBe(5);
    const sixth = await add({ name: '第六级', parent_id: ids[4] });
    expect(sixth).toMatchObject({ code: 1001, data: { field: 'parent_id' }, msg: '部门最多五级' });
    expect((await tree()).some((entry) => entry.name === '第六级')).toBe(false);
  });

  it('[VA-019] keeps a department with children or people, and removes a leaf', async () => {
    const [top = 0, below = 0] = await chain(2);
    const del = async (id: number) =>
      app.call(departmentDel, { id, version: (await row(id))?.version }, { token: admin });
    expect(await del(top)).toMatchObject({ code: 1019 });
    const person = await buildPerson(app, { departmentId: below });
    expect(await del(below)).toMatchObject({ code: 1019 });
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [person.id]);
    expect(await del(below)).toMatchObject({ code: 1019 });
    await app.platform.db.pool.query(`update staff set status = 'former' where user_id = $1`, [person.id]);
    expect(await del(below)).toMatchObject({ code: 0 });
    expect(await del(top)).toMatchObject({ code: 0 });
    expect((await tree()).map(({ id }) => id)).not.toContain(top);
    expect(await app.call(departmentDel, { id: top, version: 1 }, { token: admin })).toMatchObject({ code: 1006 });
  });

  it('moves a department with all its descendants', async () => {
    const [a = 0, b = 0, c = 0] = await chain(3);
    const other = await buildDepartment(app);
    const edit = async (id: number, parent_id: number | '') => {
      const { name, version } = (await row(id)) ?? { name: '', version: 0 };
      return app.call(departmentEdit, { id, version, name, parent_id }, { token: admin });
    };
    expect(await edit(b, other.id)).toMatchObject({ code: 0 });
    expect(await row(c)).toMatchObject({ parent_id: b, level: 3 });
    expect(await edit(b, '')).toMatchObject({ code: 0 });
    expect(await row(b)).toMatchObject({ parent_id: null, level: 1 });
    expect(await row(c)).toMatchObject({ level: 2 });
    expect(await edit(b, c)).toMatchObject({ code: 1001, msg: '不能移动到自己的下级部门' });
    const deep = await chain(4);
    expect(await edit(b, deep[3] ?? 0)).toMatchObject({ code: 1001, msg: '部门最多五级' });
    expect(await row(a)).toMatchObject({ level: 1 });
  });

  it('refuses a stale version and the name of a sibling', async () => {
    const top = await buildDepartment(app);
    const one = await buildDepartment(app, { parentId: top.id });
    const two = await buildDepartment(app, { parentId: top.id });
    expect(await add({ name: one.name, parent_id: top.id })).toMatchObject({ code: 1018, data: { field: 'name' } });
    expect(await add({ name: one.name })).toMatchObject({ code: 0 });
    const edit = (change: object) =>
      app.call(
        departmentEdit,
        { id: two.id, version: 1, name: two.name, parent_id: top.id, ...change },
        { token: admin },
      );
    expect(await edit({ name: one.name })).toMatchObject({ code: 1018 });
    const both = await Promise.all([edit({ name: '甲室' }), edit({ name: '乙室' })]);
    expect(both.map((answer) => answer.code).toSorted((x, y) => x - y)).toEqual([0, 1009]);
  });

  it('has no cycle after two departments are moved below each other at the same moment', async () => {
    const pairs: [number, number][] = [];
    for (let pair = 0; pair < 5; pair += 1) {
      const [a = 0] = await chain(2);
      const [b = 0] = await chain(2);
      pairs.push([a, b]);
    }
    const answers = await Promise.all(pairs.flatMap(([a, b]) => [moveUnder(a, b), moveUnder(b, a)]));
    const codes = pairs.map((_pair, at) => [answers[2 * at]?.code, answers[2 * at + 1]?.code].toSorted());
    expect(codes).toEqual(pairs.map(() => [0, 1001]));
  });

  it('counts people in a department and below it', async () => {
    const [top = 0, below = 0] = await chain(2);
    await buildPerson(app, { departmentId: top });
    await buildPerson(app, { departmentId: below });
    await buildPerson(app, { departmentId: below });
    expect(await row(top)).toMatchObject({ members: 1, members_below: 3 });
    expect(await row(below)).toMatchObject({ members: 2, members_below: 2 });
  });

  it('is written by administrators of people, and read by pickers', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    for (const call of [departmentIndex, departmentAdd, departmentEdit, departmentDel])
      expect(await app.call(call, {}, { token })).toMatchObject({ code: 1005 });
    const administrator = await buildPerson(app, { roles: ['administrator'] });
    const allowed = await app.call(
      departmentAdd,
      { name: '档案室' },
      { token: await app.signIn(administrator.account, PASSWORD) },
    );
    expect(allowed).toMatchObject({ code: 0 });
  });

  it('emits an event for every change', async () => {
    const leader = await buildPerson(app);
    const { id, name } = await buildDepartment(app, { leaderId: leader.id });
    await app.call(departmentEdit, { id, version: 1, name: `${name}改`, leader_id: leader.id }, { token: admin });
    const { rows } = await app.platform.db.pool.query(
      `select event, user_name, target_name, before->>'name' as before, after->>'name' as after from action_log
       where target_kind = 'department' and target_id = $1 order by id`,
      [id],
    );
    expect(rows).toMatchObject([
      { event: 'organisation.departmentAdded', user_name: 'system', after: name },
      { event: 'organisation.departmentEdited', user_name: '系统管理员', before: name, after: `${name}改` },
    ]);
  });
});

describe('searching departments', () => {
  it('[API-021] finds departments whose name contains the word, with their paths', async () => {
    const top = await buildDepartment(app, { name: '第三设计院' });
    const room = await buildDepartment(app, { name: '结构所', parentId: top.id });
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    const search = async (word: string) => (await app.call(searchDepartments, { word }, { token })).data.list;
    expect(await search('结构')).toEqual([
      { id: room.id, parent_id: top.id, name: '结构所', level: 2, path: ['第三设计院', '结构所'] },
    ]);
    expect((await search('第三')).map((entry: Row) => entry.id)).toEqual([top.id]);
    expect(await search('没有的')).toEqual([]);
  });
});
