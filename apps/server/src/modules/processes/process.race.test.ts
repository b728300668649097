import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { buildProcess, detailOf, type BuiltProcess } from '../../testing/worlds/approvals.ts';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { callAt, signInAt, startTwo, type TwoServers, type WireAnswer } from '../../testing/servers/start-two.ts';

/* Many parallel requests to two server processes on one database (safety.md R11, S58). */
let two: TwoServers;
let starter: BuiltPerson;
let executors: BuiltPerson[];
let next: BuiltPerson;
let tokens: Map<number, string>;

beforeAll(async () => {
  two = await startTwo();
  [starter, next] = [await buildPerson(two), await buildPerson(two)];
  executors = await Promise.all([1, 2, 3, 4].map(() => buildPerson(two)));
  const signedIn = [...executors, starter, next].map(
    async (person, index) =>
      [person.id, await signInAt(two.addresses[index % 2] as string, person.account, PASSWORD)] as const,
  );
  tokens = new Map(await Promise.all(signedIn));
}, 90_000);
afterAll(() => two?.stop(), 60_000);

const tokenOf = (person: BuiltPerson): string => tokens.get(person.id) ?? '';
const assignmentsOf = async (process: BuiltProcess): Promise<Map<number, number>> =>
  new Map(
    (await detailOf(two, process)).stage.assignments.map((assignment) => [assignment.userId, assignment.assignmentId]),
  );

