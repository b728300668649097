import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginPwd } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { departmentAdd, departmentDel, userAdd } from '@prdm/contract/organisation';
import * as projects from '@prdm/contract/projects';
import * as tasks from '@prdm/contract/tasks';
import { callAt, signInAt } from '../servers/start-two.ts';
import { buildDepartment, buildPerson, buildProject, buildTask, PASSWORD, theEnterprise } from '../worlds/builders.ts';
import { projectForm } from '../worlds/project-form.ts';
import { counted, holding, parallel, startSafety, type Safety } from './steps.ts';
import { rawCall } from './raw-call.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety({ sso: true });
}, 120_000);
afterAll(() => safety.stop(), 60_000);

it('S32: of 50 parallel uses of one mail code exactly one sets the password', async () => {
  const { codeFor, fresh, setPassword, two } = safety;
  const { email, from } = fresh();
  await buildPerson(two, { email });
  const code = await codeFor(email, 'forget', { from: from(0) });
  const answers = await parallel(50, (n) => setPassword(n, email, code, { from: from(n) }));
  expect([counted(answers, 0), counted(answers, 1004)]).toEqual([1, 49]);
}, 60_000);

it('S32: of 50 parallel sign-ins with one key exactly one succeeds', async () => {
  const { at, fresh, sealed, two } = safety;
  const { from } = fresh();
  const { account } = await buildPerson(two);
  const input = { account, ...(await sealed(0, PASSWORD)) };
  const answers = await parallel(50, (n) => rawCall(at(n), loginPwd, input, { from: from(n) }));
  expect(counted(answers, 0)).toBe(1);
  expect(answers.every(({ code }) => [0, 1003, 1007].includes(code))).toBe(true);
}, 60_000);

it('S32: of 50 parallel uses of one state of single sign-on exactly one gets a link', async () => {
  const { callback, confirmed } = safety;
  const answer = await confirmed('state-once');
  const answers = await parallel(50, (n) => callback(n, answer));
  expect([counted(answers, 0), counted(answers, 1008)]).toEqual([1, 49]);
  expect(answers.filter(({ code }) => code !== 0).map(({ data }) => data.reason)).toEqual(Array(49).fill('state'));
}, 60_000);

it('S32: of 50 parallel uses of one link ticket exactly one links an account and signs in', async () => {
  const { callback, confirmed, fresh, link, query } = safety;
  const { from } = fresh();
  const people = await safety.people(10);
  const { data } = await callback(1, await confirmed('ticket-once'));
  const answers = await parallel(50, (n) =>
    link(n, data.link.ticket, people[n % 10]?.account ?? '', { from: from(n) }),
  );
  expect([counted(answers, 0), counted(answers, 1008)]).toEqual([1, 49]);
  const { rows } = await query(`select user_id from sso_identity where subject = 'ticket-once'`);
  expect(rows).toHaveLength(1);
  const { rows: sessions } = await query('select distinct user_id from session where user_id = any($1)', [
    people.map(({ id }) => id),
  ]);
  expect(sessions).toEqual(rows);
}, 60_000);

it.each(['password', 'sso'] as const)(
  'S42: 50 parallel calls at the rotation of a %s token get one new token, and none ends',
  async (way) => {
    const { at, callback, confirmed, link, query, two } = safety;
    const { id, account } = await buildPerson(two);
    const token =
      way === 'password'
        ? await signInAt(at(0), account, PASSWORD)
        : (await link(0, (await callback(0, await confirmed('rotates'))).data.link.ticket, account)).data.token;
    await query(`update session set token_since = token_since - interval '31 minutes' where user_id = $1`, [id]);
    const answers = await parallel(50, (n) => rawCall(at(n), info, {}, holding(token)));
    expect(counted(answers, 0)).toBe(50);
    const given = answers.flatMap(({ replacement }) => replacement ?? []);
    expect(given).toHaveLength(1);
    const next = (given[0] ?? '').replace(/^Bearer /, '');
    expect(next.startsWith('sso_')).toBe(way === 'sso');
    // Both tokens are valid on both processes until the grace has passed.
    for (const turn of [0, 1])
      for (const held of [next, token])
        expect(await rawCall(at(turn), info, {}, holding(held))).toMatchObject({ code: 0, replacement: undefined });
    await query(`update session set previous_until = now() - interval '1 second' where user_id = $1`, [id]);
    for (const turn of [0, 1]) expect((await rawCall(at(turn), info, {}, holding(token))).code).toBe(5);
    // A use after the grace means that two clients hold the token.
    expect((await rawCall(at(0), info, {}, holding(next))).code).toBe(5);
  },
);

