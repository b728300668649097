import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userDisable, userRestore } from '@prdm/contract/organisation';
import * as review from '@prdm/contract/review';
import { userDel, userHandOver } from '@prdm/contract/staff';
import { buildProcess, Crew, type BuiltProcess, type StageWish } from '../../testing/approvals.ts';
import { buildDepartment, buildProject, type BuiltPerson } from '../../testing/builders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

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
/** Of each stage whether it stands still and who the stranded seats wait for; what the list of the starter says of the present one. */
async function marks({ id }: BuiltProcess): Promise<{ stages: [boolean, number[]][]; listed: boolean }> {
  const { stages } = (await crew.call(starter, review.info, { id })).data as { stages: Stage[] };
  const { list } = (await crew.call(starter, review.index, { state: 'mine', size: 200 })).data;
  return {
    stages: stages.map(({ stranded, seats }) => [
      stranded,
      seats.filter((seat) => seat.stranded).map(({ user }) => user.id),
    ]),
    listed: list.find((row: { process_id: number }) => row.process_id === id).stage.stranded,
  };
}
const build = (stages: readonly StageWish[]) => buildProcess(app, { starter, stages });

describe('a seat whose holder is gone and that nobody could take', () => {
  it('is marked, and its stage and the line in lists with it, until the work is handed over', async () => {
    const [gone, other, heir] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    const process = await build([{ by: [gone] }, { by: [other] }]);
    const none = {
      stages: [
        [false, []],
        [false, []],
      ],
      listed: false,
    };
    expect(await marks(process)).toEqual(none);
    await change(userDisable, gone);
    expect(await marks(process)).toEqual({
      stages: [
        [true, [gone.id]],
        [false, []],
      ],
      listed: true,
    });
    const handed = await app.call(userHandOver, { id: gone.id, kind: 'process', to_id: heir.id }, { token: admin });
    expect(handed).toMatchObject({ code: 0, data: { moved: 1 } });
    expect(await marks(process)).toEqual(none);
  });

  it('is marked no more once the person is back', async () => {
    const gone = await crew.person();
    const process = await build([{ by: [gone] }]);
    await change(userDisable, gone);
    expect(await marks(process)).toMatchObject({ listed: true });
    await change(userRestore, gone);
    expect(await marks(process)).toEqual({ stages: [[false, []]], listed: false });
  });

  it('of a stage to come is marked beforehand; the stage under review goes on', async () => {
    const [gone, first] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await build([{ by: [first] }, { by: [gone] }]);
    await change(userDel, gone);
    expect(await marks(process)).toEqual({
      stages: [
        [false, []],
        [true, [gone.id]],
      ],
      listed: false,
    });
    await crew.pass(first, process);
    expect(await marks(process)).toMatchObject({ listed: true });
  });

  it('holds the stage where all must sign, and not where another may pass it', async () => {
    const [gone, other] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const any = await build([{ by: [gone, other] }]);
    const all = await build([{ by: [gone, other], signMode: 'all' }]);
    await change(userDisable, gone);
    expect(await marks(any)).toEqual({ stages: [[false, [gone.id]]], listed: false });
    expect(await marks(all)).toEqual({ stages: [[true, [gone.id]]], listed: true });
    await crew.pass(other, any);
    expect(await marks(any)).toEqual({ stages: [[false, []]], listed: false });
  });

  it('with a successor bears no mark, and what is decided never does', async () => {
    const head = await crew.person();
    const department = await buildDepartment(app, { leaderId: head.id });
    const gone = await crew.person({ departmentId: department.id });
    const succeeded = await build([{ by: [gone] }]);
    const decided = await build([{ by: [gone] }, { by: [head] }]);
    const ended = await build([{ by: [gone] }, { by: [gone] }]);
    await crew.pass(gone, decided);
    await crew.notPass(gone, ended, 'starter');
    await change(userDisable, gone);
    const none = [false, []];
    expect((await marks(succeeded)).stages).toEqual([none]);
    for (const process of [decided, ended]) expect((await marks(process)).stages).toEqual([none, none]);
  });

  it('is marked in a project whose manager began the review', async () => {
    const gone = await crew.person();
    const members = [{ id: gone.id, roles: ['designer' as const] }];
    const { id: projectId } = await buildProject(app, { managerId: starter.id, members });
    const process = await buildProcess(app, { starter, projectId, stages: [{ by: [gone] }] });
    await change(userDisable, gone);
    expect(await marks(process)).toEqual({ stages: [[true, [gone.id]]], listed: true });
  });
});