/** Number of answers for each code. An answer without a business code counts under its HTTP status. */
function tally(answers: readonly WireAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const key = status === 200 ? String(code) : `HTTP ${status}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const eventsOf = async (process: BuiltProcess): Promise<Record<string, number>> => {
  const { rows } = await two.platform.db.pool.query(
    `select event, count(*)::int as n from action_log where target_kind = 'process' and target_id = $1 group by event`,
    [process.id],
  );
  return Object.fromEntries((rows as { event: string; n: number }[]).map(({ event, n }) => [event, n]));
};

const noticesOf = async (person: BuiltPerson, process: BuiltProcess): Promise<string[]> => {
  await vi.waitFor(async () => {
    const open = await two.platform.db.pool.query('select 1 from outbox where done_at is null limit 1');
    expect(open.rowCount).toBe(0);
  }, 15_000);
  const { rows } = await two.platform.db.pool.query(
    'select text_key from notice where user_id = $1 and source_kind = $2 and source_id = $3 order by id',
    [person.id, process.subject.kind, process.subject.id],
  );
  return (rows as { text_key: string }[]).map((row) => row.text_key);
};

describe('many parallel decisions', () => {
  it('200 passes of one stage: one transition, one notice to the next, the others "already handled"', async () => {
    for (let round = 0; round < 5; round += 1) {
      const process = await buildProcess(two, { starter, stages: [{ by: executors }, { by: [next] }] });
      const assignments = await assignmentsOf(process);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => {
          const person = executors[n % executors.length] as BuiltPerson;
          const address = two.addresses[Math.floor(n / executors.length) % 2] as string;
          return callAt(address, review.pass, { seat_id: assignments.get(person.id) }, tokenOf(person));
        }),
      );
      expect(tally(answers)).toEqual({ 0: 1, 1008: 199 });
      expect(new Set(answers.filter(({ code }) => code === 1008).map(({ msg }) => msg))).toEqual(
        new Set(['该审核已被处理']),
      );
      const after = await detailOf(two, process);
      expect(after.stages.map((stage) => stage.status)).toEqual(['review_complete', 'under_review']);
      expect(await eventsOf(process)).toEqual({
        'processes.started': 1,
        'processes.seatPassed': 1,
        'processes.stagePassed': 1,
        'processes.stageOpened': 2,
      });
      expect(await noticesOf(next, process)).toEqual(['notices.stageOpened']);
    }
  }, 120_000);

  it('all-sign: 200 passes by four people are four passes and one transition', async () => {
    const process = await buildProcess(two, { starter, stages: [{ by: executors, signMode: 'all' }] });
    const assignments = await assignmentsOf(process);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const person = executors[n % executors.length] as BuiltPerson;
        return callAt(
          two.addresses[n % 2 === 0 ? 0 : 1],
          review.pass,
          { seat_id: assignments.get(person.id) },
          tokenOf(person),
        );
      }),
    );
    expect(tally(answers)).toEqual({ 0: 4, 1008: 196 });
    expect(await eventsOf(process)).toMatchObject({
      'processes.seatPassed': 4,
      'processes.stagePassed': 1,
      'processes.finished': 1,
    });
    expect((await detailOf(two, process)).status).toBe('review_complete');
  }, 60_000);

  it('pass against not pass: one outcome with matching notices', async () => {
    for (let round = 0; round < 10; round += 1) {
      const process = await buildProcess(two, { starter, stages: [{ by: executors }, { by: [next] }] });
      const assignments = await assignmentsOf(process);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => {
          const person = executors[n % executors.length] as BuiltPerson;
          const seat_id = assignments.get(person.id);
          const address = two.addresses[Math.floor(n / 8) % 2] as string;
          return n % 8 < 4
            ? callAt(address, review.pass, { seat_id }, tokenOf(person))
            : callAt(address, review.notPass, { seat_id, comment: '不符合' }, tokenOf(person));
        }),
      );
      expect(tally(answers)).toEqual({ 0: 1, 1008: 39 });
      const { status } = await detailOf(two, process);
      const passed = status === 'under_review';
      expect(await noticesOf(next, process)).toEqual(passed ? ['notices.stageOpened'] : []);
      expect(await noticesOf(starter, process)).toEqual(passed ? [] : ['notices.rejected']);
    }
  }, 120_000);

  it('add-sign before the own stage against pass: one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [own] = executors as [BuiltPerson];
      const process = await buildProcess(two, { starter, stages: [{ by: [own] }, { by: [starter] }] });
      const seat_id = (await assignmentsOf(process)).get(own.id);
      const adding = { seat_id, where: 'before', user_ids: [next.id], reason: '涉及结构' };
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => {
          const address = two.addresses[Math.floor(n / 2) % 2] as string;
          return (n + round) % 2 === 0
            ? callAt(address, review.addSign, adding, tokenOf(own))
            : callAt(address, review.pass, { seat_id }, tokenOf(own));
        }),
      );
      expect(tally(answers)).toEqual({ 0: 1, 1008: 39 });
      const { stages } = await detailOf(two, process);
      const added = stages.length === 3;
      expect(stages.map(({ status }) => status)).toEqual(
        added ? ['under_review', 'not_reviewed', 'not_reviewed'] : ['review_complete', 'under_review'],
      );
      expect(await noticesOf(next, process)).toEqual(added ? ['notices.stageOpened'] : []);
    }
  }, 60_000);

  it('pass against a return to a chosen stage: one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second, ...third] = executors as [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];
      const stages = [{ by: [first] }, { by: [second] }, { by: third, rejectTo: 'any' as const }];
      const process = await buildProcess(two, { starter, stages });
      for (const person of [first, second]) {
        const seat_id = (await assignmentsOf(process)).get(person.id);
        await callAt(two.addresses[0] as string, review.pass, { seat_id }, tokenOf(person));
      }
      const assignments = await assignmentsOf(process);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => {
          const person = third[n % 2] as BuiltPerson;
          const seat_id = assignments.get(person.id);
          const back = { seat_id, comment: '不符合', to: 'stage', position: 1 };
          const address = two.addresses[Math.floor(n / 4) % 2] as string;
          return n % 4 < 2
            ? callAt(address, review.pass, { seat_id }, tokenOf(person))
            : callAt(address, review.notPass, back, tokenOf(person));
        }),
      );
      expect(tally(answers)).toEqual({ 0: 1, 1008: 39 });
      const after = await detailOf(two, process);
      const [open] = after.stages.filter(({ status }) => status === 'under_review');
      expect([after.status, open?.position]).toEqual(
        after.status === 'review_complete' ? ['review_complete', undefined] : ['under_review', 1],
      );
    }
  }, 60_000);

  it('in turn: 200 passes by four people are at most one each, in the planned order', async () => {
    const process = await buildProcess(two, { starter, stages: [{ by: executors, signMode: 'in_turn' }] });
    const assignments = await assignmentsOf(process);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const person = executors[n % executors.length] as BuiltPerson;
        const seat_id = assignments.get(person.id);
        return callAt(two.addresses[n % 2] as string, review.pass, { seat_id }, tokenOf(person));
      }),
    );
    const { stage } = await detailOf(two, process);
    const passed = stage.passed;
    expect(passed).toBeGreaterThan(0);
    expect(tally(answers)).toEqual({ 0: passed, 1008: 200 - passed });
    expect(stage.assignments.map(({ status }) => status)).toEqual(
      executors.map((_, at) => (at < passed ? 'passed' : at === passed ? 'open' : 'waiting')),
    );
  }, 60_000);

  it('transfer twice, answer against withdrawal, withdrawal against pass: one of each pair succeeds', async () => {
    const [old, ...targets] = executors as [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];
    for (let round = 0; round < 5; round += 1) {
      const process = await buildProcess(two, { starter, stages: [{ by: [old] }, { by: [next] }] });
      const seat_id = (await assignmentsOf(process)).get(old.id);
      const at = (n: number) => two.addresses[n % 2 === 0 ? 0 : 1];
      const answers = await Promise.all(
        targets.map((target, n) => callAt(at(n), review.transfer, { seat_id, target_id: target.id }, tokenOf(old))),
      );
      expect(tally(answers)).toEqual({ 0: 1, 1008: 2 });
      const target = targets[answers.findIndex(({ code }) => code === 0)] as BuiltPerson;
      const answered = await Promise.all([
        callAt(at(0), review.transferConfirm, { seat_id }, tokenOf(target)),
        callAt(at(1), review.transferWithdraw, { seat_id }, tokenOf(old)),
      ]);
      expect(tally(answered)).toEqual({ 0: 1, 1008: 1 });
      const holder = answered[0].code === 0 ? target : old;
      const assignments = await assignmentsOf(process);
      const decided = await Promise.all([
        callAt(at(0), review.pass, { seat_id: assignments.get(holder.id) }, tokenOf(holder)),
        callAt(at(1), review.withdraw, { id: process.id }, tokenOf(starter)),
      ]);
      expect(tally(decided)).toEqual({ 0: 1, 1008: 1 });
      const { status, stage } = await detailOf(two, process);
      expect([status, stage.position]).toEqual(decided[0].code === 0 ? ['under_review', 2] : ['review_rejected', 1]);
    }
  }, 60_000);
});
