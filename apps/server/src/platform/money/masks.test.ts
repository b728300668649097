import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Level } from '@prdm/access';
import { endpoint } from '@prdm/contract/kit';
import { MASK, comparesMoney, givenMoney, money } from '@prdm/contract/kit/money';
import { buildApp } from '../../app.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { buildDepartment, PASSWORD, theEnterprise } from '../../testing/worlds/builders.ts';
import { callOn, signInOn } from '../../testing/worlds/calls.ts';
import { buildHolder } from '../../testing/worlds/ranges.ts';
import { defineEvent } from '../bus.ts';
import { sendSheet } from '../sheets/send-sheet.ts';
import { writeSheet } from '../sheets/write-sheet.ts';
import { Amount } from './amount.ts';
import { sealedJson, shownSealed } from './sealed.ts';

/** The figure of the records of the test. Its digits appear nowhere below the level. */
const PLANTED = '13579246.83';
const DIGITS = /1,?3,?5,?7,?9,?2,?4,?6/;
const FEN = 1_357_924_683;

const row = z.object({ name: z.string(), amount: money('contract'), paid: money('contract').nullable() });
const list = endpoint({
  method: 'GET',
  path: '/apis/planted/index',
  access: 'signed-in',
  input: z.strictObject({
    sort: comparesMoney(z.enum(['name', '-name', 'amount', '-amount']).optional(), 'contract', ['amount']),
    amount_from: comparesMoney(givenMoney().optional(), 'contract'),
    with_total: comparesMoney(z.enum(['1']).optional(), 'contract'),
  }),
  output: z.object({ list: z.array(row), sums: z.record(z.string(), money('contract')) }),
});
const bare = endpoint({
  method: 'GET',
  path: '/apis/planted/bare',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({ amount: money('contract') }),
});
const download = endpoint({
  method: 'GET',
  path: '/apis/planted/download',
  access: 'signed-in',
  transport: 'download',
  input: z.strictObject({}),
  output: z.unknown(),
});
const change = endpoint({
  method: 'POST',
  path: '/apis/planted/change',
  access: 'signed-in',
  input: z.strictObject({}),
  output: row,
});
const Changed = defineEvent<{ amount: unknown }>('planted.changed');

let app: TestApp;
let served: FastifyInstance;
let people: { mine: number; ours: number; other: number };

const amounts = () => ({
  mine: new Amount('contract', FEN, { people: [people.mine], departmentId: null }),
  ours: new Amount('contract', FEN, { people: [], departmentId: people.ours }),
  other: new Amount('contract', FEN, { people: [], departmentId: people.other }),
});

beforeAll(async () => {
  app = await startApp({ works: false });
  app.platform.bus.on(Changed, 'after-commit', () => Promise.resolve());
  const departments = [await buildDepartment(app), await buildDepartment(app)];
  people = { mine: 0, ours: departments[0]?.id ?? 0, other: departments[1]?.id ?? 0 };
  served = await buildApp(app.platform, app.modules, app.env, {
    also: (mount) => {
      mount(list, () => {
        const { mine, ours, other } = amounts();
        const rows = { mine, ours, other };
        return Promise.resolve({
          list: Object.entries(rows).map(([name, amount]) => ({ name, amount, paid: null })),
          sums: { all: other },
        });
      });
      mount(bare, () => Promise.resolve({ amount: PLANTED as never }));
      mount.raw(download, async (_input, { principal }, raw) => {
        const rows = Object.entries(amounts());
        const bytes = await writeSheet({
          name: 'planted',
          reader: principal,
          columns: [
            { title: 'name', value: ([name]) => name },
            { title: 'amount', kind: 'money', value: ([, amount]) => amount },
          ],
          rows,
        });
        await sendSheet(raw, { fileName: 'planted', bytes });
      });
      mount(change, async (_input, { actor }) => {
        const { other } = amounts();
        await app.platform.db.transaction((trx) =>
          app.platform.bus.emit(trx, Changed, {
            actor,
            target: { kind: 'planted', id: 1, name: `amount ${String(other)}` },
            before: { amount: other },
            after: { amount: other },
            data: { amount: other },
          }),
        );
        return { name: 'x', amount: other, paid: other };
      });
    },
  });
});
afterAll(async () => {
  await served.close();
  await app.stop();
});

async function reader(level: Level): Promise<string> {
  const person = await buildHolder(app, { levels: { contract: level }, departmentId: people.ours });
  people.mine = person.id;
  return signInOn(served, person.account, PASSWORD);
}

