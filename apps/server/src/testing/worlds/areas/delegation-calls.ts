import { expect, vi } from 'vitest';
import { wireTime } from '@prdm/contract/kit/fields';
import * as notices from '@prdm/contract/notices';
import * as delegation from '@prdm/contract/processes/delegations';
import * as review from '@prdm/contract/processes/review';
import type { TestApp } from '../../servers/start-app.ts';
import type { Crew } from '../approvals.ts';
import type { BuiltPerson } from '../builders.ts';

const DAY = 24 * 3_600_000;
export const wire = (at: number): string => wireTime(new Date(at));

/** Calls of the giver and of the deputy. `running` has the program, which exists only after its start, with the clock `time`. */
export function delegationCalls(
  running: () => { readonly app: TestApp; readonly crew: Crew },
  time: { readonly at: number },
) {
  const add = (from: BuiltPerson, to: BuiltPerson, given: { fromAt?: number; toAt?: number; note?: string } = {}) =>
    running().crew.call(from, delegation.add, {
      to_id: to.id,
      to_at: wire(given.toAt ?? time.at + DAY),
      ...(given.fromAt === undefined ? {} : { from_at: wire(given.fromAt) }),
      note: given.note,
    });
  const todo = async (person: BuiltPerson) => (await running().crew.call(person, review.index, { state: 'todo' })).data;
  const count = async (person: BuiltPerson): Promise<number> =>
    (await running().crew.call(person, review.counts)).data.todo;
  const people = (n: number) =>
    running().crew.people(n) as Promise<[BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson]>;
  const outboxDone = () =>
    vi.waitFor(async () => {
      const { rows } = await running().app.platform.db.pool.query(
        'select count(*)::int as n from outbox where done_at is null',
      );
      expect(rows[0].n).toBe(0);
    }, 10_000);
  async function noticesOf(person: BuiltPerson): Promise<string[]> {
    await outboxDone();
    const { data } = await running().crew.call(person, notices.index, { ispage: 'not' });
    return data.list.map(({ content }: { content: string }) => content);
  }

  return { add, todo, count, people, outboxDone, noticesOf };
}
