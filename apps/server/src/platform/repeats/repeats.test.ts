import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { userAdd } from '@prdm/contract/organisation';
import { memberDel, transferManager } from '@prdm/contract/projects';
import { pass as passReview } from '@prdm/contract/processes/review';
import { add, del, edit, index, publish, start, submit } from '@prdm/contract/tasks';
import { mkdir } from '@prdm/contract/files';
import { buildDepartment, buildPerson, buildProject, PASSWORD, rootFolder } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const newKey = (): string => randomUUID();
const query = async (text: string, values: unknown[] = []) => (await app.platform.db.pool.query(text, values)).rows;
const call = (endpoint: Endpoint, input: unknown, by: Pick<Signed, 'token'>, key: string) =>
  app.call(endpoint, input, { token: by.token, key });
const titled = async (title: string): Promise<number> =>
  (await query('select count(*)::int as n from task where title = $1', [title]))[0].n;
const versionOf = async (id: number): Promise<number> =>
  (await query('select version from task where id = $1', [id]))[0].version;
const events = async (kind: string, id: number): Promise<string[]> =>
  (await query('select event from action_log where target_kind = $1 and target_id = $2 order by id', [kind, id])).map(
    ({ event }) => event,
  );

describe('a call with a key', () => {
  it('[R01] is done once, and its repeat answers the same', async () => {
    const [title, key] = ['只建一次', newKey()];
    const first = await call(add, world.form({ title }), world.lead, key);
    const again = await call(add, world.form({ title }), world.lead, key);
    expect(first.code).toBe(0);
    expect({ ...again, headers: null }).toEqual({ ...first, headers: null });
    expect(await titled(title)).toBe(1);
    expect(await events('task', first.data.id)).toEqual(['tasks.added']);
  });

  it('answers 1009 with another input, and 1001 with a malformed key', async () => {
    const key = newKey();
    await call(add, world.form({ title: '甲' }), world.lead, key);
    const other = await call(add, world.form({ title: '乙' }), world.lead, key);
    expect([other.code, await titled('乙')]).toEqual([1009, 0]);
    for (const bad of ['short', 'x'.repeat(65), 'with space in the key', 'pünktchen-pünktchen', '']) {
      const refused = await call(add, world.form({ title: '乙' }), world.lead, encodeURI(bad).replaceAll('%', '.'));
      expect([bad, refused.code, refused.data.field]).toEqual([bad, 1001, 'Idempotency-Key']);
    }
    expect(await titled('乙')).toBe(0);
  });

  it('belongs to one person and one call', async () => {
    const key = newKey();
    const made = [
      await call(add, world.form({ title: '同一个钥匙' }), world.lead, key),
      await call(add, world.form({ title: '同一个钥匙' }), world.manager, key),
    ];
    expect(made.map(({ code }) => code)).toEqual([0, 0]);
    expect(await titled('同一个钥匙')).toBe(2);
    const id = made[0]?.data.id as number;
    expect((await call(del, { id, version: 1 }, world.lead, key)).code).toBe(0);
  });

  it('runs again after a refusal', async () => {
    const key = newKey();
    const refused = await call(add, world.form({ title: '先拒后成', stages: [] }), world.lead, key);
    expect(refused.code).toBe(1001);
    expect((await call(add, world.form({ title: '先拒后成' }), world.lead, key)).code).toBe(0);
    expect(await titled('先拒后成')).toBe(1);
  });

  it('answers the first result though its own change made the input stale', async () => {
    const { lead, designer, proofreader } = world;
    const id = await world.draft();
    const repeated = async (endpoint: Endpoint, input: object, by: Signed) => {
      const key = newKey();
      const answers = [];
      for (const _turn of [1, 2, 3]) answers.push(await call(endpoint, input, by, key));
      const [first] = answers;
      expect(first?.code).toBe(0);
      for (const { code, data } of answers) expect({ code, data }).toEqual({ code: 0, data: first?.data });
    };
    await repeated(edit, { id, version: 1, title: '新名称' }, lead);
    await repeated(publish, { id, version: await versionOf(id) }, lead);
    await repeated(start, { id, version: await versionOf(id) }, designer);
    await repeated(submit, { id, version: await versionOf(id) }, designer);
    await repeated(passReview, { seat_id: await world.assignmentOf(id, proofreader.id) }, proofreader);
    expect((await events('task', id)).filter((event) => event === 'tasks.submitted')).toHaveLength(1);
    // The deleted record answers 1006, and the key of the deletion still answers success.
    const draft = await world.draft();
    await repeated(del, { id: draft, version: 1 }, lead);
    expect((await app.call(del, { id: draft, version: 1 }, { token: lead.token })).code).toBe(1006);
  });

  it('is judged as usual: ended session 5, removed member 444, lost right 1005', async () => {
    const { manager } = world;
    const person = await buildPerson(app);
    const by = { token: await app.signIn(person.account, PASSWORD) };
    const members = [{ id: person.id, roles: ['professional_leader' as const] }];
    const [left, kept] = [
      await buildProject(app, { managerId: manager.id, members }),
      await buildProject(app, { managerId: manager.id, members }),
    ];
    const formIn = (project: { id: number }) =>
      world.form({
        project_id: project.id,
        executor_ids: [manager.id],
        stages: [{ name: '审核', executor_ids: [manager.id] }],
      });
    const keys = { left: newKey(), kept: newKey() };
    expect((await call(add, formIn(left), by, keys.left)).code).toBe(0);
    expect((await call(add, formIn(kept), by, keys.kept)).code).toBe(0);
    const removal = { project_id: left.id, user_id: person.id };
    expect((await app.call(memberDel, removal, { token: manager.token })).code).toBe(0);
    expect((await call(add, formIn(left), by, keys.left)).code).toBe(444);
    expect((await call(add, formIn(kept), by, keys.kept)).code).toBe(0);
    await query(
      `update project_member_role set role_id = (select id from role where key = 'designer') where user_id = $1`,
      [person.id],
    );
    expect((await call(add, formIn(kept), by, keys.kept)).code).toBe(1005);
    await query('update session set ended_at = now() where user_id = $1', [person.id]);
    expect((await call(add, formIn(kept), by, keys.kept)).code).toBe(5);
  });

  it('answers as any call when the first run gave the own right away', async () => {
    const { manager, lead } = world;
    const { id: projectId } = await buildProject(app, {
      managerId: manager.id,
      members: [{ id: lead.id, roles: ['professional_leader'] }],
    });
    const key = newKey();
    const input = { project_id: projectId, manager_id: lead.id, version: 1 };
    expect((await call(transferManager, input, manager, key)).code).toBe(0);
    expect((await call(transferManager, input, manager, key)).code).toBe(1005);
    expect(await events('project', projectId)).toContain('projects.managerTransferred');
  });
});

