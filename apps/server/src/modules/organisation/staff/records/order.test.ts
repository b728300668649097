import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userDisable, userIndex } from '@prdm/contract/organisation';
import { userSort } from '@prdm/contract/staff';
import { startApp, type TestApp } from '../../../../testing/servers/start-app.ts';
import { buildDepartment, buildPerson, PASSWORD, type BuiltPerson } from '../../../../testing/worlds/builders.ts';

let app: TestApp;
let admin: string;
let department: number;
let four: BuiltPerson[];
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
});
afterAll(() => app.stop());
beforeEach(async () => {
  department = (await buildDepartment(app)).id;
  four = [];
  for (let n = 0; n < 4; n += 1) four.push(await buildPerson(app, { departmentId: department }));
});
const sort = (input: object, token = admin) => app.call(userSort, input, { token });
const order = async (): Promise<number[]> => {
  const { data } = await app.call(userIndex, { department_id: department }, { token: admin });
  return data.list.map(({ id }: { id: number }) => four.findIndex((one) => one.id === id));
};
const id = (at: number): number => (four[at] as BuiltPerson).id;

describe('the order of people by hand', () => {
  it.each<[string, () => object, number[]]>([
    ['behind a colleague', () => ({ id: id(0), after_id: id(2) }), [1, 2, 0, 3]],
    ['before a colleague', () => ({ id: id(3), before_id: id(1) }), [0, 3, 1, 2]],
    ['to the top', () => ({ id: id(2) }), [2, 0, 1, 3]],
    ['to the end', () => ({ id: id(0), after_id: id(3) }), [1, 2, 3, 0]],
    ['behind the present neighbour', () => ({ id: id(1), after_id: id(0) }), [0, 1, 2, 3]],
  ])('moves one person %s', async (_where, input, expected) => {
    expect(await sort(input())).toMatchObject({ code: 0 });
    expect(await order()).toEqual(expected);
  });

  it('finds room for many moves between two neighbours', async () => {
    for (let n = 0; n < 16; n += 1)
      expect(await sort({ id: id(n % 2 === 0 ? 2 : 3), after_id: id(0) })).toMatchObject({ code: 0 });
    expect(await order()).toEqual([0, 3, 2, 1]);
  });

  it('refuses a neighbour of another state, a mixed form, and a caller without the node', async () => {
    await app.call(userDisable, { id: id(3), version: 1 }, { token: admin });
    expect(await sort({ id: id(0), after_id: id(3) })).toMatchObject({ code: 1001, data: { field: 'after_id' } });
    expect(await sort({ ids: [id(0)], id: id(1) })).toMatchObject({ code: 1001, data: { field: 'id' } });
    expect(await sort({})).toMatchObject({ code: 1001, data: { field: 'id' } });
    const employee = await app.signIn((four[0] as BuiltPerson).account, PASSWORD);
    expect((await sort({ id: id(0) }, employee)).code).toBe(1005);
    expect(await order()).toEqual([0, 1, 2, 3]);
  });
});
