import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf, buildProcess, detailOf, type BuiltProcess } from '../../testing/worlds/approvals.ts';
import { asPerson, buildPerson, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { AppError } from '../../platform/errors.ts';
import { CODES } from '@prdm/contract/codes';
import type { RejectTo } from '@prdm/contract/processes/kinds';
import type { SignMode } from '@prdm/contract/status';
import type { ProcessDetail, AssignmentState } from './process.types.ts';
import { authorizedBySystem } from '../../platform/ids/authorized-by-system.ts';

/*
 * Random walks over the whole engine, with any action, order, person and assignment of any round. The invariants of
 * `index.ts` must hold. Named refusals are allowed. Any other error fails the walk.
 */
let app: TestApp;
let enterpriseId: number;
let people: BuiltPerson[];

/** The clock of the walk. Null: that of the machine. */
const time: { at: number | null } = { at: null };

beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => new Date(time.at ?? Date.now()) } });
  enterpriseId = await theEnterprise(app);
  people = await Promise.all(Array.from({ length: 6 }, () => buildPerson(app)));
});
afterAll(() => app.stop());

/** Weight of each action. Actions that end a round are rare, so that walks get far. */
const MOVES = {
  pass: 24,
  notPass: 8,
  transfer: 12,
  addSign: 10,
  confirmed: 10,
  refused: 5,
  withdrawn: 5,
  pause: 2,
  resume: 6,
  withdraw: 1,
  republish: 6,
  remind: 2,
  cancel: 1,
} as const;
type Move = keyof typeof MOVES;
const ANSWERS: readonly Move[] = ['confirmed', 'refused', 'withdrawn'];

interface Try {
  move: Move;
  seat: number;
  owner: boolean;
  actor: number;
  target: number;
  to: 'starter' | 'previous' | 'stage';
  position: number;
  where: 'before' | 'after';
  signMode: SignMode;
}
const someMode = fc.constantFrom<SignMode>('any', 'all', 'in_turn');
const someTry: fc.Arbitrary<Try> = fc.record({
  move: fc.oneof(...Object.entries(MOVES).map(([move, weight]) => ({ arbitrary: fc.constant(move as Move), weight }))),
  seat: fc.nat(30),
  owner: fc.integer({ min: 0, max: 5 }).map((dice) => dice > 0),
  actor: fc.nat(5),
  target: fc.nat(5),
  to: fc.constantFrom('starter', 'starter', 'previous', 'previous', 'stage', 'stage'),
  position: fc.integer({ min: 1, max: 5 }),
  where: fc.constantFrom('before', 'after'),
  signMode: someMode,
});
const PLAIN = {
  seat: 1,
  owner: true,
  actor: 0,
  target: 0,
  to: 'starter',
  position: 1,
  where: 'after',
  signMode: 'any',
} as const;

interface PlannedStage {
  signMode: SignMode;
  by: number[];
  rejectTo: RejectTo;
  straight: boolean;
}
const someStages: fc.Arbitrary<PlannedStage[]> = fc.array(
  fc.record({
    signMode: someMode,
    by: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
    rejectTo: fc.constantFrom<RejectTo>('starter', 'previous', 'any', 'any'),
    straight: fc.boolean(),
  }),
  { minLength: 2, maxLength: 4 },
);

/** A walk with the rare changes: an added stage goes back to the later stage, and a round begins at its second stage. */
const RARE: [PlannedStage[], Try[]] = [
  [1, 2].map((at) => ({ signMode: 'any', by: [at], rejectTo: 'any', straight: true })),
  (
    [
      { move: 'pass' },
      { move: 'addSign', where: 'before', target: 3 },
      { move: 'notPass', to: 'stage', position: 3 },
      { move: 'notPass', to: 'starter' },
      { move: 'republish' },
    ] as const
  ).map((what) => ({ ...PLAIN, ...what })),
];

const person = (index: number): BuiltPerson => people[index % people.length] as BuiltPerson;

