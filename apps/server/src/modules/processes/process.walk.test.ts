import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf, buildProcess, detailOf, type BuiltProcess } from '../../testing/worlds/approvals.ts';
import { buildPerson, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { AppError } from '../../platform/errors.ts';
import type { ProcessDetail, AssignmentState } from './process.types.ts';
import { authorizedBySystem } from '../../platform/ids/authorized-by-system.ts';

/*
 * Random walks over the whole engine, with any action, order, person and assignment of any round. The invariants of
 * `index.ts` must hold. Named refusals are allowed. Any other error fails the walk.
 */
let app: TestApp;
let enterpriseId: number;
let people: BuiltPerson[];

beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
  people = await Promise.all(Array.from({ length: 6 }, () => buildPerson(app)));
});
afterAll(() => app.stop());

/** Weight of each action. Actions that end a round are rare, so that walks get far. */
const MOVES = {
  pass: 24,
  notPass: 8,
  transfer: 12,
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
  to: 'starter' | 'previous';
}
const someTry: fc.Arbitrary<Try> = fc.record({
  move: fc.oneof(...Object.entries(MOVES).map(([move, weight]) => ({ arbitrary: fc.constant(move as Move), weight }))),
  seat: fc.nat(30),
  owner: fc.integer({ min: 0, max: 5 }).map((dice) => dice > 0),
  actor: fc.nat(5),
  target: fc.nat(5),
  to: fc.constantFrom('starter', 'previous', 'previous', 'previous'),
});
const someStages = fc.array(
  fc.record({
    signMode: fc.constantFrom('any' as const, 'all' as const),
    by: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
    rejectTo: fc.constantFrom('starter' as const, 'previous' as const, 'previous' as const),
  }),
  { minLength: 2, maxLength: 4 },
);

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
      return processes.notPass(actor, named, { comment: '不通过', to: input.to });
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
function holds(now: ProcessDetail, before: ProcessDetail, succeeded: boolean): void {
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
    const waiting = stage.assignments.filter((assignment) => assignment.status === 'waiting').length;
    if (runs && stage.position > now.stage.position) expect(waiting).toBe(stage.assignments.length);
    if (runs && stage.position < now.stage.position) expect(stage.status).toBe('review_complete');
    const sitting = stage.assignments
      .filter((assignment) => assignment.status !== 'transferred')
      .map((assignment) => assignment.userId);
    expect(new Set(sitting).size).toBe(sitting.length);
    if (stage.status === 'review_complete') expect(stage.passed).toBe(stage.needed);
  }
  if (now.status === 'review_complete')
    expect(now.stages.every((stage) => stage.status === 'review_complete')).toBe(true);
  expect(now.history.slice(0, before.history.length)).toEqual(before.history);
  expect(now.history.length).toBe(before.history.length + (succeeded ? 1 : 0));
  expect(now.version).toBe(before.version + (succeeded ? 1 : 0));
  expect(now.round).toBeGreaterThanOrEqual(before.round);
  if (!succeeded) expect(now).toEqual(before);
}

it('keeps its invariants for any action in any order', { timeout: 120_000 }, async () => {
  const seen = { ...Object.fromEntries(Object.keys(MOVES).map((move) => [move, 0])), back: 0, complete: 0 } as Record<
    Move | 'back' | 'complete',
    number
  >;
  await fc.assert(
    fc.asyncProperty(someStages, fc.array(someTry, { minLength: 25, maxLength: 45 }), async (stages, tries) => {
      const process = await buildProcess(app, {
        starter: person(0),
        stages: stages.map((stage) => ({ ...stage, by: stage.by.map(person) })),
      });
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
        holds(now, before, succeeded);
        if (succeeded) seen[input.move] += 1;
        if (now.round === before.round && now.stage.position < before.stage.position) seen.back += 1;
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
    { numRuns: 30 },
  );
  // Walks that never reach one of these states prove nothing about it.
  for (const what of ['pass', 'notPass', 'transfer', 'confirmed', 'republish', 'back', 'complete'] as const)
    expect([what, seen[what] > 0]).toEqual([what, true]);
});
