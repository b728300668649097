import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import * as contract from '@prdm/contract/tasks';
import { TASK_ACTIONS, type TaskAction } from '@prdm/contract/tasks';
import { translate } from '../../platform/translate.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { drawn, drawnAnswer } from '../../testing/worlds/task-drawing.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { TASK_STATES, type TaskRole, type TaskState } from './task.rules.ts';
import { keyInData } from '@prdm/locales/text-key';

/** Runs the state table over the real calls: every state, every action, every role. */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const moved = async (id: number, endpoint: Endpoint, who: Signed, more: object = {}): Promise<number> => {
  const answer = await world.act(endpoint, id, who, more);
  if (answer.code !== 0) throw new Error(`${endpoint.path}: ${answer.code} ${answer.msg}`);
  return id;
};

const MAKE: Record<TaskState, () => Promise<number>> = {
  not_started: () => world.draft(),
  unprocessed: () => world.published(),
  in_progress: () => world.started(),
  under_review: () => world.submitted(),
  rejected: async () => moved(await world.started(), contract.reject, world.designer, { reason: '退' }),
  transfer_awaiting: async () =>
    moved(await world.started(), contract.transfer, world.designer, { target_id: world.colleague.id }),
  awaiting_confirmation: async () => {
    const id = await world.submitted();
    await world.passStage(id, world.proofreader);
    await world.passStage(id, world.reviewer);
    return id;
  },
  finished: async () => moved(await MAKE.awaiting_confirmation(), contract.pass, world.lead),
  paused: async () => moved(await world.started(), contract.pause, world.lead, { reason: '停' }),
  long_term: async () => moved(await world.started(), contract.longTerm, world.lead),
};

/** A task whose assigner is the member, who holds no node. Each person then has exactly one role. */
async function made(state: TaskState): Promise<number> {
  const id = await MAKE[state]();
  await app.platform.db.pool.query('update task set assigner_id = $1 where id = $2', [world.member.id, id]);
  return id;
}

/** Calls with another name than their action, and the fields each call needs besides id and version. */
const ENDPOINTS = contract as unknown as Record<TaskAction, Endpoint>;
const extras = (action: TaskAction): object =>
  ({
    pause: { reason: '停' },
    reject: { reason: '退' },
    notPass: { reason: '改' },
    transfer: { target_id: world.lead.id, from_id: world.designer.id },
    edit: { annotation: '看一下' },
  })[action as string] ?? {};

const tryOut = async (action: TaskAction, id: number, who: Signed) =>
  action === 'addChild'
    ? world.call(contract.add, world.form({ parent_id: id }), who)
    : world.act(ENDPOINTS[action], id, who, extras(action));

type Cast = readonly (readonly [who: Signed, roles: readonly TaskRole[]])[];
/**
 * The member is the starter, the manager runs the project, the designer is the executor, the colleague is the target.
 */
const cast = (state: TaskState): Cast => {
  const offered = state === 'transfer_awaiting';
  return [
    [world.member, ['starter']],
    [world.manager, ['manager']],
    [world.designer, offered ? ['executor', 'asker'] : ['executor']],
    [world.colleague, offered ? ['target'] : []],
    [world.proofreader, []],
  ];
};

/** Adding a sub-task also requires the node Task-add in the project. */
const mayAdd = (who: Signed): boolean => who === world.manager;
/** All other people get no page for a draft. */
const seesDrafts = (who: Signed): boolean => who === world.member || who === world.manager;

interface Can {
  action: TaskAction;
  allowed: boolean;
  why: string | null;
}
/** The actions that the page offers this person. A hidden draft has no page. */
async function promised(id: number, who: Signed): Promise<Map<TaskAction, Can>> {
  const { can } = (await world.read(id, who)) as { can: Can[] };
  return new Map(can.map((one) => [one.action, one]));
}

describe.each(TASK_STATES)('%s', (state) => {
  it('refuses every other action for every person, without a trace', { timeout: 60_000 }, async () => {
    const id = await made(state);
    const before = await world.read(id);
    const draft = state === 'not_started';
    for (const [who, roles] of cast(state)) {
      const can = draft && !seesDrafts(who) ? null : await promised(id, who);
      for (const action of TASK_ACTIONS) {
        let wanted: number = drawnAnswer(action, state, roles);
        if (action === 'addChild' && !mayAdd(who)) wanted = 1005;
        else if (draft && !seesDrafts(who)) wanted = 444;
        if (wanted === 0) continue;
        const answer = await tryOut(action, id, who);
        expect(answer.code, `${action} by ${who.name}`).toBe(wanted);
        if (can === null) continue;
        const one = can.get(action);
        expect([one?.allowed, translate('zh', keyInData(one?.why ?? ''))], `${action} promised to ${who.name}`).toEqual(
          [false, answer.msg],
        );
      }
    }
    for (const action of TASK_ACTIONS) {
      const answer = await tryOut(action, id, world.stranger);
      expect([444, 1005], `${action} by a stranger`).toContain(answer.code);
    }
    const after = await world.read(id);
    expect(after).toEqual(before);
  });

  it('performs every action of the table', { timeout: 60_000 }, async () => {
    let done = 0;
    for (const [who, roles] of cast(state))
      for (const action of TASK_ACTIONS) {
        const [to] = roles.map((role) => drawn(action, state, role)).filter((next) => next !== null);
        if (to === undefined || (action === 'addChild' && !mayAdd(who))) continue;
        const id = await made(state);
        const before = await world.read(id);
        const can = (await promised(id, who)).get(action);
        expect([can?.allowed, can?.why], `${action} promised to ${who.name}`).toEqual([true, null]);
        const answer = await tryOut(action, id, who);
        expect([answer.code, answer.msg], `${action} by ${who.name}`).toEqual([0, '操作成功']);
        done += 1;
        if (action === 'del' || action === 'addChild') continue;
        const after = await world.read(id);
        const reached =
          after.review_status === 'under_review' && after.status === 'in_progress' ? 'under_review' : after.status;
        expect(reached, `${action} by ${who.name}`).toBe(to);
        expect(after.version).toBe(before.version + 1);
        expect(after.history).toHaveLength(before.history.length + 1);
        expect(after.history.at(-1)).toMatchObject({ action, user: { id: who.id }, from_status: state, to_status: to });
      }
    if (state !== 'finished') expect(done).toBeGreaterThan(1);
    else expect(done).toBe(0);
  });
});
