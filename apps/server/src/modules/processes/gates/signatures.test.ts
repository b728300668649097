import { afterAll, beforeAll, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { actorOf, buildProcess, Crew, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import { theEnterprise, type BuiltPerson } from '../../../testing/worlds/builders.ts';

let app: TestApp;
let crew: Crew;
let enterpriseId: number;
let [starter, own, beside, next] = [] as unknown as [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  enterpriseId = await theEnterprise(app);
  [starter, own, beside, next] = (await crew.people(4)) as [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];
});
afterAll(() => app.stop());

const move = (process: BuiltProcess, name: 'pause' | 'cancel' | 'republish') =>
  app.platform.db.transaction((trx) => {
    const actor = actorOf(enterpriseId, starter);
    return name === 'pause'
      ? app.modules.processes.pause(trx, actor, process.subject, '等待资料')
      : app.modules.processes[name](trx, actor, process.subject);
  });

/** The results of the first round by person, after `run`. `own` and `beside` have the first stage, `next` the second. */
async function resultsAfter(run: (process: BuiltProcess) => Promise<unknown>, signMode: 'any' | 'all' | 'in_turn') {
  const process = await buildProcess(app, { starter, stages: [{ by: [own, beside], signMode }, { by: [next] }] });
  await run(process);
  const { signatures } = await app.modules.processes.recordOf(enterpriseId, {
    processId: process.id,
    subject: process.subject,
  });
  return signatures.filter(({ round }) => round === 1).map(({ result, at }) => (at === null ? result : `${result} at`));
}

it.each([
  ['nobody has decided', 'any', async () => undefined, 'waiting|waiting|waiting'],
  ['a colleague passed an any-sign stage', 'any', (p) => crew.pass(own, p), 'passed at|skipped|waiting'],
  ['a colleague passed an all-sign stage', 'all', (p) => crew.pass(own, p), 'passed at|waiting|waiting'],
  ['a colleague did not pass it', 'all', (p) => crew.notPass(own, p), 'not_passed at|waiting|waiting'],
  ['the first turn did not pass it', 'in_turn', (p) => crew.notPass(own, p), 'not_passed at|waiting|waiting'],
  [
    'the submitter withdrew',
    'any',
    (p) => crew.call(starter, review.withdraw, { id: p.id }),
    'waiting|waiting|waiting',
  ],
  ['the review is paused', 'any', (p) => move(p, 'pause'), 'waiting|waiting|waiting'],
  ['the review is cancelled', 'any', (p) => move(p, 'cancel'), 'waiting|waiting|waiting'],
  [
    'a new round replaced a paused one',
    'any',
    async (p) => {
      await move(p, 'pause');
      await move(p, 'republish');
    },
    'waiting|waiting|waiting',
  ],
  [
    'the second stage did not pass',
    'any',
    async (p) => {
      await crew.pass(own, p);
      await crew.notPass(next, p, 'starter');
    },
    'passed at|skipped|not_passed at',
  ],
] as [string, 'any' | 'all' | 'in_turn', (process: BuiltProcess) => Promise<unknown>, string][])(
  'the record of signatures after %s',
  async (_name, signMode, run, expected) => {
    expect((await resultsAfter(run, signMode)).join('|')).toBe(expected);
  },
);
