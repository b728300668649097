import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import * as review from '@prdm/contract/processes/review';
import * as contract from '@prdm/contract/tasks';
import { TASK_ACTIONS, type TaskAction } from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';

/** Random walks of a family of tasks over the real calls. RUNS and LENGTH make them longer. */
const RUNS = Number(process.env.WALK_RUNS ?? 6);
const LENGTH = Number(process.env.WALK_LENGTH ?? 40);

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

type Page = Awaited<ReturnType<TaskWorld['read']>>;
type Step = { do: TaskAction | 'decide' | 'withdraw'; at: number; by: number; figure: number; stale: boolean };

/** -1: the step does not apply. Only reviews answer 1006, because not every person may see their process. */
const CODES = [-1, 0, 1001, 1005, 1008, 1009, 1019];
const HOURS = ['0', '0.5', '2', '4', '9.5'];
const people = (): Signed[] => [
  world.lead,
  world.manager,
  world.designer,
  world.colleague,
  world.proofreader,
  world.reviewer,
];

const extras = ({ do: action, figure }: Step): object => {
  const hours = HOURS[figure % HOURS.length];
  const given: Record<string, object> = {
    pause: { reason: '停' },
    reject: { reason: '退' },
    notPass: { reason: '改' },
    transfer: { target_id: [world.colleague, world.designer][figure % 2]?.id },
    submit: { hours },
    republish: { resume: figure % 3 === 0 },
    edit: figure % 2 === 0 ? { required_hours: hours } : { title: `标题${figure}` },
  };
  return given[action] ?? {};
};

/** Does one step and returns the code of the answer. */
async function take(step: Step, family: number[]): Promise<{ id: number; code: number; read: Page }> {
  const id = family[step.at % family.length] as number;
  const who = people()[step.by % people().length] as Signed;
  const read = await world.read(id, world.manager);
  const version = step.stale ? read.version - 1 : read.version;
  if (step.do === 'decide') return { id, read, code: await decide(read, step) };
  if (step.do === 'withdraw') {
    const processId = read.process?.process_id;
    return { id, read, code: processId ? (await world.call(review.withdraw, { id: processId }, who)).code : -1 };
  }
  if (step.do === 'addChild') {
    const hours = HOURS[step.figure % HOURS.length];
    const answer = await world.call(
      contract.add,
      world.form({ parent_id: id, required_hours: hours, publish: true }),
      who,
    );
    if (answer.code === 0) family.push(answer.data.id);
    return { id, read, code: answer.code === 0 ? -1 : answer.code };
  }
  const endpoint = (contract as unknown as Record<string, Endpoint>)[step.do] as Endpoint;
  const answer = await world.call(endpoint, { id, version, ...extras(step) }, who);
  if (step.do === 'del' && answer.code === 0) family.splice(family.indexOf(id), 1);
  return { id, read, code: answer.code };
}

/** The holder of an open assignment passes or fails the stage. */
async function decide(read: Page, { figure }: Step): Promise<number> {
  const current = read.process?.stages.find((stage: { status: string }) => stage.status === 'under_review');
  const assignment = current?.seats.find(({ status }: { status: string }) => status === 'open');
  if (!assignment) return -1;
  const who = people().find(({ id }) => id === assignment.user.id) as Signed;
  const answer =
    figure % 4 === 0
      ? await world.call(review.notPass, { seat_id: assignment.id, comment: '不行' }, who)
      : await world.call(review.pass, { seat_id: assignment.id }, who);
  return answer.code;
}

/** Invariants of every task after every step. */
async function holds(family: number[], before: Map<number, Page>): Promise<void> {
  for (const id of family) {
    const page = await world.read(id, world.manager);
    const stages: { status: string }[] = page.process?.stages ?? [];
    const current = stages.filter(({ status }) => status === 'under_review');
    const reviewed = page.review_status === 'under_review';
    expect(current.length, 'one current stage under review, none otherwise').toBe(reviewed ? 1 : 0);
    if (page.required_hours !== null) expect(page.children_hours).toBeLessThanOrEqual(page.required_hours);
    if (page.status === 'finished') {
      expect(page.children.every(({ label }: { label: string }) => label === 'finished')).toBe(true);
      expect(page.progress).toBe(100);
    }
    if (page.status !== 'paused') expect(page.transfer !== null).toBe(page.status === 'transfer_awaiting');
    const old = before.get(id);
    if (old) {
      expect(page.history.slice(0, old.history.length), 'history only grows').toEqual(old.history);
      const rounds = old.process?.history ?? [];
      expect((page.process?.history ?? rounds).slice(0, rounds.length)).toEqual(rounds);
      expect(page.round).toBeGreaterThanOrEqual(old.round);
      expect(page.used_hours).toBeGreaterThanOrEqual(old.used_hours);
      expect(page.version).toBeGreaterThanOrEqual(old.version);
      if (page.version === old.version) expect(page.history).toHaveLength(old.history.length);
      if (old.status === 'finished') expect(page.version, 'finished is the end').toBe(old.version);
    }
    before.set(id, page);
  }
}

it('keeps its invariants on random walks', { timeout: 60_000 + RUNS * LENGTH * 1000 }, async () => {
  const step = fc.record({
    do: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom<Step['do']>('publish', 'start', 'submit', 'decide', 'pass', 'republish'),
      },
      { weight: 2, arbitrary: fc.constantFrom<Step['do']>(...TASK_ACTIONS) },
      { weight: 1, arbitrary: fc.constantFrom<Step['do']>('decide', 'withdraw', 'addChild') },
    ),
    at: fc.nat(4),
    by: fc.nat(5),
    figure: fc.nat(11),
    stale: fc.integer({ min: 0, max: 14 }).map((n) => n === 0),
  });
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: LENGTH / 2, maxLength: LENGTH, size: 'max' }), async (steps) => {
      const family = [await world.started({ required_hours: '10' })];
      family.push(await world.started({ parent_id: family[0], required_hours: '4' }));
      const before = new Map<number, Page>();
      await holds(family, before);
      for (const one of steps) {
        const { id, code, read } = await take(one, family);
        seen.set(code, (seen.get(code) ?? 0) + 1);
        expect(one.do === 'withdraw' ? [...CODES, 1006] : CODES, `${one.do} answered ${code}`).toContain(code);
        if (code > 0 && family.includes(id)) expect((await world.read(id, world.manager)).version).toBe(read.version);
        if (family.length === 0) return;
        await holds(family, before);
      }
    }),
    { numRuns: RUNS, ...(process.env.WALK_SEED ? { seed: Number(process.env.WALK_SEED) } : {}), endOnFailure: true },
  );
  for (const code of [0, 1005, 1008]) expect(seen.get(code), `no step was ever answered ${code}`).toBeGreaterThan(0);
});
