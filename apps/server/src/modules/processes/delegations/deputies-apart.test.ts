import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireTime } from '@prdm/contract/kit/fields';
import * as delegation from '@prdm/contract/processes/delegations';
import * as review from '@prdm/contract/review';
import { buildProcess, Crew } from '../../../testing/worlds/approvals.ts';
import type { BuiltPerson } from '../../../testing/worlds/builders.ts';
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