async function attempt(process: BuiltProcess, assignments: readonly AssignmentState[], input: Try) {
  const { processes } = app.modules;
  const assignment = assignments[input.seat % assignments.length] as AssignmentState;
  const named = authorizedBySystem({ id: assignment.assignmentId });
  const isAnswer = input.move === 'confirmed' || input.move === 'refused';
  const holder = people.find((one) => one.id === (isAnswer ? assignment.transferTo : assignment.userId));
  const actor = actorOf(enterpriseId, input.owner && holder ? holder : person(input.actor));
  const starter = actorOf(enterpriseId, person(0));
  const owning = (work: (trx: Parameters<typeof processes.resume>[0]) => Promise<void>) =>
    app.platform.db.transaction(work);
  switch (input.move) {
    case 'pass':
      return processes.pass(actor, named);
    case 'notPass':
      return processes.notPass(actor, named, {
        comment: '不通过',
        to: input.to,
        position: input.to === 'stage' ? input.position : undefined,
      });
    case 'addSign':
      return processes.addSign(actor, named, {
        where: input.where,
        signMode: input.signMode,
        reason: '加签',
        users: [authorizedBySystem(person(input.target))],
      });
    case 'transfer':
      return processes.transfer(actor, named, { target: authorizedBySystem(person(input.target)) });
    case 'confirmed':
    case 'refused':
      return processes.answerTransfer(actor, named, input.move);
    case 'withdrawn':
      return processes.withdrawTransfer(actor, named);
    case 'withdraw':
      return processes.withdrawById(starter, authorizedBySystem(process));
    case 'remind':
      return processes.remind(starter, authorizedBySystem(process));
    case 'pause':
      return owning((trx) => processes.pause(trx, starter, process.subject, '暂停'));
    case 'resume':
    case 'republish':
    case 'cancel':
      return owning((trx) => processes[input.move as 'resume'](trx, starter, process.subject));
  }
}

/** Invariants of any process at any time. */
function holds(now: ProcessDetail, before: ProcessDetail, succeeded: boolean, planned: ReadonlySet<number>): void {
  const current = now.stages.filter((stage) => stage.status === 'under_review');
  const runs = now.status === 'under_review' || now.status === 'paused';
  expect(current.length).toBe(runs ? 1 : 0);
  if (runs) expect(now.stage.stageId).toBe(current[0]?.stageId);
  for (const stage of now.stages) {
    const undecided = stage.assignments.filter(
      (assignment) => assignment.status === 'open' || assignment.status === 'transfer_awaiting',
    );
    if (stage.status !== 'under_review') expect(undecided).toEqual([]);
    else expect(undecided.length).toBeGreaterThan(0);
    if (stage.signMode === 'in_turn') expect(undecided.length).toBeLessThan(2);
    const waiting = stage.assignments.filter((assignment) => assignment.status === 'waiting').length;
    // A stage that added another one before itself keeps its passes while it waits.
    if (runs && stage.position > now.stage.position) expect(waiting).toBeGreaterThan(0);
    if (runs && stage.position < now.stage.position) expect(stage.status).toBe('review_complete');
    const sitting = stage.assignments
      .filter((assignment) => assignment.status !== 'transferred')
      .map((assignment) => assignment.userId);
    expect(new Set(sitting).size).toBe(sitting.length);
    // A stage without a pass was passed over.
    if (stage.status === 'review_complete') expect([0, stage.needed]).toContain(stage.passed);
    // The starter decides only as a planned executor, and never in an added stage.
    const isPlanned = stage.addedBy === null && planned.has(now.starterId);
    if (!isPlanned) expect(sitting).not.toContain(now.starterId);
  }
  if (now.status === 'review_complete')
    expect(now.stages.every((stage) => stage.status === 'review_complete')).toBe(true);
  expect(now.history.slice(0, before.history.length)).toEqual(before.history);
  const more = now.history.slice(before.history.length);
  expect(more.filter(({ action }) => action !== 'skip').length).toBe(succeeded ? 1 : 0);
  expect(now.stages.map(({ position }) => position)).toEqual(now.stages.map((_, index) => index + 1));
  expect(now.stageCount).toBe(now.stages.length);
  expect(now.version).toBe(before.version + (succeeded ? 1 : 0));
  expect(now.round).toBeGreaterThanOrEqual(before.round);
  if (!succeeded) expect(now).toEqual(before);
}

