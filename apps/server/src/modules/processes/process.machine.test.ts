import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import type { Endpoint } from '@prdm/contract/kit';
import {
  actorOf,
  buildProcess,
  Crew,
  detailOf,
  assignmentOf,
  type BuiltProcess,
} from '../../testing/worlds/approvals.ts';
import { theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/*
 * Every state, action and actor of 5.2 over the real calls. There are two stages: the first is all-sign with `own` and
 * `beside`, the second has `next`. Actions name the assignment of `own` in the first stage. LEGAL lists the allowed
 * ones. `later turn`: the first stage is in-turn, and `beside` comes before `own`. `asked before`: `own` added a stage
 * before the first one, with `next`.
 */
const STATES = [
  'fresh',
  'partly passed',
  'second stage',
  'transfer awaiting',
  'later turn',
  'asked before',
  'paused',
  'complete',
  'rejected',
  'withdrawn',
  'cancelled',
] as const;
type State = (typeof STATES)[number];

const ACTORS = ['starter', 'own', 'beside', 'next', 'target', 'copied', 'stranger', 'admin'] as const;
type ActorName = (typeof ACTORS)[number];

const RUNNING: State[] = ['fresh', 'partly passed', 'second stage', 'transfer awaiting', 'later turn', 'asked before'];
const UNDECIDED: State[] = ['fresh', 'transfer awaiting', 'later turn', 'asked before'];
const LEGAL = {
  pass: { by: ['own'], from: ['fresh', 'partly passed'] },
  notPass: { by: ['own'], from: ['fresh', 'partly passed'] },
  transfer: { by: ['own'], from: ['fresh', 'partly passed'] },
  addSign: { by: ['own'], from: ['fresh', 'partly passed'] },
  transferConfirm: { by: ['target'], from: ['transfer awaiting'] },
  transferRefuse: { by: ['target'], from: ['transfer awaiting'] },
  transferWithdraw: { by: ['own'], from: ['transfer awaiting'] },
  withdraw: { by: ['starter'], from: UNDECIDED },
  remind: { by: ['starter', 'admin'], from: RUNNING },
} as const satisfies Record<string, { by: readonly ActorName[]; from: readonly State[] }>;
type Action = keyof typeof LEGAL;
const ENDPOINTS: Record<Action, Endpoint> = {
  pass: review.pass,
  notPass: review.notPass,
  transfer: review.transfer,
  addSign: review.addSign,
  transferConfirm: review.transferConfirm,
  transferRefuse: review.transferRefuse,
  transferWithdraw: review.transferWithdraw,
  withdraw: review.withdraw,
  remind: review.remind,
};
const ACTIONS = Object.keys(LEGAL) as Action[];
const isLegal = (action: Action, actor: ActorName, state: State): boolean =>
  (LEGAL[action].by as readonly string[]).includes(actor) && (LEGAL[action].from as readonly string[]).includes(state);

/** Actors without read access: a stranger, every actor after the cancellation, and the target before the request. */
const isBlind = (actor: ActorName, state: State): boolean =>
  state === 'cancelled' || actor === 'stranger' || (actor === 'target' && state !== 'transfer awaiting');

function expectedCode(action: Action, actor: ActorName, state: State): number {
  if (isBlind(actor, state)) return 1006;
  if (isLegal(action, actor, state)) return 0;
  return (LEGAL[action].by as readonly string[]).includes(actor) ? 1008 : 1005;
}

/** State of process and stage after an allowed action. */
const RESULT: Record<Action, Partial<Record<State, [string, string]>>> = {
  pass: { fresh: ['under_review', 'under_review'], 'partly passed': ['under_review', 'under_review'] },
  notPass: { fresh: ['review_rejected', 'review_rejected'], 'partly passed': ['review_rejected', 'review_rejected'] },
  transfer: { fresh: ['under_review', 'under_review'], 'partly passed': ['under_review', 'under_review'] },
  addSign: { fresh: ['under_review', 'under_review'], 'partly passed': ['under_review', 'under_review'] },
  transferConfirm: { 'transfer awaiting': ['under_review', 'under_review'] },
  transferRefuse: { 'transfer awaiting': ['under_review', 'under_review'] },
  transferWithdraw: { 'transfer awaiting': ['under_review', 'under_review'] },
  withdraw: Object.fromEntries(UNDECIDED.map((state) => [state, ['review_rejected', 'review_rejected']])),
  remind: Object.fromEntries(RUNNING.map((state) => [state, ['under_review', 'under_review']])),
};

const MOVES: Record<'pause' | 'resume' | 'republish' | 'cancel', readonly State[]> = {
  pause: RUNNING,
  resume: ['paused'],
  republish: ['paused', 'complete', 'rejected', 'withdrawn', 'cancelled'],
  cancel: [...RUNNING, 'paused', 'complete', 'rejected', 'withdrawn'],
};

let app: TestApp;
let crew: Crew;
let enterpriseId: number;
let cast: Record<ActorName, BuiltPerson>;

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  enterpriseId = await theEnterprise(app);
  const [starter, own, beside, next, target, copied, stranger] = await crew.people(7);
  const admin = await crew.person({ roles: ['superAdmin'] });
  cast = { starter, own, beside, next, target, copied, stranger, admin } as Record<ActorName, BuiltPerson>;
});
afterAll(() => app.stop());

