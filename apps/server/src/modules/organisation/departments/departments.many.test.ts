import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import {
  departmentAdd,
  departmentDel,
  departmentEdit,
  departmentIndex,
  userRestore,
} from '@prdm/contract/organisation';
import { userInfo } from '@prdm/contract/staff';
import { buildDepartment, buildPerson, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let enterpriseId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

const query = (text: string, values: unknown[] = []) => app.platform.db.pool.query(text, values);
const add = (input: Record<string, unknown>, lang = 'zh') => app.call(departmentAdd, input, { token: admin, lang });
const listed = async () => (await app.call(departmentIndex, {}, { token: admin })).data;

describe('the largest number of departments', () => {
  it('can be listed, moved and removed; one more answers the limit, and a removal makes room again', async () => {
    await query(
      `insert into department (enterprise_id, name, level)
       select $1, 'filler ' || n, 1 from generate_series(1, $2 - (select count(*)::int from department) - 1) n`,
      [enterpriseId, LIMITS.unpagedMax],
    );
    const last = await add({ name: '最后一个', sort: 100_000 });
    expect(last).toMatchObject({ code: 0 });
    expect(await listed()).toMatchObject({ total: LIMITS.unpagedMax });
    const refused = { code: 1001, data: { field: 'name' } };
    expect(await add({ name: '多一个' })).toMatchObject({ ...refused, msg: '部门最多 1000 个' });
    expect(await add({ name: 'One more' }, 'en')).toMatchObject({
      ...refused,
      msg: 'There can be at most 1000 departments',
    });
    // A list with a limit would leave out its last entry first.
    const { list } = await listed();
    const top = list[0].id;
    const { id } = last.data;
    const move = { id, version: 1, name: '最后一个', parent_id: top, sort: 100_000 };
    expect(await app.call(departmentEdit, move, { token: admin })).toMatchObject({ code: 0 });
    expect(await app.call(departmentDel, { id, version: 2 }, { token: admin })).toMatchObject({ code: 0 });
    expect(await add({ name: '多一个' })).toMatchObject({ code: 0 });
  });
});

it('a restored user of a removed department gets a place, also when departments form a cycle', async () => {
  await query(`update department set deleted_at = now() where name like 'filler %'`);
  const [one, two] = [await buildDepartment(app), await buildDepartment(app)];
  const person = await buildPerson(app, { departmentId: one.id });
  await query(`update staff set status = 'former' where user_id = $1`, [person.id]);
  await query(
    'update department set deleted_at = now(), parent_id = case id when $1 then $2 else $1 end where id in ($1, $2)',
    [one.id, two.id],
  );
  const { version } = (await app.call(userInfo, { id: person.id }, { token: admin })).data;
  expect(await app.call(userRestore, { id: person.id, version }, { token: admin })).toMatchObject({ code: 0 });
  const { data } = await app.call(userInfo, { id: person.id }, { token: admin });
  expect(data).toMatchObject({ status: 'active', department_id: null });
});