it('keeps its invariants for any action in any order', { timeout: 120_000 }, async () => {
  const ALSO = ['back', 'complete', 'skipped', 'straight', 'dropped', 'in turn'] as const;
  const seen = Object.fromEntries([...Object.keys(MOVES), ...ALSO].map((what) => [what, 0])) as Record<
    Move | (typeof ALSO)[number],
    number
  >;
  await fc.assert(
    fc.asyncProperty(someStages, fc.array(someTry, { minLength: 25, maxLength: 45 }), async (stages, tries) => {
      const process = await buildProcess(app, {
        starter: person(0),
        stages: stages.map(({ straight, by, ...stage }) => ({ ...stage, options: { straight }, by: by.map(person) })),
      });
      const planned = new Set(stages.flatMap(({ by }) => by.map((at) => person(at).id)));
      const ever = new Map<number, AssignmentState>();
      let before = await detailOf(app, process);
      for (const input of tries) {
        for (const stage of before.stages)
          for (const assignment of stage.assignments) ever.set(assignment.assignmentId, assignment);
        // Usually an assignment that fits the action, sometimes any assignment of the process.
        const fitting = ANSWERS.includes(input.move) ? 'transfer_awaiting' : 'open';
        const fit = before.stage.assignments.filter((assignment) => assignment.status === fitting);
        const assignments = fit.length > 0 && input.seat % 5 !== 0 ? fit : [...ever.values()];
        let succeeded = true;
        try {
          await attempt(process, assignments, input);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          succeeded = false;
        }
        const now = await detailOf(app, process);
        holds(now, before, succeeded, planned);
        if (succeeded) seen[input.move] += 1;
        if (now.round === before.round && now.stage.position < before.stage.position) seen.back += 1;
        const isRepublished = now.round > before.round;
        if (isRepublished && now.stage.position > 1) seen.straight += 1;
        if (!isRepublished && now.history.length > before.history.length + 1) seen.skipped += 1;
        if (!isRepublished && now.stages.length < before.stages.length) seen.dropped += 1;
        const isTurn = before.stage.signMode === 'in_turn' && now.stage.stageId === before.stage.stageId;
        if (succeeded && input.move === 'pass' && isTurn) seen['in turn'] += 1;
        if (now.status === 'review_complete' && before.status === 'under_review') seen.complete += 1;
        before = now;
      }
      const rounds = new Set(before.history.map((entry) => entry.round));
      expect([...rounds]).toEqual(Array.from({ length: before.round }, (_, index) => index + 1));
      const { rows } = await app.platform.db.pool.query(
        'select distinct round from process_stage where process_id = $1 order by round',
        [process.id],
      );
      expect(rows.map((row: { round: number }) => row.round)).toEqual([...rounds]);
    }),
    { numRuns: 30, examples: [RARE] },
  );
  // Walks that never reach one of these states prove nothing about it.
  for (const what of ['pass', 'notPass', 'transfer', 'addSign', 'confirmed', 'republish', ...ALSO] as const)
    expect([what, seen[what] > 0]).toEqual([what, true]);
});

/* Walks with delegations among all people, each of whole minutes. The clock jumps to their first and last milliseconds. */
const MINUTE = 60_000;
const BASE = Date.UTC(2027, 0, 4, 1, 0, 0);
const RUNS = Number(process.env['DELEGATION_WALKS'] ?? 6);

const someDelegation = fc.record({
  from: fc.nat(5),
  by: fc.integer({ min: 1, max: 5 }),
  begin: fc.nat(8),
  minutes: fc.integer({ min: 1, max: 5 }),
});