describe('amounts below the level', () => {
  it.each<[Level, string[], string]>([
    [0, [MASK, MASK, MASK], MASK],
    [1, [PLANTED, MASK, MASK], MASK],
    [2, [PLANTED, PLANTED, MASK], MASK],
    [3, [PLANTED, PLANTED, PLANTED], PLANTED],
  ])('at level %i the answer and the export show own, department, others: %j', async (level, shown, sum) => {
    const token = await reader(level);
    const { data } = await callOn(served, list, {}, { token });
    expect(data.list.map(({ amount }: { amount: string }) => amount)).toEqual(shown);
    expect(data.list.map(({ paid }: { paid: unknown }) => paid)).toEqual([null, null, null]);
    expect(data.sums).toEqual({ all: sum });

    const file = await served.inject({ url: download.path, headers: { 'x-token': token } });
    const [, ...rows] = (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]?.rows ?? [];
    expect(rows.map(([, amount]) => amount)).toEqual(shown.map((text) => (text === MASK ? MASK : Number(text))));
  });

  it.each([
    ['sort', 'amount'],
    ['sort', '-amount'],
    ['amount_from', '1.00'],
    ['with_total', '1'],
  ])('%s=%s answers 1005 at the field below the level of all', async (field, value) => {
    for (const level of [0, 1, 2] as const) {
      const answer = await callOn(served, list, { [field]: value }, { token: await reader(level), lang: 'zh' });
      expect(answer).toMatchObject({ code: 1005, data: { field }, msg: expect.stringContaining('金额') });
    }
    expect(await callOn(served, list, { [field]: value }, { token: await reader(3) })).toMatchObject({ code: 0 });
    expect(await callOn(served, list, { sort: '-name' }, { token: await reader(0) })).toMatchObject({ code: 0 });
  });

  it('leave no digit in events, texts, names and the answer of the change', async () => {
    const answer = await callOn(served, change, {}, { token: await reader(2) });
    expect(answer).toMatchObject({ code: 0, data: { amount: MASK, paid: MASK } });
    const { rows } = await app.platform.db.pool.query(
      'select * from action_log where enterprise_id = $1 and event = $2',
      [await theEnterprise(app), Changed.name],
    );
    expect(rows).toHaveLength(1);
    // The log keeps the figure for readers with the level (decision 0016). planted.test.ts reads it at each level.
    const sealed = {
      amount_fen: FEN,
      module: 'contract',
      people: [],
      department_id: people.other,
      project_id: null,
    };
    expect(rows[0].after).toEqual({ amount: sealed });
    const { rows: outbox } = await app.platform.db.pool.query('select happening from outbox where event = $1', [
      Changed.name,
    ]);
    expect(outbox[0].happening).toMatchObject({ after: { amount: MASK }, data: { amount: MASK } });
    const amount = amounts().other;
    const kept = [
      rows[0].target_name,
      outbox,
      { amount },
      inspect(amount),
      `${String(amount)}`,
      Object.entries(amount),
    ];
    expect(JSON.stringify(kept)).not.toMatch(DIGITS);
    expect(amount.shown(null)).toBe(MASK);
  });

  it('a figure under a name of fen is refused in every value of an event', async () => {
    const emit = (given: object) =>
      app.platform.db.transaction((trx) =>
        app.platform.bus.emit(trx, Changed, {
          actor: { enterpriseId: 1 } as never,
          target: { kind: 'planted', id: 1, name: 'x' },
          data: { amount: null },
          ...given,
        }),
      );
    for (const given of [
      { before: { amount_fen: FEN } },
      { after: { parts: [{ paidFen: String(FEN) }] } },
      { data: { amount: { fen: BigInt(FEN) } } },
      { after: amounts().other.sealed() },
      { after: { parts_fen: [FEN] } },
    ])
      await expect(emit(given)).rejects.toThrow('must be an Amount');
  });

  it('a sealed amount that is damaged shows the mask', async () => {
    const principal = { userId: 1, roles: [], levels: { contract: 3 } } as never;
    const sealed = JSON.parse(sealedJson({ list: [amounts().other] })) as { list: object[] };
    expect(shownSealed(sealed, principal)).toEqual({ list: [PLANTED] });
    expect(shownSealed(sealed, null)).toEqual({ list: [MASK] });
    expect(shownSealed({ one: { ...sealed.list[0], module: 'unknown' } }, principal)).toEqual({ one: MASK });
  });

  it('a project role shows the own amounts of its project, in the log too', () => {
    const reader = { userId: 1, roles: [], levels: {}, projectLevels: { 5: { contract: 1 } } } as never;
    const ofProject = (projectId?: number) =>
      new Amount('contract', FEN, { people: [1], departmentId: null, projectId });
    const shown = (amount: Amount) => [amount.shown(reader), shownSealed(JSON.parse(sealedJson(amount)), reader)];
    expect([ofProject(5), ofProject(6), ofProject()].map(shown)).toEqual([
      [PLANTED, PLANTED],
      [MASK, MASK],
      [MASK, MASK],
    ]);
    // A row of an older version has no project.
    const old = { amount_fen: FEN, module: 'contract', people: [1], department_id: null };
    expect(shownSealed(old, reader)).toBe(MASK);
    expect(shownSealed(old, { userId: 1, roles: [], levels: { contract: 1 } } as never)).toBe(PLANTED);
  });

  it('a handler that answers a bare text fails, so no figure leaves unmasked', async () => {
    const answer = await callOn(served, bare, {}, { token: await reader(3) });
    expect(answer.code).not.toBe(0);
    expect(JSON.stringify(answer)).not.toMatch(DIGITS);
  });

  it('an amount is a whole number of fen', () => {
    const facts = { people: [], departmentId: null };
    expect(() => new Amount('contract', 0.5, facts)).toThrow('whole fen');
    expect(() => new Amount('contract', 2 ** 60, facts)).toThrow('whole fen');
  });
});
