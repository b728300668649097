import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import { index, members, overview } from '@prdm/contract/projects';
import * as staff from '@prdm/contract/staff';
import { buildProject, theEnterprise } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/** Lists without pages with more people than their limit: `total` counts everybody, the list ends at the limit. */
const CROWD = LIMITS.unpagedMax + 5;
let app: TestApp;
let admin: string;
let enterpriseId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  enterpriseId = await theEnterprise(app);
  await app.platform.db.pool.query(
    `with born as (
       insert into account (enterprise_id, account, account_key, password_hash)
       select $1, 'crowd' || n, 'crowd' || n, 'none' from generate_series(1, $2) n returning id, account)
     insert into staff (enterprise_id, user_id, name, account) select $1, id, account, account from born`,
    [enterpriseId, CROWD],
  );
  await app.platform.db.pool.query(
    `insert into role_holder (enterprise_id, role_id, user_id)
     select $1, (select id from role where enterprise_id = $1 and key = 'administrator'), user_id from staff where name like 'crowd%'`,
    [enterpriseId],
  );
});
afterAll(() => app.stop());

const ask = async (call: Parameters<TestApp['call']>[0], input: unknown = {}) =>
  (await app.call(call, input, { token: admin })).data;
const capped = LIMITS.countCap + 1;

it('lists of active people end at the limit, and their total is larger', async () => {
  const [role] = (await app.modules.organisation.roles(enterpriseId)).filter(({ key }) => key === 'administrator');
  for (const data of [
    await ask(staff.workers),
    await ask(staff.managers),
    await ask(staff.specifyUser, { role_id: role?.id }),
  ]) {
    expect(data.list).toHaveLength(LIMITS.unpagedMax);
    expect(data.total).toBe(capped);
  }
  const one = await ask(staff.specifyUser, { account: 'crowd7' });
  expect([one.list.length, one.total]).toEqual([1, 1]);
});

it('the list of members ends at the limit, its total does not', async () => {
  const { id } = await buildProject(app);
  await app.platform.db.pool.query(
    `insert into project_member (enterprise_id, project_id, user_id)
     select $1, $2, user_id from staff where name like 'crowd%'`,
    [enterpriseId, id],
  );
  for (const call of [members, staff.projectUser]) {
    const { list, total } = await ask(call, { project_id: id });
    expect(list).toHaveLength(LIMITS.unpagedMax);
    expect(total).toBe(CROWD + 1);
  }
  expect((await ask(overview, { project_id: id })).member_count).toBe(CROWD + 1);
  const row = (await ask(index)).list.find((each: { id: number }) => each.id === id);
  expect(row.member_count).toBe(CROWD + 1);
});
