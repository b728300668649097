import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberDel } from '@prdm/contract/projects';
import { userHandOver } from '@prdm/contract/organisation/work';
import { userDel } from '@prdm/contract/staff';
import { buildPerson, buildProject, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import type { Answer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

/* Removing a member takes the exclusive lock of the project. These tests cover what waits for that lock. */
let app: TestApp;
let admin: string;
let manager: BuiltPerson;
let token: string;
let member: BuiltPerson;
let projectId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
});
beforeEach(async () => {
  [manager, member] = [await buildPerson(app), await buildPerson(app)];
  token = await app.signIn(manager.account, PASSWORD);
  projectId = await project();
});
afterAll(() => app.stop());

const project = async (...more: BuiltPerson[]): Promise<number> => {
  const members = [member, ...more].map(({ id }) => ({ id, roles: ['designer' as const] }));
  return (await buildProject(app, { managerId: manager.id, members })).id;
};
const remove = (who: BuiltPerson, from = projectId, by = token): Promise<Answer> =>
  app.call(memberDel, { project_id: from, user_id: who.id }, { token: by });
const nothing = () => Promise.resolve();
const theProject = (how: string) => `select 1 from project where id = ${projectId} for ${how}`;
const members = async (of = projectId): Promise<number[]> => {
  const { rows } = await app.platform.db.pool.query(
    'select user_id from project_member where project_id = $1 and removed_at is null order by user_id',
    [of],
  );
  return rows.map((row) => row.user_id);
};

describe('removing a member', () => {
  it('waits for writers of the project, not for readers', async () => {
    const [removed] = await whileLocked(app, theProject('share'), [() => remove(member)], async () => {
      expect(await members()).toContain(member.id);
    });
    expect([removed.code, await members()]).toEqual([0, [manager.id]]);
  });

  it('is refused when the project was archived meanwhile', async () => {
    const [removed] = await whileLocked(app, theProject('no key update'), [() => remove(member)], (client) =>
      client.query(`update project set status = 'archived', archived_at = now(), archived_by = $2 where id = $1`, [
        projectId,
        manager.id,
      ]),
    );
    expect([removed.code, (await members()).length]).toEqual([443, 2]);
  });

  it('succeeds once of two requests', async () => {
    const twice: [() => Promise<Answer>, () => Promise<Answer>] = [() => remove(member), () => remove(member)];
    const answers = await whileLocked<Answer, [Answer]>(app, theProject('share'), twice, nothing);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1006]);
  });

  it('and a hand-over that is already writing in the project do not deadlock', async () => {
    const heir = await buildPerson(app);
    projectId = await project(heir);
    const input = { id: manager.id, to_id: heir.id, kind: 'project' };
    const handOver = () => app.call(userHandOver, input, { token: admin });
    // The hand-over holds the shared lock and waits here. Then it wants the exclusive lock, for which another transaction already waits.
    const lock = `select 1 from project_member where user_id = ${heir.id} for update`;
    const calls: [() => Promise<Answer>, () => Promise<Answer>] = [handOver, () => remove(member, projectId, admin)];
    const answers = await whileLocked<Answer, [Answer]>(app, lock, calls, nothing);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    expect(await members()).toEqual([manager.id, heir.id]);
  });
});

describe('a user who leaves the enterprise', () => {
  it('leaves each of several projects once, also one that another transaction removes the user from', async () => {
    const others = [await project(), await project()];
    const leave = () => app.call(userDel, { id: member.id, version: 1 }, { token: admin });
    const calls: [() => Promise<Answer>, () => Promise<Answer>] = [() => remove(member), leave];
    const answers = await whileLocked<Answer, [Answer]>(app, theProject('share'), calls, nothing);
    expect(answers[1]).toMatchObject({ code: 0 });
    expect([0, 1006]).toContain(answers[0].code);
    for (const id of [projectId, ...others]) expect(await members(id)).toEqual([manager.id]);
  });
});