/** Sets a limit of the enterprise. */
const limitTo = async (column: 'member_limit' | 'project_limit', limit: number): Promise<void> =>
  void (await safety.query(`update enterprise set ${column} = $1 where id = $2`, [
    limit,
    await theEnterprise(safety.two),
  ]));

it('S60: of 100 parallel new people on two processes exactly one takes the last place', async () => {
  const { at, admin, query, two } = safety;
  const { id: department_id } = await buildDepartment(two);
  const count = async () =>
    Number((await query(`select count(*) as n from staff where status <> 'former' and type <> 'partner'`)).rows[0].n);
  const token = await admin();
  const before = await count();
  await limitTo('member_limit', before + 1);
  try {
    const answers = await parallel(100, (n) =>
      callAt(at(n), userAdd, { account: `last${n}`, name: `末位${n}`, department_id, role_ids: [] }, token),
    );
    expect([counted(answers, 0), counted(answers, 1010)]).toEqual([1, 99]);
    expect(await count()).toBe(before + 1);
  } finally {
    await limitTo('member_limit', 1000);
  }
}, 120_000);

it('S60: of 100 parallel new projects on two processes exactly one takes the last place', async () => {
  const { at, admin, query, two } = safety;
  const manager = await buildPerson(two);
  const form = await projectForm(two, manager.id);
  const count = async () => Number((await query('select count(*) as n from project')).rows[0].n);
  const token = await admin();
  const before = await count();
  await limitTo('project_limit', before + 1);
  try {
    const answers = await parallel(100, (n) => callAt(at(n), projects.add, { ...form, name: `末位${n}` }, token));
    expect([counted(answers, 0), counted(answers, 1011)]).toEqual([1, 99]);
    expect(await count()).toBe(before + 1);
  } finally {
    await limitTo('project_limit', 500);
  }
}, 120_000);

it('S60: of 100 parallel sub-tasks on two processes exactly one takes the last hours of the parent', async () => {
  const { at, two, query } = safety;
  const manager = await buildPerson(two);
  const { id: project_id } = await buildProject(two, { managerId: manager.id });
  const fields = { required_hours: '10' };
  const parent = await buildTask(two, { projectId: project_id, assignerId: manager.id, fields });
  const token = await signInAt(at(0), manager.account, PASSWORD);
  const { rows } = await query('select stage_id from task where id = $1', [parent.id]);
  const child = (n: number, hours: string) =>
    callAt(
      at(n),
      tasks.add,
      {
        project_id,
        parent_id: parent.id,
        title: `子任务${n}`,
        stage_id: rows[0].stage_id,
        executor_ids: [manager.id],
        stages: [{ name: '校对', executor_ids: [manager.id] }],
        required_hours: hours,
      },
      token,
    );
  expect(await child(0, '9')).toMatchObject({ code: 0 });
  const answers = await parallel(100, (n) => child(n, '1'));
  expect([counted(answers, 0), counted(answers, 1008)]).toEqual([1, 99]);
}, 60_000);

it('S61: 50 parallel pairs of adding a child and deleting its parent leave no orphan', async () => {
  const { at, admin, query, two } = safety;
  const token = await admin();
  const parents: { id: number; name: string }[] = [];
  for (let n = 0; n < 50; n += 1) parents.push(await buildDepartment(two));
  const outcomes = await parallel(50, async (n) => {
    const { id, name } = parents[n] ?? { id: 0, name: '' };
    const adding = () => callAt(at(n), departmentAdd, { name: `${name}下`, parent_id: id }, token);
    const deleting = () => callAt(at(n + 1), departmentDel, { id, version: 1 }, token);
    const [one, other] = await Promise.all(n % 4 < 2 ? [adding(), deleting()] : [deleting(), adding()]);
    return n % 4 < 2 ? [one.code, other.code] : [other.code, one.code];
  });
  const [added, deleted] = [outcomes.filter(([add]) => add === 0), outcomes.filter(([, del]) => del === 0)];
  console.log(`50 x add a child against delete the parent: ${added.length} added, ${deleted.length} deleted`);
  expect(added.length + deleted.length).toBe(50);
  for (const outcome of outcomes) expect(['0 1019', '1006 0', '1008 0', '1001 0']).toContain(outcome.join(' '));
  const { rows } = await query(
    `select c.id from department c join department p on p.id = c.parent_id
     where c.deleted_at is null and (p.deleted_at is not null or c.level <> p.level + 1 or c.level > 5)`,
  );
  expect(rows).toEqual([]);
}, 60_000);