/** Each open assignment is in the to-do list of exactly one person, who is its holder and never the starter as a deputy. */
async function reviewersOnce(process: BuiltProcess): Promise<{ delegated: number }> {
  const now = await detailOf(app, process);
  const open = now.status === 'under_review' ? now.stage.assignments.filter(({ status }) => status === 'open') : [];
  const lists = await Promise.all(
    people.map(async (one) => {
      const { principal } = await asPerson(app, enterpriseId, one.id);
      const { list, total } = await app.modules.processes.reviews(principal, { state: 'todo', page: 1, size: 200 });
      expect((await app.modules.processes.counts(principal)).todo).toBe(total);
      return list.flatMap(({ seat, process_id }) =>
        seat?.ask === 'decide' && process_id === process.id ? [{ seat: seat.id, who: one.id }] : [],
      );
    }),
  );
  const shown = lists.flat().toSorted((a, b) => a.seat - b.seat);
  const holders = await app.modules.processes.delegations.holdersOf(enterpriseId, process.id);
  const expected = holders.map(({ assignmentId, userId }) => ({ seat: assignmentId, who: userId }));
  expect(shown).toEqual(expected.toSorted((a, b) => a.seat - b.seat));
  expect(holders.map(({ assignmentId }) => assignmentId).toSorted((a, b) => a - b)).toEqual(
    open.map(({ assignmentId }) => assignmentId).toSorted((a, b) => a - b),
  );
  expect(new Set(holders.map(({ userId }) => userId)).size).toBe(holders.length);
  const deputies = holders.filter(({ userId, executorId }) => userId !== executorId);
  for (const { userId } of deputies) expect(userId).not.toBe(now.starterId);
  return { delegated: deputies.length };
}

it('at the first and last millisecond of any delegation each open assignment has one reviewer', async () => {
  const seen = { delegated: 0, passed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      someStages,
      fc.array(someDelegation, { minLength: 2, maxLength: 10 }),
      fc.array(fc.nat(5), { minLength: 4, maxLength: 8 }),
      async (stages, given, deciders) => {
        await app.platform.db.pool.query('delete from process_delegation');
        time.at = BASE;
        const moments = new Set<number>();
        for (const { from, by, begin, minutes } of given) {
          const fromAt = new Date(BASE + begin * MINUTE);
          const toAt = new Date(fromAt.getTime() + minutes * MINUTE);
          const actor = actorOf(enterpriseId, person(from));
          try {
            await app.modules.processes.delegations.add(actor, {
              to: authorizedBySystem(person(from + by)),
              fromAt,
              toAt,
            });
          } catch (error) {
            // An own delegation of the same time.
            if (!(error instanceof AppError) || error.code !== CODES.timeClash) throw error;
          }
          for (const at of [fromAt.getTime(), toAt.getTime()]) moments.add(at - 1).add(at);
        }
        const process = await buildProcess(app, {
          starter: person(0),
          stages: stages.map(({ straight, by, ...stage }) => ({ ...stage, options: { straight }, by: by.map(person) })),
        });
        for (const [index, at] of [...moments].toSorted((a, b) => a - b).entries()) {
          time.at = Math.max(at, BASE);
          const { delegated } = await reviewersOnce(process);
          seen.delegated += delegated;
          const who = person(deciders[index % deciders.length] ?? 0);
          const holders = await app.modules.processes.delegations.holdersOf(enterpriseId, process.id);
          const [target] = holders;
          if (!target) break;
          // Any person tries: only the holder of this millisecond passes.
          const named = authorizedBySystem({ id: target.assignmentId });
          const outcome = await app.modules.processes.pass(actorOf(enterpriseId, who), named).then(
            () => 'passed' as const,
            (error: unknown) => {
              if (!(error instanceof AppError)) throw error;
              return 'refused' as const;
            },
          );
          expect(outcome).toBe(target.userId === who.id ? 'passed' : 'refused');
          seen[outcome] += 1;
        }
      },
    ),
    { numRuns: RUNS },
  );
  time.at = null;
  for (const what of ['delegated', 'passed', 'refused'] as const) expect([what, seen[what] > 0]).toEqual([what, true]);
}, 120_000);
