import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as delegation from '@prdm/contract/processes/delegations';
import * as review from '@prdm/contract/processes/review';
import { assignmentOf, buildProcess, Crew, detailOf } from '../../../testing/worlds/approvals.ts';
import { buildProject, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { delegationCalls, wire } from '../../../testing/worlds/areas/delegation-calls.ts';

/** Delegations with the calls of their two people. The clock stands still unless a test moves it. */
const BASE = Date.UTC(2026, 10, 24, 2, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const time = { at: BASE };
let app: TestApp;
let crew: Crew;

beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(time.at) } });
  crew = new Crew(app);
});
afterAll(() => app.stop());
const { add, todo, count, people, noticesOf } = delegationCalls(() => ({ app, crew }), time);

describe('the calls', () => {
  it('a delegation is added, shown to both, changed and ended, each with a row of the log and a notice', async () => {
    const [a, b] = await people(2);
    const added = await add(a, b, { note: '出差' });
    expect(added).toMatchObject({ code: 0, data: { version: 1 } });
    const { id } = added.data;
    const row = { id, from: { id: a.id, name: a.name }, to: { id: b.id, name: b.name }, note: '出差', state: 'active' };
    expect((await crew.call(a, delegation.index)).data).toMatchObject({
      given: [{ ...row, from_at: wire(BASE), to_at: wire(BASE + DAY), can: { edit: true, end: true, refuse: false } }],
      received: [],
    });
    expect((await crew.call(b, delegation.index)).data).toMatchObject({
      given: [],
      received: [{ ...row, can: { edit: false, end: false, refuse: true } }],
    });
    const edited = await crew.call(a, delegation.edit, { id, version: 1, to_at: wire(BASE + 2 * DAY), note: '会议' });
    expect(edited).toMatchObject({ code: 0, data: { id, version: 2 } });
    expect(await crew.call(a, delegation.end, { id, version: 1 })).toMatchObject({ code: 1009 });
    expect(await crew.call(a, delegation.end, { id, version: 2 })).toMatchObject({ code: 0 });
    expect((await crew.call(a, delegation.index)).data.given).toMatchObject([{ id, state: 'past', to_at: wire(BASE) }]);
    expect(await crew.call(a, delegation.end, { id, version: 3 })).toMatchObject({ code: 1008, msg: '这项委托已结束' });
    const { rows } = await app.platform.db.pool.query(
      `select event from action_log where target_kind = 'delegation' and target_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ event }: { event: string }) => event)).toEqual([
      'delegations.added',
      'delegations.edited',
      'delegations.ended',
    ]);
    const told = await noticesOf(b);
    expect(told).toHaveLength(3);
    expect(told.join()).toContain(`${a.name}委托您代为审核：2026-11-24 10:00 至 2026-11-25 10:00`);
    expect(await noticesOf(a)).toEqual([]);
  });

  it('the deputy refuses, and the giver gets a notice', async () => {
    const [a, b, starter] = await people(3);
    await buildProcess(app, { starter, stages: [{ by: [a] }] });
    const { id } = (await add(a, b)).data;
    expect([await count(a), await count(b)]).toEqual([0, 1]);
    expect(await crew.call(a, delegation.refuse, { id, version: 1 })).toMatchObject({ code: 1005 });
    expect(await crew.call(b, delegation.refuse, { id, version: 1 })).toMatchObject({ code: 0 });
    expect([await count(a), await count(b)]).toEqual([1, 0]);
    expect((await noticesOf(a)).join()).toContain(`${b.name}拒绝代${a.name}审核`);
    expect(await crew.call(a, delegation.edit, { id, version: 2, to_at: wire(BASE + 2 * DAY) })).toMatchObject({
      code: 1008,
      msg: '受托人已拒绝这项委托',
    });
    // The time is free again.
    expect(await add(a, b)).toMatchObject({ code: 0 });
  });

  it('refuses bad input with code, field and words', async () => {
    const [a, b, c] = await people(3);
    const partner = await crew.person({ type: 'partner' });
    const gone = await crew.person();
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [gone.id]);
    const refused = async (answer: Promise<{ code: number; data: unknown; msg: string }>) => {
      const { code, data, msg } = await answer;
      expect(msg).not.toBe('');
      return [code, (data as { field?: string } | null)?.field];
    };
    expect(await refused(add(a, a))).toEqual([1001, 'to_id']);
    expect(await refused(add(a, partner))).toEqual([1001, 'to_id']);
    expect(await refused(add(a, gone))).toEqual([1012, 'to_id']);
    // A partner sees only people of shared projects, and may delegate to none of them.
    expect(await refused(add(partner, a))).toEqual([1013, 'to_id']);
    await buildProject(app, { members: [a, partner].map(({ id }) => ({ id, roles: ['designer' as const] })) });
    expect(await refused(add(partner, a))).toEqual([1005, undefined]);
    expect(await refused(add(a, b, { fromAt: BASE + HOUR, toAt: BASE + HOUR }))).toEqual([1001, 'to_at']);
    expect(await refused(add(a, b, { toAt: BASE }))).toEqual([1001, 'to_at']);
    expect(await refused(add(a, b, { fromAt: BASE - HOUR, toAt: BASE + HOUR }))).toEqual([1001, 'from_at']);
    expect(await refused(add(a, b, { toAt: BASE + 367 * DAY }))).toEqual([1001, 'to_at']);
    expect(await refused(crew.call(a, delegation.add, { to_id: b.id }))).toEqual([1001, 'to_at']);
    expect(await refused(crew.call(a, delegation.add, { to_id: 987_654, to_at: wire(BASE + DAY) }))).toEqual([
      1013,
      'to_id',
    ]);
    // A begin within the present minute counts as now.
    expect(await add(a, b, { fromAt: BASE - 59_000, toAt: BASE + HOUR })).toMatchObject({ code: 0 });
    expect(await refused(add(a, c))).toEqual([1020, 'from_at']);
    expect(await refused(add(a, c, { fromAt: BASE + HOUR - 1000, toAt: BASE + 2 * HOUR }))).toEqual([1020, 'from_at']);
    const next = await add(a, c, { fromAt: BASE + HOUR, toAt: BASE + 2 * HOUR });
    expect(next).toMatchObject({ code: 0 });
    const { id } = next.data;
    expect(await refused(crew.call(a, delegation.edit, { id, version: 1, from_at: wire(BASE) }))).toEqual([
      1020,
      'from_at',
    ]);
    expect(await refused(crew.call(b, delegation.edit, { id, version: 1, note: 'x' }))).toEqual([1006, 'id']);
    expect(await refused(crew.call(c, delegation.edit, { id, version: 1, note: 'x' }))).toEqual([1005, 'id']);
    const [{ id: begun, version }] = (await crew.call(a, delegation.index)).data.given;
    expect(
      await refused(crew.call(a, delegation.edit, { id: begun, version, from_at: wire(BASE + 5 * MINUTE) })),
    ).toEqual([1001, 'from_at']);
  });

  it('a planned delegation that ends never begins', async () => {
    const [a, b, starter] = await people(3);
    await buildProcess(app, { starter, stages: [{ by: [a] }] });
    const { id } = (await add(a, b, { fromAt: BASE + HOUR, toAt: BASE + DAY })).data;
    expect((await crew.call(a, delegation.index)).data.given).toMatchObject([{ state: 'planned' }]);
    await crew.call(a, delegation.end, { id, version: 1 });
    expect((await crew.call(a, delegation.index)).data.given).toMatchObject([{ state: 'past' }]);
    time.at = BASE + HOUR;
    expect([await count(a), await count(b)]).toEqual([1, 0]);
    time.at = BASE;
  });
});

describe('the two to-do lists', () => {
  it('change at the first and after the last millisecond, and no assignment row changes', async () => {
    const [a, b, starter, c] = await people(4);
    const process = await buildProcess(app, { starter, stages: [{ by: [a] }, { by: [c] }] });
    const own = await buildProcess(app, { starter, stages: [{ by: [b] }] });
    const begin = BASE + HOUR;
    const end = BASE + 2 * HOUR;
    await add(a, b, { fromAt: begin, toAt: end });
    const rowsOf = async () =>
      (await app.platform.db.pool.query('select * from process_assignment where process_id = $1', [process.id])).rows;
    const before = await rowsOf();
    const seen = async () => {
      const [first, second] = [await todo(a), await todo(b)];
      expect([await count(a), await count(b)]).toEqual([first.total, second.total]);
      const ids = ({ list }: { list: { process_id: number }[] }) => list.map((row) => row.process_id);
      return [ids(first), ids(second)];
    };
    const undelegated = [[process.id], [own.id]];
    const delegated = [[], [own.id, process.id]];
    for (const [at, expected] of [
      [begin - 1, undelegated],
      [begin, delegated],
      [end - 1, delegated],
      [end, undelegated],
    ] as const) {
      time.at = at;
      expect(await seen()).toEqual(expected);
      const holders = await app.modules.processes.delegations.holdersOf(await theEnterprise(app), process.id);
      expect(holders.map(({ userId }) => userId)).toEqual([expected === delegated ? b.id : a.id]);
    }
    time.at = end - 1;
    const [, row] = (await todo(b)).list;
    expect(row).toMatchObject({ seat: { ask: 'decide', for_user: { id: a.id, name: a.name } } });
    expect(await rowsOf()).toEqual(before);
    time.at = BASE;
  });

  it('the holder reads to whom and until when, and decides only after the end', async () => {
    const [a, b, starter] = await people(3);
    const process = await buildProcess(app, { starter, stages: [{ by: [a] }] });
    const seat_id = await assignmentOf(app, process, a);
    const hidden = await crew.call(b, review.info, { id: process.id });
    expect(hidden.code).toBe(404);
    await add(a, b, { toAt: BASE + HOUR });
    const page = (await crew.call(a, review.info, { id: process.id })).data;
    const deputy = { user: { id: b.id, name: b.name }, until: wire(BASE + HOUR) };
    expect(page.can).toMatchObject({ decide_seat_id: null, add_sign: false, delegated: deputy });
    expect(page.stages[0].seats[0]).toMatchObject({ user: { id: a.id }, deputy });
    for (const [endpoint, more] of [
      [review.pass, {}],
      [review.notPass, { comment: '不符合' }],
      [review.transfer, { target_id: starter.id }],
      [review.addSign, { where: 'after', user_ids: [b.id], reason: 'x' }],
    ] as const)
      expect(await crew.call(a, endpoint, { seat_id, ...more })).toMatchObject({
        code: 1008,
        msg: '您的审核已委托他人，委托期间由受托人审核',
      });
    const theirs = (await crew.call(b, review.info, { id: process.id })).data;
    expect(theirs.can).toMatchObject({
      decide_seat_id: seat_id,
      add_sign: true,
      delegated: null,
      for_user: { id: a.id, name: a.name },
    });
    time.at = BASE + HOUR;
    expect((await crew.call(b, review.info, { id: process.id })).code).toBe(404);
    expect((await crew.call(b, review.pass, { seat_id })).code).toBe(1006);
    expect(await crew.call(a, review.pass, { seat_id })).toMatchObject({ code: 0 });
    time.at = BASE;
  });
});

describe('a decision of a deputy', () => {
  it('counts as the decision of the holder, with both names in history, seat and notice', async () => {
    const [a, b, starter, c] = await people(4);
    await add(a, b);
    const process = await buildProcess(app, { starter, stages: [{ by: [c] }, { by: [a] }, { by: [b] }] });
    await crew.pass(c, process);
    expect((await noticesOf(b)).join()).toContain(`“${process.name}”的“节点2”节点由您代${a.name}审核，请处理`);
    expect((await noticesOf(a)).filter((text) => text.includes(process.name))).toEqual([]);
    const seat_id = await assignmentOf(app, process, a);
    expect(await crew.call(b, review.pass, { seat_id, comment: '可以' })).toMatchObject({ code: 0 });
    const page = (await crew.call(starter, review.info, { id: process.id })).data;
    expect(page.stages[1].seats[0]).toMatchObject({
      user: { id: a.id },
      decided_by: { id: b.id, name: b.name },
      status: 'passed',
    });
    expect(page.history.findLast(({ action }: { action: string }) => action === 'pass')).toMatchObject({
      user: { id: b.id },
      for_user: { id: a.id, name: a.name },
      comment: '可以',
    });
    // The deputy signed for another person, so the own stage of the deputy is no repeated signature.
    expect(page.stages[2].status).toBe('under_review');
    expect((await crew.call(b, review.index, { state: 'done' })).data.list).toMatchObject([{ process_id: process.id }]);
    expect(await crew.notPass(b, process, 'starter')).toMatchObject({ code: 0 });
    expect((await crew.call(b, review.info, { id: process.id })).code).toBe(0);
    const other = await buildProcess(app, { starter, stages: [{ by: [a] }] });
    const seat = await assignmentOf(app, other, a);
    await crew.call(b, review.notPass, { seat_id: seat, comment: '图纸不完整' });
    expect((await noticesOf(starter)).join()).toContain(`${b.name}（代${a.name}）`);
  });

  it('passes over a stage of the holder, not one of the deputy', async () => {
    const [a, b, starter] = await people(3);
    await add(a, b);
    const process = await buildProcess(app, { starter, stages: [{ by: [a] }, { by: [a] }, { by: [b] }] });
    expect(await crew.call(b, review.pass, { seat_id: await assignmentOf(app, process, a) })).toMatchObject({
      code: 0,
    });
    const { stages, stage } = await detailOf(app, process);
    expect([stages[1]?.status, stage.position]).toEqual(['review_complete', 3]);
  });

  it('transfers, adds a stage and takes a transfer back in place of the holder', async () => {
    const [a, b, starter, c] = await people(4);
    await add(a, b);
    const process = await buildProcess(app, { starter, stages: [{ by: [a] }] });
    const seat_id = await assignmentOf(app, process, a);
    expect(await crew.call(b, review.transfer, { seat_id, target_id: b.id })).toMatchObject({ code: 1001 });
    expect(await crew.call(b, review.transfer, { seat_id, target_id: a.id })).toMatchObject({ code: 1001 });
    expect(await crew.call(b, review.transfer, { seat_id, target_id: c.id })).toMatchObject({ code: 0 });
    expect((await noticesOf(c)).join()).toContain(`${b.name}（代${a.name}）`);
    expect([await count(a), await count(b), await count(c)]).toEqual([0, 0, 1]);
    expect((await crew.call(b, review.info, { id: process.id })).data.can.take_back_seat_id).toBe(seat_id);
    expect(await crew.call(b, review.transferWithdraw, { seat_id })).toMatchObject({ code: 0 });
    const added = { seat_id, where: 'after', user_ids: [c.id], reason: '涉及结构' };
    expect(await crew.call(b, review.addSign, added)).toMatchObject({ code: 0 });
    const { stages, history } = await detailOf(app, process);
    expect(stages[1]?.addedBy).toBe(a.id);
    expect(history.slice(1).map(({ userId, forId }) => [userId, forId])).toEqual([
      [b.id, a.id],
      [b.id, a.id],
      [b.id, a.id],
    ]);
  });

  it('passes several with those of the deputy in one batch', async () => {
    const [a, b, starter] = await people(3);
    await add(a, b);
    const [one, two] = [
      await buildProcess(app, { starter, stages: [{ by: [a] }] }),
      await buildProcess(app, { starter, stages: [{ by: [b] }] }),
    ];
    const seat_ids = [await assignmentOf(app, one, a), await assignmentOf(app, two, b)];
    const { data } = await crew.call(b, review.passMany, { seat_ids });
    expect(data.list.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    expect(await count(b)).toBe(0);
  });

  it('a reminder goes to the deputy', async () => {
    const [a, b, starter] = await people(3);
    await add(a, b);
    const process = await buildProcess(app, { starter, stages: [{ by: [a] }] });
    expect(await crew.call(starter, review.remind, { id: process.id })).toMatchObject({ code: 0 });
    expect((await noticesOf(b)).filter((text) => text.includes(process.name))).toHaveLength(2);
    expect((await noticesOf(a)).filter((text) => text.includes(process.name))).toEqual([]);
  });
});
