import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { wireTime } from '@prdm/contract/kit/fields';
import { actorOf, buildProcess, Crew, detailOf, draftsOf, assignmentOf } from '../../testing/worlds/approvals.ts';
import { buildProcessTemplate, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { authorizedBySystem } from '../../platform/ids/authorized-by-system.ts';

let app: TestApp;
let crew: Crew;
let enterpriseId: number;
let starter: BuiltPerson;
let now = new Date('2026-03-02T01:00:00Z'); // 09:00 in Shanghai
const DAY = 24 * 3_600_000;

const crewOf = async <N extends number>(count: N) =>
  (await crew.people(count)) as unknown as N extends 2
    ? [BuiltPerson, BuiltPerson]
    : [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];

beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => now } });
  crew = new Crew(app);
  enterpriseId = await theEnterprise(app);
  starter = await crew.person();
});
afterAll(() => app.stop());

describe('stages', () => {
  it('[ST-008] pass makes the next stage current; not pass makes it review rejected', async () => {
    const [first, second] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first] }, { by: [second] }] });
    expect((await crew.pass(first, process, '同意')).code).toBe(0);
    const between = await detailOf(app, process);
    expect(between.stages.map((stage) => stage.status)).toEqual(['review_complete', 'under_review']);
    expect((await crew.notPass(second, process, 'starter')).code).toBe(0);
    const after = await detailOf(app, process);
    expect([after.status, after.label, after.stage.status]).toEqual([
      'review_rejected',
      'review_rejected',
      'review_rejected',
    ]);
  });

  it('any-sign: one pass completes the stage and closes the other assignments', async () => {
    const [first, second] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first, second] }] });
    const late = await assignmentOf(app, process, second);
    expect((await crew.pass(first, process)).code).toBe(0);
    const after = await detailOf(app, process);
    expect(after.status).toBe('review_complete');
    expect(after.stage.assignments.map((assignment) => assignment.status)).toEqual(['passed', 'closed']);
    const answer = await crew.call(second, review.pass, { seat_id: late });
    expect([answer.code, answer.msg]).toEqual([1008, '该审核已被处理']);
  });

  it('all-sign: counts "1/3 passed" and completes with the last one', async () => {
    const [a, b, c, next] = await crewOf(4);
    const process = await buildProcess(app, { starter, stages: [{ by: [a, b, c], signMode: 'all' }, { by: [next] }] });
    await crew.pass(b, process);
    const { data } = await crew.call(starter, review.info, { id: process.id });
    expect([data.stages[0].passed, data.stages[0].needed, data.stages[0].status]).toEqual([1, 3, 'under_review']);
    await crew.pass(a, process);
    await crew.pass(c, process);
    expect((await detailOf(app, process)).stages.map((stage) => stage.status)).toEqual([
      'review_complete',
      'under_review',
    ]);
  });

  it('all-sign: one "not pass" decides at once', async () => {
    const [a, b] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [a, b], signMode: 'all' }] });
    expect((await crew.notPass(b, process)).code).toBe(0);
    const after = await detailOf(app, process);
    expect(after.stage.assignments.map((assignment) => assignment.status)).toEqual(['closed', 'not_passed']);
    expect(after.status).toBe('review_rejected');
  });

  it('not pass to previous reopens that stage, voids its passes and its old assignments', async () => {
    const [first, second] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first] }, { by: [second] }] });
    const oldAssignment = await assignmentOf(app, process, first);
    await crew.pass(first, process, '初审同意');
    const secondAssignment = await assignmentOf(app, process, second);
    expect((await crew.notPass(second, process, 'previous')).code).toBe(0);
    const back = await detailOf(app, process);
    expect(back.status).toBe('under_review');
    expect(back.stages.map((stage) => [stage.status, stage.passed])).toEqual([
      ['under_review', 0],
      ['not_reviewed', 0],
    ]);
    expect((await crew.call(first, review.pass, { seat_id: oldAssignment })).code).toBe(1008);
    expect((await crew.call(second, review.pass, { seat_id: secondAssignment })).code).toBe(1008);
    expect((await crew.pass(first, process)).code).toBe(0);
    expect((await crew.pass(second, process)).code).toBe(0);
    const done = await detailOf(app, process);
    expect([done.status, done.round]).toEqual(['review_complete', 1]);
    expect(done.history.map((entry) => entry.action)).toEqual(['start', 'pass', 'not_pass', 'pass', 'pass']);
  });

  it('republishing begins a new round at stage 1 and keeps the history of the old one', async () => {
    const [first, second] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first] }, { by: [second] }] });
    await crew.pass(first, process);
    await crew.notPass(second, process, 'starter');
    await app.platform.db.transaction((trx) =>
      app.modules.processes.republish(trx, actorOf(enterpriseId, starter), process.subject),
    );
    const { data } = await crew.call(starter, review.info, { id: process.id });
    expect([data.round, data.status, data.stages.map((stage: { status: string }) => stage.status)]).toEqual([
      2,
      'under_review',
      ['under_review', 'not_reviewed'],
    ]);
    expect(data.history.map((entry: { round: number; action: string }) => [entry.round, entry.action])).toEqual([
      [1, 'start'],
      [1, 'pass'],
      [1, 'not_pass'],
      [2, 'republish'],
    ]);
  });

  it('a new round may have other stages', async () => {
    const [first, second] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first] }] });
    await crew.notPass(first, process);
    await app.platform.db.transaction((trx) =>
      app.modules.processes.republish(trx, actorOf(enterpriseId, starter), process.subject, {
        stages: draftsOf([{ by: [second], name: '新节点' }]),
      }),
    );
    expect(await assignmentOf(app, process, first)).toBe(0);
    expect((await crew.pass(second, process)).code).toBe(0);
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });
});

