import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import * as review from '@prdm/contract/processes/review';
import {
  actorOf,
  assignmentOf,
  buildProcess,
  Crew,
  detailOf,
  draftsOf,
  type BuiltProcess,
  type StageInput,
} from '../../../testing/worlds/approvals.ts';
import { theEnterprise, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;
let starter: BuiltPerson;
let people: BuiltPerson[];

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  starter = await crew.person();
  people = await crew.people(6);
});
afterAll(() => app.stop());

const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((at) => () => people[at] as BuiltPerson) as [
  () => BuiltPerson,
  () => BuiltPerson,
  () => BuiltPerson,
  () => BuiltPerson,
  () => BuiltPerson,
];

const begin = (...stages: StageInput[]): Promise<BuiltProcess> => buildProcess(app, { starter, stages });
const stageStatus = async (process: BuiltProcess) => (await detailOf(app, process)).stages.map(({ status }) => status);
const seats = async (process: BuiltProcess, at: number) =>
  (await detailOf(app, process)).stages[at - 1]?.assignments.map(({ status }) => status);
const actions = async (process: BuiltProcess) => (await detailOf(app, process)).history.map(({ action }) => action);
const viewOf = async (process: BuiltProcess, reader: BuiltPerson) =>
  (await crew.call(reader, review.info, { id: process.id })).data;
const hasTodo = async (person: BuiltPerson, process: BuiltProcess): Promise<boolean> => {
  const { data } = await crew.call(person, review.index, { state: 'todo', ispage: 'not' });
  return data.list.some((row: { process_id: number }) => row.process_id === process.id);
};
const eventsOf = async (process: BuiltProcess): Promise<string[]> => {
  const { rows } = await app.platform.db.pool.query(
    `select event from action_log where target_kind = 'process' and target_id = $1 order by id`,
    [process.id],
  );
  return rows.map(({ event }: { event: string }) => event.replace('processes.', ''));
};
const republish = async (process: BuiltProcess, stages?: StageInput[]) => {
  const actor = actorOf(await theEnterprise(app), starter);
  const newRound = stages ? { stages: draftsOf(stages) } : {};
  await app.platform.db.transaction((trx) => app.modules.processes.republish(trx, actor, process.subject, newRound));
};
const returnTo = async (person: BuiltPerson, process: BuiltProcess, input: object) =>
  crew.call(person, review.notPass, {
    seat_id: await assignmentOf(app, process, person),
    comment: '图纸不完整',
    ...input,
  });
const add = async (person: BuiltPerson, process: BuiltProcess, users: BuiltPerson[], input: object = {}) =>
  crew.call(person, review.addSign, {
    seat_id: await assignmentOf(app, process, person),
    where: 'after',
    user_ids: users.map(({ id }) => id),
    reason: '涉及结构',
    ...input,
  });
const done = async (answer: Promise<{ code: number; msg: string }>) => expect(await answer).toMatchObject({ code: 0 });

