import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { assignmentOf, buildProcess, detailOf, type BuiltProcess } from '../../testing/worlds/approvals.ts';
import type { BuiltPerson } from '../../testing/worlds/builders.ts';
import { opinionWorld, type OpinionWorld } from '../../testing/worlds/opinion-world.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let crew: OpinionWorld['crew'];
let designer: OpinionWorld['designer'];
let proofreader: OpinionWorld['proofreader'];
let reviewer: OpinionWorld['reviewer'];
let colleague: OpinionWorld['colleague'];
let begin: OpinionWorld['begin'];
let act: OpinionWorld['act'];
let raised: OpinionWorld['raised'];
let row: OpinionWorld['row'];
let outcome: OpinionWorld['outcome'];
let republish: OpinionWorld['republish'];

beforeAll(async () => {
  app = await startApp();
  ({ crew, designer, proofreader, reviewer, colleague, begin, act, raised, row, outcome, republish } =
    await opinionWorld(app));
});
afterAll(() => app.stop());

describe('the gate', () => {
  it('an unresolved principle opinion refuses the pass with its number, in the language of the reader', async () => {
    const process = await begin();
    const id = await raised(proofreader, process, { grade: 'principle' });
    await raised(proofreader, process, { grade: 'technical' });
    expect(await crew.pass(proofreader, process)).toMatchObject({
      code: 1008,
      msg: '原则性意见 #1 尚未解决，不能通过',
    });
    const seat_id = await assignmentOf(app, process, proofreader);
    const token = await crew.tokenOf(proofreader);
    expect((await app.call(review.pass, { seat_id }, { token, lang: 'en' })).msg).toBe(
      'The stage cannot pass. Unresolved principle opinions: #1',
    );
    await act(designer, 'reply', id, { text: '已改' });
    expect((await crew.pass(proofreader, process)).code).toBe(1008);
    await act(proofreader, 'close', id);
    expect((await crew.pass(proofreader, process)).code).toBe(0);
    expect((await detailOf(app, process)).stage.position).toBe(2);
  });

  it('a reopened one of an earlier stage blocks the stage under review', async () => {
    const process = await begin();
    const id = await raised(proofreader, process, { grade: 'principle' });
    await act(proofreader, 'keep', id, { text: '保留' });
    expect((await crew.pass(proofreader, process)).code).toBe(0);
    expect(await outcome(reviewer, 'reopen', id)).toBe(0);
    expect((await crew.pass(reviewer, process)).code).toBe(1008);
  });

  it('every pass in a blocked all-sign stage is refused', async () => {
    const process = await buildProcess(app, {
      starter: designer,
      stages: [{ by: [proofreader, reviewer], signMode: 'all' }],
    });
    await raised(proofreader, process, { grade: 'principle' });
    for (const person of [proofreader, reviewer]) expect((await crew.pass(person, process)).code).toBe(1008);
    expect((await detailOf(app, process)).stage.passed).toBe(0);
  });

  it('a batch passes the others and names the numbers in the row', async () => {
    const [blocked, free] = await Promise.all([begin(), begin()]);
    for (let n = 0; n < 6; n += 1) await raised(proofreader, blocked, { grade: 'principle' });
    await raised(proofreader, free, { grade: 'technical' });
    const seats = await Promise.all([blocked, free].map((process) => assignmentOf(app, process, proofreader)));
    const rows = (await crew.call(proofreader, review.index, { state: 'todo', ispage: 'not' })).data
      .list as review.ReviewRow[];
    const unresolved = (process: BuiltProcess) => rows.find(({ process_id: id }) => id === process.id)?.unresolved;
    expect([unresolved(blocked), unresolved(free)]).toEqual([6, 1]);
    const { data } = await crew.call(proofreader, review.passMany, { seat_ids: seats });
    expect(data.list).toEqual([
      { id: seats[0], ok: false, code: 1008, message: '原则性意见 #1 #2 #3 #4 #5 等共 6 条尚未解决，不能通过' },
      { id: seats[1], ok: true },
    ]);
  });

  it('lists of what I started find the opinions that wait for my answer, and no other processes', async () => {
    const [asked, answered, done, quiet, back] = await Promise.all([begin(), begin(), begin(), begin(), begin()]);
    await raised(proofreader, asked, { grade: 'technical' });
    await raised(proofreader, asked, { grade: 'general' });
    const told = await raised(proofreader, answered, { grade: 'general' });
    expect(await outcome(designer, 'reply', told, { text: '已改' })).toBe(0);
    await raised(proofreader, back, { grade: 'general' });
    await crew.notPass(proofreader, back, 'starter');
    const late = await raised(proofreader, done, { grade: 'general' });
    for (const person of [proofreader, reviewer]) await crew.pass(person, done);
    expect(late).toBeGreaterThan(0);
    const mine = async (of: BuiltPerson, filter: object): Promise<review.ReviewRow[]> =>
      (await crew.call(of, review.index, { state: 'mine', ispage: 'not', ...filter })).data.list;
    const all = await mine(designer, {});
    const counts = ({ id }: BuiltProcess) => all.find(({ process_id: processId }) => processId === id)?.unanswered;
    expect([asked, answered, done, quiet].map(counts)).toEqual([2, 0, 1, 0]);
    const ids = (await mine(designer, { unanswered: '1' })).map(({ process_id: id }) => id);
    expect(ids).toContain(asked.id);
    // The designer answers the opinions of a return before the next round.
    expect(ids).toContain(back.id);
    for (const other of [answered, done, quiet]) expect(ids).not.toContain(other.id);
    expect(await mine(proofreader, { unanswered: '1' })).toEqual([]);
  });

  it('in a later round it blocks the stage of the same name', async () => {
    const process = await begin();
    const id = await raised(reviewer, process, { grade: 'principle' });
    await crew.pass(proofreader, process);
    await crew.notPass(reviewer, process, 'starter');
    await republish(process);
    expect((await crew.pass(proofreader, process)).code).toBe(0);
    expect(await row(id)).toMatchObject({ round: 1, blocks: true });
    expect((await crew.pass(reviewer, process)).code).toBe(1008);
    expect(await outcome(reviewer, 'close', id)).toBe(0);
    expect((await crew.pass(reviewer, process)).code).toBe(0);
  });

  it('a blocked stage is not passed over for the same person, and opens', async () => {
    const start = () =>
      buildProcess(app, {
        starter: designer,
        stages: [{ by: [proofreader] }, { by: [proofreader, reviewer] }, { by: [colleague] }],
      });
    const [free, blocked] = [await start(), await start()];
    // The opinions of the reviewer belong to the second stage, and the first one passes.
    await raised(reviewer, free, { grade: 'technical' });
    await raised(reviewer, blocked, { grade: 'principle' });
    for (const process of [free, blocked]) expect((await crew.pass(proofreader, process)).code).toBe(0);
    expect((await detailOf(app, free)).stage.position).toBe(3);
    expect((await detailOf(app, blocked)).stage.position).toBe(2);
    expect((await crew.pass(proofreader, blocked)).code).toBe(1008);
  });

  it('a straight way back opens a blocked earlier stage instead', async () => {
    const process = await buildProcess(app, {
      starter: designer,
      stages: [
        { name: '校对', by: [proofreader] },
        { name: '审核', by: [reviewer], options: { straight: true } },
      ],
    });
    await crew.pass(proofreader, process);
    // The proofreader has passed, so the opinion belongs to that stage.
    const id = await raised(proofreader, process, { grade: 'principle' });
    await crew.notPass(reviewer, process, 'starter');
    await republish(process);
    expect((await detailOf(app, process)).stage.position).toBe(1);
    expect((await crew.pass(proofreader, process)).code).toBe(1008);
    await act(proofreader, 'close', id);
    expect((await crew.pass(proofreader, process)).code).toBe(0);

    await crew.notPass(reviewer, process, 'starter');
    await republish(process);
    expect((await detailOf(app, process)).stage.position).toBe(2);
  });
});