describe('safety of approvals (S19)', () => {
  it('the starter decides only if listed as executor', async () => {
    const [other] = await crewOf(2);
    const barred = await buildProcess(app, { starter, stages: [{ by: [other] }] });
    expect((await crew.call(starter, review.pass, { seat_id: await assignmentOf(app, barred, other) })).code).toBe(
      1005,
    );
    expect((await crew.transfer(other, barred, starter)).msg).toBe('不能转交给流程发起人');
    const listed = await buildProcess(app, { starter, stages: [{ by: [starter] }] });
    expect((await crew.pass(starter, listed)).code).toBe(0);
  });

  it('a stage cannot be skipped: an assignment of a later stage is not open yet', async () => {
    const [first, second] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first] }, { by: [second] }] });
    const later = (await detailOf(app, process)).stages[1]?.assignments[0]?.assignmentId;
    const answer = await crew.call(second, review.pass, { seat_id: later });
    expect([answer.code, answer.msg]).toEqual([1008, '尚未轮到您审核']);
  });

  it('a changed or deleted template never changes a running process', async () => {
    const [first, second] = await crewOf(2);
    const template = await buildProcessTemplate(app, {
      stages: [{ executor_ids: [first.id] }, { executor_ids: [second.id] }],
    });
    const { templates, resolveTemplate } = app.modules.processes;
    const given = {
      kind: 'task',
      projectId: null,
      professionId: null,
      starterId: starter.id,
      authorIds: [],
      facts: {},
    } as const;
    const stages = await resolveTemplate(enterpriseId, { ...given, templateId: template.id });
    expect(stages.map((stage) => stage.executorIds)).toEqual([[first.id], [second.id]]);
    const process = await buildProcess(app, {
      starter,
      stages: [{ by: [first] }, { by: [second] }],
      templateId: template.id,
    });
    await templates.remove(actorOf(enterpriseId, starter), authorizedBySystem(template), 1);
    await crew.pass(first, process);
    expect((await detailOf(app, process)).status).toBe('under_review');
    await expect(resolveTemplate(enterpriseId, { ...given, templateId: template.id })).rejects.toMatchObject({
      code: 1006,
    });
  });

  it('a disabled person cannot act and is no executor of later publishing', async () => {
    const [disabled, stays] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [disabled] }] });
    const token = await crew.tokenOf(disabled);
    const seat_id = await assignmentOf(app, process, disabled);
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [disabled.id]);
    await app.platform.db.transaction((trx) =>
      app.modules.identity.setEnabled(trx, enterpriseId, { id: disabled.id, email: '' }, false),
    );
    expect((await app.call(review.pass, { seat_id }, { token })).code).toBe(5);
    await expect(buildProcess(app, { starter, stages: [{ by: [disabled], name: '审定' }] })).rejects.toMatchObject({
      code: 1008,
      key: 'processes.noExecutor',
      details: { params: { name: '审定' } },
    });
    const alive = await buildProcess(app, { starter, stages: [{ by: [disabled, stays], signMode: 'all' }] });
    expect((await detailOf(app, alive)).stage.needed).toBe(1);
    expect((await crew.transfer(stays, alive, disabled)).code).toBe(1012);
  });
});

