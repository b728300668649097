import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userDisable, userRestore } from '@prdm/contract/organisation';
import * as review from '@prdm/contract/processes/review';
import { userHandOver } from '@prdm/contract/organisation/work';
import { userDel } from '@prdm/contract/staff';
import { buildProcess, Crew, type BuiltProcess, type StageInput } from '../../../testing/worlds/approvals.ts';
import { buildDepartment, buildProject, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;
let admin: string;
let starter: BuiltPerson;

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  admin = await app.admin();
  starter = await crew.person();
});
afterAll(() => app.stop());

async function change(call: typeof userDisable, { id }: BuiltPerson): Promise<void> {
  const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [id]);
  expect(await app.call(call, { id, version: rows[0].version }, { token: admin })).toMatchObject({ code: 0 });
}

interface Stage {
  stranded: boolean;
  seats: { stranded: boolean; user: { id: number } }[];
}
/**
 * For each stage: whether it is blocked, and the people of its unassignable assignments. Also the mark in the starter's
 * list.
 */
async function marks({ id }: BuiltProcess): Promise<{ stages: [boolean, number[]][]; listed: boolean }> {
  const { stages } = (await crew.call(starter, review.info, { id })).data as { stages: Stage[] };
  const { list } = (await crew.call(starter, review.index, { state: 'mine', size: 200 })).data;
  return {
    stages: stages.map(({ stranded, seats: assignments }) => [
      stranded,
      assignments.filter((assignment) => assignment.stranded).map(({ user }) => user.id),
    ]),
    listed: list.find((row: { process_id: number }) => row.process_id === id).stage.stranded,
  };
}
const build = (stages: readonly StageInput[]) => buildProcess(app, { starter, stages });

describe('an assignment of an inactive holder without an eligible candidate', () => {
  it('marks itself, its stage and the row in lists until the work is handed over', async () => {
    const [leaver, other, heir] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    const process = await build([{ by: [leaver] }, { by: [other] }]);
    const none = {
      stages: [
        [false, []],
        [false, []],
      ],
      listed: false,
    };
    expect(await marks(process)).toEqual(none);
    await change(userDisable, leaver);
    expect(await marks(process)).toEqual({
      stages: [
        [true, [leaver.id]],
        [false, []],
      ],
      listed: true,
    });
    const handed = await app.call(userHandOver, { id: leaver.id, kind: 'process', to_id: heir.id }, { token: admin });
    expect(handed).toMatchObject({ code: 0, data: { moved: 1 } });
    expect(await marks(process)).toEqual(none);
  });

  it('loses its mark when the person returns', async () => {
    const leaver = await crew.person();
    const process = await build([{ by: [leaver] }]);
    await change(userDisable, leaver);
    expect(await marks(process)).toMatchObject({ listed: true });
    await change(userRestore, leaver);
    expect(await marks(process)).toEqual({ stages: [[false, []]], listed: false });
  });

  it('in a later stage is marked early, and the stage under review continues', async () => {
    const [leaver, first] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await build([{ by: [first] }, { by: [leaver] }]);
    await change(userDel, leaver);
    expect(await marks(process)).toEqual({
      stages: [
        [false, []],
        [true, [leaver.id]],
      ],
      listed: false,
    });
    await crew.pass(first, process);
    expect(await marks(process)).toMatchObject({ listed: true });
  });

  it('blocks an all-sign stage, but not one that another reviewer may pass', async () => {
    const [leaver, other] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const any = await build([{ by: [leaver, other] }]);
    const all = await build([{ by: [leaver, other], signMode: 'all' }]);
    await change(userDisable, leaver);
    expect(await marks(any)).toEqual({ stages: [[false, [leaver.id]]], listed: false });
    expect(await marks(all)).toEqual({ stages: [[true, [leaver.id]]], listed: true });
    await crew.pass(other, any);
    expect(await marks(any)).toEqual({ stages: [[false, []]], listed: false });
  });

  it('with a successor has no mark, and a decided one never has', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const leaver = await crew.person({ departmentId: department.id });
    const succeeded = await build([{ by: [leaver] }]);
    const decided = await build([{ by: [leaver] }, { by: [head] }]);
    const ended = await build([{ by: [leaver] }, { by: [leaver] }]);
    await crew.pass(leaver, decided);
    await crew.notPass(leaver, ended, 'starter');
    await change(userDisable, leaver);
    const none = [false, []];
    expect((await marks(succeeded)).stages).toEqual([none]);
    for (const process of [decided, ended]) expect((await marks(process)).stages).toEqual([none, none]);
  });

  it('is marked in a project whose manager started the review', async () => {
    const leaver = await crew.person();
    const members = [{ id: leaver.id, roles: ['designer' as const] }];
    const { id: projectId } = await buildProject(app, { managerId: starter.id, members });
    const process = await buildProcess(app, { starter, projectId, stages: [{ by: [leaver] }] });
    await change(userDisable, leaver);
    expect(await marks(process)).toEqual({ stages: [[true, [leaver.id]]], listed: true });
  });
});