describe('parallel calls with one key', () => {
  it('[R01] twenty have one effect and twenty equal answers', async () => {
    const [title, key] = ['二十次', newKey()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(add, world.form({ title, publish: 1 }), world.lead, key)),
    );
    expect(answers.map(({ code, data }) => ({ code, data }))).toEqual(
      answers.map(() => ({ code: 0, data: answers[0]?.data })),
    );
    expect(await titled(title)).toBe(1);
    expect(await events('task', answers[0]?.data.id)).toEqual(['tasks.added', 'tasks.published']);
  });

  it('wait for the first one, and run when it fails', async () => {
    const [title, key] = ['等第一个', newKey()];
    const lock = `select 1 from project where id = ${world.projectId} for update`;
    const one = () => call(add, world.form({ title }), world.lead, key);
    const [first, second] = await whileLocked(app, lock, [one, one], () => Promise.resolve());
    expect([first.code, second.data]).toEqual([0, first.data]);
    // The first one is refused behind the lock, so the second one is refused by its own run.
    const archive = `update project set status = 'archived' where id = ${world.projectId}`;
    const late = { title: '归档之后', key: newKey() };
    const two = () => call(add, world.form({ title: late.title }), world.lead, late.key);
    const refused = await whileLocked(app, lock, [two, two], (client) => client.query(archive));
    expect(refused.map(({ code }) => code)).toEqual([443, 443]);
    await query(`update project set status = 'ongoing' where id = $1`, [world.projectId]);
    expect((await two()).code).toBe(0);
    expect([await titled(title), await titled(late.title)]).toEqual([1, 1]);
  });

  it('with another input wait and answer 1009', async () => {
    const key = newKey();
    const lock = `select 1 from project where id = ${world.projectId} for update`;
    const one = (title: string) => () => call(add, world.form({ title }), world.lead, key);
    const [first, second] = await whileLocked(app, lock, [one('丙'), one('丁')], () => Promise.resolve());
    expect([first.code, second.code, await titled('丁')]).toEqual([0, 1009, 0]);
  });
});