describe('an in-turn stage', () => {
  it('asks one executor after the other and completes with the last pass', async () => {
    const process = await begin({ by: [b(), a(), c()], signMode: 'in_turn' }, { by: [d()] });
    expect(await seats(process, 1)).toEqual(['open', 'waiting', 'waiting']);
    expect([await hasTodo(b(), process), await hasTodo(a(), process)]).toEqual([true, false]);
    expect(await crew.pass(a(), process)).toMatchObject({ code: 1008, msg: '尚未轮到您审核' });
    await done(crew.pass(b(), process));
    expect(await seats(process, 1)).toEqual(['passed', 'open', 'waiting']);
    expect([await hasTodo(b(), process), await hasTodo(a(), process)]).toEqual([false, true]);
    const view = await viewOf(process, starter);
    expect([view.stages[0].passed, view.stages[0].needed]).toEqual([1, 3]);
    expect((await eventsOf(process)).slice(-2)).toEqual(['seatPassed', 'turnOpened']);
    await done(crew.pass(a(), process));
    await done(crew.pass(c(), process));
    expect(await stageStatus(process)).toEqual(['review_complete', 'under_review']);
  });

  it('keeps the turn of a transferred assignment', async () => {
    const process = await begin({ by: [a(), b()], signMode: 'in_turn' });
    const seat_id = await assignmentOf(app, process, a());
    await done(crew.transfer(a(), process, c()));
    await done(crew.call(c(), review.transferConfirm, { seat_id }));
    expect(await seats(process, 1)).toEqual(['transferred', 'waiting', 'open']);
    await done(crew.pass(c(), process));
    expect(await hasTodo(b(), process)).toBe(true);
    await done(crew.pass(b(), process));
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('closes the later turns when one executor does not pass', async () => {
    const process = await begin({ by: [a(), b()], signMode: 'in_turn' });
    await done(crew.notPass(a(), process, 'starter'));
    expect(await seats(process, 1)).toEqual(['not_passed', 'closed']);
  });
});

describe('not pass to an earlier stage', () => {
  const three = () =>
    begin({ by: [a()], name: '校对' }, { by: [b()], name: '审核' }, { by: [c()], name: '审定', rejectTo: 'any' });

  it('reopens all stages from the target on with new assignments, and the history names the target', async () => {
    const process = await three();
    const old = await assignmentOf(app, process, a());
    await done(crew.pass(a(), process));
    await done(crew.pass(b(), process));
    expect((await viewOf(process, c())).can.returns).toEqual([
      { to: 'starter', position: null },
      { to: 'previous', position: 2 },
      { to: 'stage', position: 1 },
    ]);
    await done(returnTo(c(), process, { to: 'stage', position: 1 }));
    expect(await stageStatus(process)).toEqual(['under_review', 'not_reviewed', 'not_reviewed']);
    expect(await crew.call(a(), review.pass, { seat_id: old })).toMatchObject({ code: 1008 });
    const entry = (await viewOf(process, starter)).history.at(-1);
    expect([entry.to, entry.to_position, entry.to_stage]).toEqual(['stage', 1, '校对']);
    for (const person of [a(), b(), c()]) await done(crew.pass(person, process));
    expect(await detailOf(app, process)).toMatchObject({ status: 'review_complete', round: 1 });
  });

  it('answers 1001 with the field for a target that the stage does not allow', async () => {
    const process = await three();
    await done(crew.pass(a(), process));
    expect(await returnTo(b(), process, { to: 'stage', position: 1 })).toMatchObject({
      code: 1001,
      data: { field: 'to' },
    });
    await done(crew.pass(b(), process));
    for (const position of [3, 4, undefined])
      expect(await returnTo(c(), process, { to: 'stage', position })).toMatchObject({
        code: 1001,
        data: { field: 'position' },
      });
    expect(await stageStatus(process)).toEqual(['review_complete', 'review_complete', 'under_review']);
  });
});

describe('the straight way back', () => {
  const two = (): StageInput[] => [{ by: [a()] }, { by: [b()], options: { straight: true } }, { by: [c()] }];

  it('begins the next round at the stage that refused and keeps round 1 readable', async () => {
    const process = await begin(...two());
    await done(crew.pass(a(), process));
    await done(crew.notPass(b(), process, 'starter'));
    await republish(process);
    expect(await stageStatus(process)).toEqual(['review_complete', 'under_review', 'not_reviewed']);
    expect([await hasTodo(a(), process), await hasTodo(b(), process)]).toEqual([false, true]);
    const view = await viewOf(process, starter);
    expect(view.history.map((entry: { round: number; action: string }) => `${entry.round} ${entry.action}`)).toEqual([
      '1 start',
      '1 pass',
      '1 not_pass',
      '2 republish',
      '2 skip',
    ]);
    expect(view.history.at(-1)).toMatchObject({ user: null, target: null, stage_name: '节点1', to_stage: '' });
    await done(crew.pass(b(), process));
    await done(crew.pass(c(), process));
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('begins at stage 1 when the plan changed or another stage refused', async () => {
    const changed = await begin(...two());
    await done(crew.pass(a(), changed));
    await done(crew.notPass(b(), changed, 'starter'));
    await republish(changed, [{ by: [a()] }, { by: [b()], options: { straight: true } }]);
    expect(await stageStatus(changed)).toEqual(['under_review', 'not_reviewed']);
    const other = await begin(...two());
    for (const person of [a(), b()]) await done(crew.pass(person, other));
    await done(crew.notPass(c(), other, 'starter'));
    await republish(other);
    expect((await stageStatus(other))[0]).toBe('under_review');
  });
});

describe('an added stage', () => {
  it('after the present one follows it, is marked, and is not part of the next round', async () => {
    const process = await begin({ by: [a()], name: '校对', days: 2 }, { by: [b()], days: 3 });
    await done(add(a(), process, [c(), d()], { sign_mode: 'all' }));
    const view = await viewOf(process, starter);
    expect(view.stage_count).toBe(3);
    expect(view.stages.map((stage: { name: string }) => stage.name)).toEqual(['校对', '校对（加签）', '节点2']);
    expect(view.stages[1]).toMatchObject({
      added_by: { id: a().id },
      added_reason: '涉及结构',
      days: 2,
      sign_mode: 'all',
      status: 'not_reviewed',
    });
    expect(view.stages[0].added_by).toBeNull();
    expect(view.history.at(-1)).toMatchObject({ action: 'add_sign', to_position: 2, to_stage: '校对（加签）' });
    expect((await eventsOf(process)).at(-1)).toBe('stageAdded');
    for (const person of [a(), c(), d(), b()]) await done(crew.pass(person, process));
    expect((await detailOf(app, process)).status).toBe('review_complete');
    await republish(process);
    expect(await viewOf(process, starter)).toMatchObject({ stage_count: 2, round: 2 });
    expect(await stageStatus(process)).toEqual(['under_review', 'not_reviewed']);
  });

  it('before the present one opens at once; the present one keeps its passes and opens again', async () => {
    const process = await begin({ by: [e()] }, { by: [a(), b(), d()], signMode: 'all' });
    await done(crew.pass(e(), process));
    await done(crew.pass(a(), process));
    const seat_id = await assignmentOf(app, process, d());
    await done(crew.transfer(d(), process, e()));
    await done(add(b(), process, [c()], { where: 'before', name: '结构会审' }));
    expect(await stageStatus(process)).toEqual(['review_complete', 'under_review', 'not_reviewed']);
    expect(await seats(process, 3)).toEqual(['passed', 'waiting', 'waiting']);
    expect(await crew.call(e(), review.transferConfirm, { seat_id })).toMatchObject({ code: 1008 });
    expect([await hasTodo(b(), process), await hasTodo(c(), process)]).toEqual([false, true]);
    expect((await eventsOf(process)).slice(-3)).toEqual(['stageAdded', 'seatTransferAnswered', 'stageOpened']);
    await done(crew.pass(c(), process));
    expect(await seats(process, 3)).toEqual(['passed', 'open', 'open']);
    await done(crew.pass(b(), process));
    await done(crew.pass(d(), process));
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('that does not pass goes back to the stage that added it, before or after', async () => {
    const before = await begin({ by: [a()] }, { by: [b()] });
    await done(crew.pass(a(), before));
    await done(add(b(), before, [c()], { where: 'before' }));
    expect((await viewOf(before, c())).can.returns).toEqual([
      { to: 'starter', position: null },
      { to: 'stage', position: 3 },
    ]);
    expect(await returnTo(c(), before, { to: 'stage', position: 1 })).toMatchObject({ code: 1001 });
    await done(returnTo(c(), before, { to: 'stage', position: 3 }));
    expect(await stageStatus(before)).toEqual(['review_complete', 'under_review']);
    expect(await viewOf(before, b())).toMatchObject({ stage_count: 2, can: { add_sign: true } });
    await done(crew.pass(b(), before));
    expect((await detailOf(app, before)).status).toBe('review_complete');

    const after = await begin({ by: [a()] }, { by: [b()] });
    await done(add(a(), after, [c()]));
    await done(crew.pass(a(), after));
    await done(returnTo(c(), after, { to: 'stage', position: 1 }));
    expect(await stageStatus(after)).toEqual(['under_review', 'not_reviewed', 'not_reviewed']);
    expect((await viewOf(after, a())).stages[1]).toMatchObject({ added_by: { id: a().id } });
    await done(crew.pass(a(), after));
    await done(returnTo(c(), after, {}));
    expect((await detailOf(app, after)).status).toBe('review_rejected');
  });

  it('can add stages itself; a refusal takes the whole branch back', async () => {
    const process = await begin({ by: [a()] });
    await done(add(a(), process, [b()], { where: 'before' }));
    await done(add(b(), process, [c()], { where: 'after' }));
    expect(await stageStatus(process)).toEqual(['under_review', 'not_reviewed', 'not_reviewed']);
    await done(returnTo(b(), process, { to: 'stage', position: 3 }));
    expect(await stageStatus(process)).toEqual(['under_review']);
    expect(await hasTodo(a(), process)).toBe(true);
    expect(await viewOf(process, starter)).toMatchObject({ stage_count: 1 });
  });

  it('refuses people who could not take a transfer, and more stages than a process may have', async () => {
    const gone = await crew.person();
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [gone.id]);
    const process = await begin({ by: [a(), b()] });
    for (const [who, code] of [
      [a(), 1001],
      [b(), 1001],
      [starter, 1001],
      [gone, 1012],
    ] as const)
      expect(await add(a(), process, [c(), who])).toMatchObject({ code, data: { field: 'user_ids.1' } });
    expect(await add(a(), process, [c()], { reason: ' ' })).toMatchObject({ code: 1001, data: { field: 'reason' } });
    expect(await add(a(), process, [])).toMatchObject({ code: 1001, data: { field: 'user_ids' } });
    expect((await add(c(), process, [d()])).code).not.toBe(0);
    expect(await actions(process)).toEqual(['start']);
    const full = await begin(...Array.from({ length: LIMITS.processStagesMax }, () => ({ by: [a()] })));
    expect((await viewOf(full, a())).can.add_sign).toBe(false);
    expect(await add(a(), full, [c()])).toMatchObject({ code: 1001, data: { field: 'where' } });
  });
});

describe('the same person again', () => {
  const setting = (on: boolean) => app.platform.db.pool.query('update enterprise set skip_repeated = $1', [on]);

  it('passes following stages at once and names the earlier pass', async () => {
    const process = await begin({ by: [a()], name: '校对' }, { by: [a(), b()] }, { by: [a()] }, { by: [c()] });
    await done(crew.pass(a(), process, '同意'));
    expect(await stageStatus(process)).toEqual([
      'review_complete',
      'review_complete',
      'review_complete',
      'under_review',
    ]);
    const { history } = await viewOf(process, starter);
    expect(history.slice(-2).map((entry: { stage_name: string }) => entry.stage_name)).toEqual(['节点2', '节点3']);
    expect(history.at(-1)).toMatchObject({ action: 'skip', user: null, target: { id: a().id }, to_stage: '校对' });
    expect((await eventsOf(process)).slice(-5)).toEqual([
      'seatPassed',
      'stagePassed',
      'stagePassed',
      'stagePassed',
      'stageOpened',
    ]);
  });

  it('finishes the process when the last stage repeats', async () => {
    const process = await begin({ by: [a(), b()], signMode: 'all' }, { by: [b(), a()], signMode: 'in_turn' });
    await done(crew.pass(a(), process));
    await done(crew.pass(b(), process));
    expect(await detailOf(app, process)).toMatchObject({ status: 'review_complete', stage: { position: 2 } });
    expect((await eventsOf(process)).at(-1)).toBe('finished');
  });

  it('asks again after a refusal, and never for a stage that was added', async () => {
    const process = await begin({ by: [a()] }, { by: [a()] }, { by: [c()] });
    await done(crew.pass(a(), process));
    await done(crew.notPass(c(), process, 'previous'));
    expect(await stageStatus(process)).toEqual(['review_complete', 'under_review', 'not_reviewed']);
    await done(crew.pass(a(), process));
    await done(add(c(), process, [a()]));
    await done(crew.pass(c(), process));
    expect((await detailOf(app, process)).stage).toMatchObject({ position: 4, status: 'under_review' });
  });

  it('asks again in the stage that added another one before itself', async () => {
    const process = await begin({ by: [a()] }, { by: [c()] }, { by: [e()] });
    await done(crew.pass(a(), process));
    const seat_id = await assignmentOf(app, process, c());
    await done(crew.transfer(c(), process, a()));
    await done(crew.call(a(), review.transferConfirm, { seat_id }));
    await done(add(a(), process, [d()], { where: 'before' }));
    await done(crew.pass(d(), process));
    expect((await detailOf(app, process)).stage).toMatchObject({ position: 3, name: '节点2', status: 'under_review' });
    expect(await hasTodo(a(), process)).toBe(true);
  });

  it('never passes over a stage of a task', async () => {
    const subject = { kind: 'task', id: 900_001, name: '平面图', pcPath: '/file/task/index?id=900001' };
    const stages = [{ by: [a()] }, { by: [a()] }];
    const process = await buildProcess(app, { starter, stages, subject });
    await done(crew.pass(a(), process));
    expect(await stageStatus(process)).toEqual(['review_complete', 'under_review']);
  });

  it('does nothing when the enterprise switched it off', async () => {
    await setting(false);
    const process = await begin({ by: [a()] }, { by: [a()] });
    await done(crew.pass(a(), process));
    await setting(true);
    expect(await stageStatus(process)).toEqual(['review_complete', 'under_review']);
  });
});

describe('copies of a stage', () => {
  it('may read the approval from the pass of the stage on', async () => {
    const process = await begin({ by: [a()], options: { ccIds: [d().id] } }, { by: [b()] });
    expect(await crew.call(d(), review.info, { id: process.id })).toMatchObject({ code: 404 });
    await done(crew.pass(a(), process));
    expect((await viewOf(process, d())).cc).toMatchObject([{ id: d().id }]);
    const { data } = await crew.call(d(), review.index, { state: 'cc', ispage: 'not' });
    expect(data.list.map((row: { process_id: number }) => row.process_id)).toContain(process.id);
  });
});

describe('a separate stage', () => {
  it('takes no executor of another separate stage, at a transfer and at an added stage', async () => {
    const options = { separate: true };
    const process = await begin({ by: [a()], options }, { by: [b()], options }, { by: [c()], options });
    await done(crew.pass(a(), process));
    for (const person of [a(), c()]) {
      const refused = { code: 1001, msg: '该人员已在其他节点中，本节点要求由不同的人审核' };
      expect(await crew.transfer(b(), process, person)).toMatchObject({ ...refused, data: { field: 'target_id' } });
      expect(await add(b(), process, [person])).toMatchObject({ ...refused, data: { field: 'user_ids.0' } });
    }
    await done(crew.transfer(b(), process, d()));
  });
});
