import { afterAll, beforeAll, expect, it } from 'vitest';
import * as calls from '@prdm/contract/processes/opinions';
import * as review from '@prdm/contract/processes/review';
import { buildProcess, detailOf, type BuiltProcess } from '../../testing/worlds/approvals.ts';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { callAt, signInAt, startTwo, type TwoServers, type WireAnswer } from '../../testing/servers/start-two.ts';

/* Parallel requests to two server processes on one database. */
let two: TwoServers;
let starter: BuiltPerson;
let raiser: BuiltPerson;
let passer: BuiltPerson;
let next: BuiltPerson;
let tokens: Map<number, string>;

beforeAll(async () => {
  two = await startTwo();
  [starter, raiser, passer, next] = (await Promise.all([1, 2, 3, 4].map(() => buildPerson(two)))) as [
    BuiltPerson,
    BuiltPerson,
    BuiltPerson,
    BuiltPerson,
  ];
  const signedIn = [starter, raiser, passer, next].map(
    async ({ id, account }, at) => [id, await signInAt(two.addresses[at % 2] as string, account, PASSWORD)] as const,
  );
  tokens = new Map(await Promise.all(signedIn));
}, 90_000);
afterAll(() => two?.stop(), 60_000);

const tokenOf = ({ id }: BuiltPerson): string => tokens.get(id) ?? '';
const begin = (): Promise<BuiltProcess> =>
  buildProcess(two, { starter, stages: [{ by: [raiser, passer] }, { by: [next] }] });
const seatOf = async (process: BuiltProcess, { id }: BuiltPerson): Promise<number> =>
  (await detailOf(two, process)).stage.assignments.find(({ userId }) => userId === id)?.assignmentId ?? 0;
const raise = (process: BuiltProcess, at: number): Promise<WireAnswer> => {
  const input = { process_id: process.id, grade: 'principle', text: '结构不安全' };
  return callAt(two.addresses[at % 2] as string, calls.opinionAdd, input, tokenOf(raiser));
};
const codeOf = ({ status, code }: WireAnswer): string => (status === 200 ? String(code) : `HTTP ${status}`);

/** Events of a process and its opinions in the order of the lock, without those that follow from them. */
async function orderOf(process: BuiltProcess): Promise<string[]> {
  const { rows } = await two.platform.db.pool.query<{ event: string }>(
    `select event from action_log where event = any($2) and (
       (target_kind = 'process' and target_id = $1)
       or (target_kind = 'opinion' and target_id in (select id from opinion where process_id = $1))) order by id`,
    [process.id, ['processes.stagePassed', 'opinions.raised', 'opinions.closed', 'opinions.reopened']],
  );
  return rows.map(({ event }) => event);
}

it('200 passes against a new principle opinion: no stage passes with it', { timeout: 180_000 }, async () => {
  const seen: Record<string, number> = {};
  for (let batch = 0; batch < 10; batch += 1) {
    const processes = await Promise.all(Array.from({ length: 20 }, begin));
    const seats = await Promise.all(processes.map((process) => seatOf(process, passer)));
    const answers = await Promise.all(
      processes.map((process, at) => {
        const seat_id = seats[at];
        const pass = () => callAt(two.addresses[(at + 1) % 2] as string, review.pass, { seat_id }, tokenOf(passer));
        // Each order of sending is as frequent as the other one.
        return at % 4 < 2
          ? Promise.all([raise(process, at), pass()])
          : Promise.all([pass(), raise(process, at)]).then(([passed, raised]) => [raised, passed] as const);
      }),
    );
    for (const [at, [raised, passed]] of answers.entries()) {
      const process = processes[at] as BuiltProcess;
      expect([codeOf(raised), ['0', '1008'].includes(codeOf(passed))]).toEqual(['0', true]);
      const order = await orderOf(process);
      const isPassed = codeOf(passed) === '0';
      expect(order).toEqual(isPassed ? ['processes.stagePassed', 'opinions.raised'] : ['opinions.raised']);
      expect((await detailOf(two, process)).stage.position).toBe(isPassed ? 2 : 1);
      seen[codeOf(passed)] = (seen[codeOf(passed)] ?? 0) + 1;
    }
  }
  expect(Object.keys(seen).toSorted()).toEqual(['0', '1008']);
});

it('two closes at once: one closes, the other has a stale version', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 10; round += 1) {
    const process = await begin();
    const id = ((await raise(process, round)).data as { id: number }).id;
    const close = (by: BuiltPerson, at: number) =>
      callAt(two.addresses[at] as string, calls.opinionClose, { id, version: 1 }, tokenOf(by));
    const answers = await Promise.all([close(raiser, 0), close(next, 1)]);
    expect(answers.map(codeOf).toSorted()).toEqual(['0', '1009']);
    const { rows } = await two.platform.db.pool.query(
      `select count(*)::int as n from opinion_entry where opinion_id = $1 and action = 'close'`,
      [id],
    );
    expect(rows[0].n).toBe(1);
  }
});

it('an answer against an edit: one of them, and the text stays that of the answer', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 10; round += 1) {
    const process = await begin();
    const id = ((await raise(process, round)).data as { id: number }).id;
    const answers = await Promise.all([
      callAt(two.addresses[0], calls.opinionReply, { id, version: 1, text: '已改' }, tokenOf(starter)),
      callAt(two.addresses[1], calls.opinionEdit, { id, version: 1, grade: 'general', text: '又' }, tokenOf(raiser)),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['0', '1009']);
  }
});

it('parallel opinions of one process get different numbers', { timeout: 60_000 }, async () => {
  const process = await begin();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => raise(process, at)));
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['0']));
  const numbers = answers.map(({ data }) => (data as { no: number }).no);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});