describe('a stored answer', () => {
  it('[R01] does not show a generated password, but its repeat does', async () => {
    const by = { token: await app.admin() };
    const key = newKey();
    const input = {
      account: 'repeated.person',
      name: '重复',
      department_id: (await buildDepartment(app)).id,
      role_ids: [],
    };
    const first = await call(userAdd, input, by, key);
    expect(first.code).toBe(0);
    const { password } = first.data as { password: string };
    const rows = await query('select *, answer::text as hex from call_repeat where call = $1', [userAdd.path]);
    expect(rows).toHaveLength(1);
    const bytes = (rows[0].answer as Buffer).toString('latin1');
    for (const secret of [password, key]) {
      expect(bytes).not.toContain(secret);
      expect(JSON.stringify(rows[0])).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect((await call(userAdd, input, by, key)).data.password).toBe(password);
  });

  it('is not written for reads and not for a call without a key', async () => {
    const before = await query('select count(*)::int as n from call_repeat');
    await app.call(index, { project_id: world.projectId }, { token: world.lead.token, key: newKey() });
    await app.call(add, world.form(), { token: world.lead.token });
    expect(await query('select count(*)::int as n from call_repeat')).toEqual(before);
  });

  it('lives for a day, and a person has at most 2,000 of them and 4 MiB', async () => {
    const [{ enterprise_id: enterprise }] = await query('select enterprise_id from account limit 1');
    const fill = (user: number, n: number, bytes: number) =>
      query(
        `insert into call_repeat (enterprise_id, user_id, call, key_hash, input_hash, rights_hash, answer, created_at)
         select $1, $2, 'x', sha256(n::text::bytea), '', '', convert_to(repeat('a', $4), 'UTF8'), now() - make_interval(hours => case when n = 1 then 25 else 1 end)
         from generate_series(1, $3::int) n`,
        [enterprise, user, n, bytes],
      );
    const count = async (user: number): Promise<number> =>
      (await query('select count(*)::int as n from call_repeat where user_id = $1', [user]))[0].n;
    await query('delete from call_repeat');
    await fill(world.lead.id, 2_300, 10);
    await fill(world.manager.id, 50, 400_000);
    await fill(world.designer.id, 2, 10);
    await app.platform.repeats.sweep();
    expect(await Promise.all([world.lead, world.manager, world.designer].map(({ id }) => count(id)))).toEqual([
      2_299, 49, 1,
    ]);
    // Every hundredth row trims its person.
    await query(`select setval(pg_get_serial_sequence('call_repeat', 'id'), 99999)`);
    expect((await call(add, world.form(), world.lead, newKey())).code).toBe(0);
    await query(`select setval(pg_get_serial_sequence('call_repeat', 'id'), 100099)`);
    const folder = { pid: await rootFolder(app, world.projectId), name: '新' };
    expect((await call(mkdir, folder, world.manager, newKey())).code).toBe(0);
    expect(await Promise.all([count(world.lead.id), count(world.manager.id)])).toEqual([2_000, 11]);
  });
});