const adding = () => ({ where: 'before', user_ids: [cast.next.id], reason: '涉及结构' });

interface Situation {
  readonly process: BuiltProcess;
  readonly assignmentId: number;
}

/** The owner of the subject uses the module API. */
const move = (process: BuiltProcess, name: keyof typeof MOVES): Promise<void> =>
  app.platform.db.transaction((trx) => {
    const actor = actorOf(enterpriseId, cast.starter);
    return name === 'pause'
      ? app.modules.processes.pause(trx, actor, process.subject, '等待资料')
      : app.modules.processes[name](trx, actor, process.subject);
  });

const done = async (answer: Promise<{ code: number }>) => expect((await answer).code).toBe(0);

async function bring(state: State): Promise<Situation> {
  const process = await buildProcess(app, {
    starter: cast.starter,
    stages: [
      state === 'later turn'
        ? { by: [cast.beside, cast.own], signMode: 'in_turn' }
        : { by: [cast.own, cast.beside], signMode: 'all' },
      { by: [cast.next] },
    ],
    cc: [cast.copied],
  });
  const assignmentId = await assignmentOf(app, process, cast.own);
  if (state === 'partly passed' || state === 'second stage' || state === 'complete')
    await done(crew.pass(cast.beside, process));
  if (state === 'second stage' || state === 'complete') await done(crew.pass(cast.own, process));
  if (state === 'complete') await done(crew.pass(cast.next, process));
  if (state === 'transfer awaiting') await done(crew.transfer(cast.own, process, cast.target));
  if (state === 'asked before') await done(crew.call(cast.own, review.addSign, { seat_id: assignmentId, ...adding() }));
  if (state === 'rejected') await done(crew.notPass(cast.beside, process));
  if (state === 'withdrawn') await done(crew.call(cast.starter, review.withdraw, { id: process.id }));
  if (state === 'paused') await move(process, 'pause');
  if (state === 'cancelled') await move(process, 'cancel');
  return { process, assignmentId };
}

function act(situation: Situation, action: Action, actor: ActorName): Promise<{ code: number }> {
  const { process, assignmentId } = situation;
  const whole = action === 'withdraw' || action === 'remind';
  const input = whole
    ? { id: process.id }
    : {
        seat_id: assignmentId,
        ...(action === 'notPass' ? { comment: '不符合规范' } : {}),
        ...(action === 'addSign' ? adding() : {}),
        ...(action === 'transfer' ? { target_id: cast.target.id } : {}),
      };
  return crew.call(cast[actor], ENDPOINTS[action], input);
}

describe.each(STATES)('a process that is %s', (state) => {
  it('refuses every other action without any effect', async () => {
    const situation = await bring(state);
    const before = await detailOf(app, situation.process);
    const wrong: string[] = [];
    for (const action of ACTIONS) {
      for (const actor of ACTORS) {
        if (isLegal(action, actor, state)) continue;
        const { code } = await act(situation, action, actor);
        const expected = expectedCode(action, actor, state);
        if (code !== expected) wrong.push(`${action} by ${actor}: ${code} instead of ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await detailOf(app, situation.process)).toEqual(before);
  });

  it('performs every allowed action', async () => {
    for (const action of ACTIONS) {
      for (const actor of ACTORS) {
        if (!isLegal(action, actor, state)) continue;
        const situation = await bring(state);
        const before = await detailOf(app, situation.process);
        expect([action, actor, (await act(situation, action, actor)).code]).toEqual([action, actor, 0]);
        const after = await detailOf(app, situation.process);
        expect([action, after.status, after.stage.status]).toEqual([action, ...(RESULT[action][state] ?? [])]);
        expect(after.version).toBe(before.version + 1);
        expect(after.history.length).toBe(before.history.length + 1);
      }
    }
  });

  it.each(Object.keys(MOVES) as (keyof typeof MOVES)[])('lets its owner %s only in the states of 5.2', async (name) => {
    const { process } = await bring(state);
    const before = await detailOf(app, process);
    if (MOVES[name].includes(state)) {
      await move(process, name);
      const after = await detailOf(app, process);
      const expected = { pause: 'paused', resume: 'under_review', republish: 'under_review', cancel: 'cancelled' }[
        name
      ];
      expect(after.status).toBe(expected);
      expect(after.round).toBe(name === 'republish' ? before.round + 1 : before.round);
      expect(after.history.length).toBe(before.history.length + 1);
    } else {
      await expect(move(process, name)).rejects.toMatchObject({ code: 1008 });
      expect(await detailOf(app, process)).toEqual(before);
    }
  });
});
