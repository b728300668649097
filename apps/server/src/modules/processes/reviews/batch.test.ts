import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { assignmentOf, buildProcess, Crew, detailOf, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import { buildProject, type BuiltPerson } from '../../../testing/worlds/builders.ts';

let app: TestApp;
let crew: Crew;
let starter: BuiltPerson;
let reviewer: BuiltPerson;

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  [starter, reviewer] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
});
afterAll(() => app.stop());

const build = (): Promise<BuiltProcess> => buildProcess(app, { starter, stages: [{ by: [reviewer] }] });
const seatIn = (process: BuiltProcess): Promise<number> => assignmentOf(app, process, reviewer);
const pass = (person: BuiltPerson, seat_ids: readonly number[], comment?: string) =>
  crew.call(person, review.passMany, { seat_ids, comment });
const statusOf = async (process: BuiltProcess) => (await detailOf(app, process)).status;
const passesOf = async (process: BuiltProcess) =>
  (await detailOf(app, process)).history.filter(({ action }) => action === 'pass');

describe('several reviews pass together', () => {
  it('a stale one among good ones does not stop them and says why', async () => {
    const [a, stale, b] = await Promise.all([build(), build(), build()]);
    const seats = await Promise.all([a, stale, b].map(seatIn));
    await crew.pass(reviewer, stale);
    const { code, data } = await pass(reviewer, seats, '同意');
    expect(code).toBe(0);
    expect(data.list).toEqual([
      { id: seats[0], ok: true },
      { id: seats[1], ok: false, code: 1008, message: '该审核已被处理' },
      { id: seats[2], ok: true },
    ]);
    expect(await Promise.all([a, stale, b].map(statusOf))).toEqual(Array(3).fill('review_complete'));
    expect((await passesOf(a)).map(({ comment }) => comment)).toEqual(['同意']);
  });

  it('a reader who does not decide gets 1005 for the row, and an approval that nobody shows refuses the call', async () => {
    const process = await build();
    const seat = await seatIn(process);
    expect((await pass(starter, [seat])).data.list).toMatchObject([{ id: seat, ok: false, code: 1005 }]);
    const stranger = await crew.person();
    const own = await buildProcess(app, { starter, stages: [{ by: [stranger] }] });
    const answer = await pass(stranger, [await assignmentOf(app, own, stranger), seat]);
    expect(answer.code).toBe(1006);
    expect([await statusOf(process), await statusOf(own)]).toEqual(['under_review', 'under_review']);
  });

  it('an executor who may not review in the project any more gets 1005 for the row', async () => {
    const partner = await crew.person({ type: 'partner' });
    const { id: projectId } = await buildProject(app, {
      managerId: starter.id,
      members: [{ id: partner.id, roles: ['reviewer'] }],
    });
    const here = await buildProcess(app, { starter, projectId, stages: [{ by: [partner] }] });
    const seat = await assignmentOf(app, here, partner);
    const held = 'select role_id from project_member_role where user_id = $1 and project_id = $2';
    expect((await app.platform.db.pool.query(held, [partner.id, projectId])).rows).toHaveLength(1);
    await app.platform.db.pool.query('delete from project_member_role where user_id = $1', [partner.id]);
    expect((await pass(partner, [seat])).data.list).toMatchObject([{ id: seat, ok: false, code: 1005 }]);
    expect(await statusOf(here)).toBe('under_review');
  });

  it('the same call twice, and one id twice, pass once', async () => {
    const process = await build();
    const seat = await seatIn(process);
    expect((await pass(reviewer, [seat, seat])).data.list).toEqual([{ id: seat, ok: true }]);
    expect((await pass(reviewer, [seat])).data.list).toMatchObject([{ ok: false, code: 1008 }]);
    expect(await passesOf(process)).toHaveLength(1);
  });

  it('a call with a repeat key keeps the passes before a refusal, and its repeat answers the same', async () => {
    const [process, stale] = await Promise.all([build(), build()]);
    const seats = await Promise.all([process, stale].map(seatIn));
    await crew.pass(reviewer, stale);
    const token = await crew.tokenOf(reviewer);
    const key = 'batch-of-two-reviews';
    const send = () => app.call(review.passMany, { seat_ids: seats }, { token, key });
    const first = await send();
    expect(first.data.list.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false]);
    expect((await send()).data).toEqual(first.data);
    expect(await passesOf(process)).toHaveLength(1);
  });

  it('two batches at once pass each review once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, build));
    const seats = await Promise.all(all.map(seatIn));
    const answers = await Promise.all([pass(reviewer, seats), pass(reviewer, seats.toReversed())]);
    const passed = answers.flatMap(({ data }) =>
      (data.list as { id: number; ok: boolean }[]).filter(({ ok }) => ok).map(({ id }) => id),
    );
    expect(passed.toSorted((a, b) => a - b)).toEqual(seats.toSorted((a, b) => a - b));
    for (const process of all) expect(await passesOf(process)).toHaveLength(1);
  });

  it('no ids, or more than fifty, are refused at the field', async () => {
    const seat = await seatIn(await build());
    for (const seats of [[], Array.from({ length: 51 }, (_, at) => seat + at)])
      expect(await pass(reviewer, seats)).toMatchObject({ code: 1001, data: { field: 'seat_ids' } });
  });
});