describe('transfer', () => {
  it('the target takes the assignment over, the old executor cannot decide, and others continue meanwhile', async () => {
    const [old, beside, target] = await crewOf(4);
    const process = await buildProcess(app, { starter, stages: [{ by: [old, beside], signMode: 'all' }] });
    expect((await crew.transfer(old, process, target)).code).toBe(0);
    const seat_id = await assignmentOf(app, process, old);
    expect((await crew.call(old, review.pass, { seat_id })).msg).toBe('正在等待转交确认，暂时无法审核');
    expect((await crew.pass(beside, process)).code).toBe(0);
    expect((await detailOf(app, process)).label).toBe('transfer_awaiting');
    const own = await crew.call(target, review.info, { id: process.id });
    expect(own.data.can.answer_seat_id).toBe(seat_id);
    expect((await crew.call(target, review.transferConfirm, { seat_id })).code).toBe(0);
    expect((await crew.call(old, review.pass, { seat_id })).code).toBe(1008);
    expect((await crew.pass(target, process)).code).toBe(0);
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('refused or withdrawn, it returns to the old executor, and a late answer is "already handled"', async () => {
    const [old, target] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [old] }] });
    const seat_id = await assignmentOf(app, process, old);
    await crew.transfer(old, process, target);
    expect((await crew.call(target, review.transferRefuse, { seat_id, comment: '不熟悉' })).code).toBe(0);
    await crew.transfer(old, process, target);
    expect((await crew.call(old, review.transferWithdraw, { seat_id })).code).toBe(0);
    const late = await crew.call(target, review.transferConfirm, { seat_id });
    expect([late.code, late.msg]).toEqual([1008, '该审核已被处理']);
    expect((await crew.pass(old, process)).code).toBe(0);
  });
});

describe('days and pauses', () => {
  it('a stage is due at the end of its day and overdue afterwards, and a pause stops its days', async () => {
    now = new Date('2026-03-02T01:00:00Z');
    const [first] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first], days: 2 }] });
    const due = async () => wireTime((await detailOf(app, process)).stage.dueAt ?? new Date(0));
    expect(await due()).toBe('2026-03-04 23:59:59');
    now = new Date(now.getTime() + DAY);
    const owner = actorOf(enterpriseId, starter);
    await app.platform.db.transaction((trx) => app.modules.processes.pause(trx, owner, process.subject, '等资料'));
    now = new Date(now.getTime() + 5 * DAY);
    expect((await detailOf(app, process)).label).toBe('paused');
    expect((await crew.pass(first, process)).msg).toBe('流程已暂停，暂时无法操作');
    await app.platform.db.transaction((trx) => app.modules.processes.resume(trx, owner, process.subject));
    expect(await due()).toBe('2026-03-09 23:59:59');
    expect((await detailOf(app, process)).label).toBe('under_review');
    now = new Date(now.getTime() + 4 * DAY);
    expect((await detailOf(app, process)).label).toBe('overdue');
    expect((await crew.pass(first, process)).code).toBe(0);
    expect((await detailOf(app, process)).label).toBe('review_complete');
  });

  it('a pause within a day changes nothing, one over midnight adds a day: due stays the end of a day', async () => {
    now = new Date('2026-03-02T01:00:00Z');
    const [first] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first], days: 2 }] });
    const owner = actorOf(enterpriseId, starter);
    const due = async () => (await detailOf(app, process)).stage.dueAt?.toISOString();
    const pausedUntil = async (until: string) => {
      await app.platform.db.transaction((trx) => app.modules.processes.pause(trx, owner, process.subject, '等资料'));
      now = new Date(until);
      await app.platform.db.transaction((trx) => app.modules.processes.resume(trx, owner, process.subject));
    };
    await pausedUntil('2026-03-02T01:00:50Z');
    expect(await due()).toBe('2026-03-04T15:59:59.000Z');
    now = new Date('2026-03-02T15:59:30Z');
    await pausedUntil('2026-03-02T16:00:20Z'); // midnight in Shanghai
    expect(await due()).toBe('2026-03-05T15:59:59.000Z');
  });

  it('is reminded of once a day', async () => {
    now = new Date('2026-04-01T01:00:00Z');
    const [first] = await crewOf(2);
    const process = await buildProcess(app, { starter, stages: [{ by: [first] }] });
    const remind = async () => (await crew.call(starter, review.remind, { id: process.id })).code;
    expect([await remind(), await remind()]).toEqual([0, 1007]);
    now = new Date('2026-04-01T15:59:59Z');
    expect(await remind()).toBe(1007);
    now = new Date('2026-04-01T16:00:00Z'); // midnight in Shanghai
    expect(await remind()).toBe(0);
  });
});

describe('impossible changes', () => {
  it('a subject has only one approval, also after parallel requests', async () => {
    const [first] = await crewOf(2);
    const subject = { kind: 'contract', id: 1, name: '合同', pcPath: '/contract/detail?id=1' };
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => buildProcess(app, { starter, stages: [{ by: [first] }], subject })),
    );
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 1008, key: 'processes.exists' });
  });

  it('history rows never change', async () => {
    await expect(app.platform.db.pool.query(`update process_history set comment = 'x'`)).rejects.toThrow(
      'written once',
    );
    await expect(app.platform.db.pool.query('delete from process_history')).rejects.toThrow('written once');
  });
});
