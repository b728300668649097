import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { REVIEW_SORTS, REVIEW_STATES, type ReviewRow, type ReviewSort } from '@prdm/contract/processes/review';
import { buildProcess, Crew, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import type { BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;
/** The reader is starter, past decider, open executor and copy of all of them. */
let reader: BuiltPerson;
let serial = 0;
beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  const [first, other] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
  reader = first;
  const facts = [
    ['b 二层', 3],
    ['a 三层', null],
    ['c 一层', 1],
    ['a 三层', 2],
  ] as const;
  for (const [name, days] of facts) {
    const subject = { kind: 'contract', id: ++serial, name, pcPath: '/' };
    const stages = [
      { by: [reader], days },
      // All-sign: the earlier pass of the reader alone does not pass this stage.
      { by: [reader, other], days, signMode: 'all' as const },
    ];
    const built: BuiltProcess = await buildProcess(app, { starter: reader, stages, subject, cc: [reader] });
    expect((await crew.pass(reader, built)).code).toBe(0);
  }
});
afterAll(() => app.stop());

const listOf = async (input: object): Promise<ReviewRow[]> => {
  const { code, data, msg } = await crew.call(reader, review.index, input);
  expect(code, msg).toBe(0);
  return data.list as ReviewRow[];
};
const KEY: Record<ReviewSort, (row: ReviewRow) => string | null> = {
  at: ({ at }) => at,
  due: ({ stage }) => stage.due_at,
  name: ({ name }) => name,
};

describe.each(REVIEW_STATES)('the list "%s"', (state) => {
  it.each(REVIEW_SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'sorts by %s %s with none last, and loses no row between pages',
    async (sort, order) => {
      const whole = await listOf({ state, sort, order });
      expect(whole).toHaveLength(4);
      const keys = whole.map(KEY[sort]);
      const known = keys.filter((key) => key !== null);
      expect(known).toEqual(order === 'asc' ? known.toSorted() : known.toSorted().toReversed());
      expect(keys.slice(known.length)).toEqual(Array.from({ length: keys.length - known.length }, () => null));
      const pages = await Promise.all([1, 2, 3, 4].map((page) => listOf({ state, sort, order, page, size: 1 })));
      expect(pages.flat().map(({ line_id }) => line_id)).toEqual(whole.map(({ line_id }) => line_id));
    },
  );

  it('has the newest first by default', async () => {
    const ids = (await listOf({ state })).map(({ line_id }) => line_id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it('refuses an unknown order', async () => {
    for (const wrong of [{ sort: 'starter' }, { sort: 'subject_name; drop table process' }, { order: 'up' }]) {
      const { code, data } = await crew.call(reader, review.index, { state, ...wrong });
      expect([code, data.field]).toEqual([1001, Object.keys(wrong)[0]]);
    }
  });
});
