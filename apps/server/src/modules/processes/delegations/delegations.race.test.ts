import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireTime } from '@prdm/contract/kit/fields';
import * as delegation from '@prdm/contract/processes/delegations';
import * as review from '@prdm/contract/processes/review';
import { assignmentOf, buildProcess, detailOf, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../../../testing/servers/start-two.ts';

/* The holder and the deputy decide in two server processes while the delegation begins or ends. */
let two: TwoServers;
let starter: BuiltPerson;
let a: BuiltPerson;
let b: BuiltPerson;
let next: BuiltPerson;
let tokens: Map<number, string>;

beforeAll(async () => {
  two = await startTwo();
  [starter, a, b, next] = [
    await buildPerson(two),
    await buildPerson(two),
    await buildPerson(two),
    await buildPerson(two),
  ];
  const signedIn = [a, b].map(
    async (person, index) =>
      [person.id, await signInAt(two.addresses[index] as string, person.account, PASSWORD)] as const,
  );
  tokens = new Map(await Promise.all(signedIn));
}, 90_000);
afterAll(() => two?.stop(), 60_000);

const tokenOf = (person: BuiltPerson): string => tokens.get(person.id) ?? '';
const inHours = (hours: number): string => wireTime(new Date(Date.now() + hours * 3_600_000));
const delegate = async () => {
  const given = { to_id: b.id, to_at: inHours(1) };
  return (await callAt(two.addresses[0], delegation.add, given, tokenOf(a))).data;
};
const end = ({ id, version }: { id: number; version: number }) =>
  callAt(two.addresses[1], delegation.end, { id, version }, tokenOf(a));
const passAt = (server: number, person: BuiltPerson, seat_id: number) =>
  callAt(two.addresses[server % 2] as string, review.pass, { seat_id }, tokenOf(person));

/** One pass exists, and it names the right people. */
async function oneOutcome(process: BuiltProcess, codes: readonly number[]): Promise<number> {
  expect(codes.filter((code) => code === 0)).toHaveLength(1);
  const { history, stage } = await detailOf(two, process);
  expect(stage.position).toBe(2);
  const passes = history.filter(({ action }) => action === 'pass');
  expect(passes).toHaveLength(1);
  const [pass] = passes;
  expect([a.id, b.id]).toContain(pass?.userId);
  expect(pass?.forId).toBe(pass?.userId === b.id ? a.id : null);
  return pass?.userId ?? 0;
}

describe('two servers', () => {
  it('the pass of each person counts in either process: the deputy during the delegation, then the holder', async () => {
    for (const server of [0, 1]) {
      const process = await buildProcess(two, { starter, stages: [{ by: [a] }, { by: [next] }] });
      const seat_id = await assignmentOf(two, process, a);
      const made = await delegate();
      expect((await passAt(server, a, seat_id)).code).toBe(1008);
      expect((await passAt(server + 1, b, seat_id)).code).toBe(0);
      expect(await end(made)).toMatchObject({ code: 0 });
      const second = await buildProcess(two, { starter, stages: [{ by: [a] }, { by: [next] }] });
      const seat = await assignmentOf(two, second, a);
      expect((await passAt(server, b, seat)).code).not.toBe(0);
      expect((await passAt(server + 1, a, seat)).code).toBe(0);
    }
  }, 60_000);

  it('both pass while the delegation begins: one outcome', async () => {
    for (let round = 0; round < 8; round += 1) {
      const process = await buildProcess(two, { starter, stages: [{ by: [a] }, { by: [next] }] });
      const seat_id = await assignmentOf(two, process, a);
      const adding = delegate();
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => passAt(n, n % 2 === 0 ? a : b, seat_id)));
      const made = await adding;
      const codes = answers.map(({ code }) => code);
      // All attempts can come before the one of the person who holds the assignment at that moment.
      if (!codes.includes(0)) codes.push((await passAt(round, b, seat_id)).code);
      await oneOutcome(process, codes);
      await end(made);
    }
  }, 60_000);

  it('both pass while the delegation ends: one outcome', async () => {
    for (let round = 0; round < 8; round += 1) {
      const process = await buildProcess(two, { starter, stages: [{ by: [a] }, { by: [next] }] });
      const seat_id = await assignmentOf(two, process, a);
      const ending = end(await delegate());
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => passAt(n, n % 2 === 0 ? a : b, seat_id)));
      await ending;
      const codes = answers.map(({ code }) => code);
      if (!codes.includes(0)) codes.push((await passAt(round, a, seat_id)).code);
      await oneOutcome(process, codes);
    }
  }, 60_000);

  it('two delegations of one time: one is stored', async () => {
    const given = { to_id: b.id, to_at: inHours(1) };
    const answers = await Promise.all(
      [0, 1, 0, 1].map((server) => callAt(two.addresses[server] as string, delegation.add, given, tokenOf(a))),
    );
    expect(answers.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([0, 1020, 1020, 1020]);
  });
});
