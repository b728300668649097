import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireTime } from '@prdm/contract/kit/fields';
import { userDisable } from '@prdm/contract/organisation';
import * as delegation from '@prdm/contract/processes/delegations';
import * as review from '@prdm/contract/processes/review';
import { assignmentOf, buildProcess, Crew, detailOf, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import { buildDepartment, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;
beforeAll(async () => {
  app = await startApp();
  crew = new Crew(app);
});
afterAll(() => app.stop());

const delegate = (from: BuiltPerson, to: BuiltPerson) =>
  crew.call(from, delegation.add, { to_id: to.id, to_at: wireTime(new Date(Date.now() + 86_400_000)) });
const counts = (...people: readonly BuiltPerson[]): Promise<number[]> =>
  Promise.all(people.map(async (person) => (await crew.call(person, review.counts)).data.todo as number));

describe('separate stages', () => {
  const apart = (by: BuiltPerson, name = '校对') => ({ name, by: [by], options: { separate: true } });

  it('have no deputy who decides another one of them, before and after that decision', async () => {
    const [proofreader, reviewer, starter] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
    await buildProcess(app, { starter, stages: [apart(proofreader), apart(reviewer, '审核')] });
    expect((await delegate(proofreader, reviewer)).code).toBe(0);
    expect(await counts(proofreader, reviewer)).toEqual([1, 0]);
    const { list } = (await crew.call(proofreader, review.index, { state: 'todo' })).data;
    expect((await crew.call(reviewer, review.pass, { seat_id: list[0].seat.id })).code).not.toBe(0);
    expect((await crew.call(proofreader, review.pass, { seat_id: list[0].seat.id })).code).toBe(0);
    expect(await counts(proofreader, reviewer)).toEqual([0, 1]);
    expect((await delegate(reviewer, proofreader)).code).toBe(0);
    expect(await counts(proofreader, reviewer)).toEqual([0, 1]);
  });

  it('do not count the own check, and stages without the demand have the deputy', async () => {
    const [designer, reviewer, deputy, starter] = (await crew.people(4)) as [
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
    ];
    await buildProcess(app, { starter, stages: [apart(designer, '自校'), apart(reviewer, '审核')] });
    expect((await delegate(designer, reviewer)).code).toBe(0);
    expect(await counts(designer, reviewer)).toEqual([0, 1]);
    await buildProcess(app, { starter, stages: [{ by: [deputy] }, { by: [reviewer] }] });
    expect((await delegate(deputy, reviewer)).code).toBe(0);
    expect(await counts(deputy, reviewer)).toEqual([0, 2]);
  });
});

describe('a deputy who has decided', () => {
  const people = (n: number) => crew.people(n) as Promise<[BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson]>;
  const passFor = async (deputy: BuiltPerson, process: BuiltProcess, executor: BuiltPerson) =>
    crew.call(deputy, review.pass, { seat_id: await assignmentOf(app, process, executor) });
  const added = async (
    by: BuiltPerson,
    process: BuiltProcess,
    seatOf: BuiltPerson,
    user: BuiltPerson,
    where = 'after',
  ) =>
    crew.call(by, review.addSign, {
      seat_id: await assignmentOf(app, process, seatOf),
      where,
      user_ids: [user.id],
      sign_mode: 'any',
      reason: '涉及结构',
    });
  const separate = { options: { separate: true } };

  it('of a separate stage takes no other one by a transfer, by an added stage and by a hand-over', async () => {
    const deputy = await crew.person();
    const office = await buildDepartment(app, { leaderId: deputy.id });
    const reviewer = await crew.person({ departmentId: office.id });
    const [starter, proofreader] = await people(2);
    const process = await buildProcess(app, {
      starter,
      stages: [
        { by: [proofreader], ...separate },
        { by: [reviewer], ...separate },
      ],
    });
    await delegate(proofreader, deputy);
    expect(await passFor(deputy, process, proofreader)).toMatchObject({ code: 0 });
    const refused = { code: 1001, msg: '该人员已在其他节点中，本节点要求由不同的人审核' };
    expect(await crew.transfer(reviewer, process, deputy)).toMatchObject(refused);
    expect(await added(reviewer, process, reviewer, deputy)).toMatchObject(refused);
    const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [reviewer.id]);
    const input = { id: reviewer.id, version: rows[0].version };
    expect(await app.call(userDisable, input, { token: await app.admin() })).toMatchObject({ code: 0 });
    expect((await detailOf(app, process)).stage.assignments.map(({ userId }) => userId)).toEqual([reviewer.id]);
  });

  it('takes no second assignment of an all-sign stage', async () => {
    const [starter, one, other, deputy] = await people(4);
    const process = await buildProcess(app, { starter, stages: [{ by: [one, other], signMode: 'all' }] });
    await delegate(one, deputy);
    const refused = { code: 1001, msg: '该人员已在本节点中', data: { field: 'target_id' } };
    expect(await crew.transfer(other, process, deputy)).toMatchObject(refused);
    expect(await passFor(deputy, process, one)).toMatchObject({ code: 0 });
    expect(await crew.transfer(other, process, deputy)).toMatchObject(refused);
  });

  it('or decides now adds no stage with the own name', async () => {
    const [starter, executor, deputy] = await people(3);
    const process = await buildProcess(app, { starter, stages: [{ by: [executor] }] });
    await delegate(executor, deputy);
    for (const where of ['before', 'after'])
      expect(await added(deputy, process, executor, deputy, where)).toMatchObject({
        code: 1001,
        msg: '该人员已在本节点中',
        data: { field: 'user_ids.0' },
      });
  });
});
