import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as notices from '@prdm/contract/notices';
import type { Notice } from '@prdm/contract/notices';
import * as review from '@prdm/contract/processes/review';
import { actorOf, buildProcess, Crew, assignmentOf } from '../../testing/worlds/approvals.ts';
import { theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;

beforeAll(async () => {
  app = await startApp();
  crew = new Crew(app);
});
afterAll(() => app.stop());

/** Waits until the outbox is empty, so every notice exists. */
const settled = () =>
  vi.waitFor(async () => {
    const { rows } = await app.platform.db.pool.query('select count(*)::int as n from outbox where done_at is null');
    expect((rows as { n: number }[])[0]?.n).toBe(0);
  }, 10_000);

/** The notices of a user as type and text, oldest first. */
async function noticesOf(person: BuiltPerson): Promise<[string, string][]> {
  await settled();
  const { data } = await crew.call(person, notices.index, { ispage: 'not' });
  return (data.list as Notice[]).toReversed().map((notice) => [notice.type, notice.content]);
}

it('notifies each participant of a review of the relevant events, and never of the own acts', async () => {
  const [starter, first, second, target, copied] = (await Promise.all(
    ['发起人', '校对人', '审定人', '接手人', '抄送人'].map((name) => crew.person({ name })),
  )) as [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];
  const process = await buildProcess(app, { starter, stages: [{ by: [first] }, { by: [second] }], cc: [copied] });
  const { name } = process;
  expect(await noticesOf(first)).toEqual([['next_task', `“${name}”已到“节点1”节点，请审核`]]);
  expect(await noticesOf(second)).toEqual([]);

  await crew.pass(first, process);
  await crew.transfer(second, process, target);
  const seat_id = await assignmentOf(app, process, second);
  await crew.call(target, review.transferRefuse, { seat_id });
  await crew.transfer(second, process, target);
  await crew.call(second, review.transferWithdraw, { seat_id });
  await crew.call(starter, review.remind, { id: process.id });
  await crew.notPass(second, process, 'starter');
  expect(await noticesOf(second)).toEqual([
    ['next_task', `“${name}”已到“节点2”节点，请审核`],
    ['transfer', `接手人拒绝了您转交的“${name}”（节点2），仍由您审核`],
    ['next_task', `发起人提醒您：“${name}”在“节点2”节点等待您审核`],
  ]);
  expect(await noticesOf(target)).toEqual([
    ['transfer', `审定人申请把“${name}”的“节点2”节点转交给您，请确认`],
    ['transfer', `审定人申请把“${name}”的“节点2”节点转交给您，请确认`],
    ['transfer', `审定人已撤回“${name}”（节点2）的转交申请`],
  ]);
  expect(await noticesOf(starter)).toEqual([['review', `“${name}”在“节点2”节点被审定人驳回：图纸不完整`]]);

  const owner = actorOf(await theEnterprise(app), starter);
  await app.platform.db.transaction((trx) => app.modules.processes.republish(trx, owner, process.subject));
  await crew.notPass(first, process); // a rejection at the first stage returns to the starter
  await app.platform.db.transaction((trx) => app.modules.processes.republish(trx, owner, process.subject));
  await crew.pass(first, process);
  await crew.pass(second, process);
  expect((await noticesOf(starter)).slice(1)).toEqual([
    ['review', `“${name}”在“节点1”节点被校对人驳回：图纸不完整`],
    ['review', `“${name}”已审核完成`],
  ]);
  expect((await noticesOf(copied)).map(([type]) => type)).toEqual(['cc', 'cc', 'cc']);
  expect((await noticesOf(first)).length).toBe(3);
});

it('notifies the next turn, the people of an added stage, and the copies of a passed stage', async () => {
  const [starter, first, second, added, copied] = (await Promise.all(
    ['发起人二', '甲校对', '乙校对', '加签人', '节点抄送'].map((name) => crew.person({ name })),
  )) as [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];
  const stage = { by: [first, second], signMode: 'in_turn', options: { ccIds: [copied.id] } } as const;
  const process = await buildProcess(app, { starter, stages: [stage] });
  const { name } = process;
  expect(await noticesOf(second)).toEqual([]);
  await crew.pass(first, process);
  expect(await noticesOf(second)).toEqual([['next_task', `“${name}”已到“节点1”节点，请审核`]]);
  const seat_id = await assignmentOf(app, process, second);
  await crew.call(second, review.addSign, { seat_id, where: 'after', user_ids: [added.id], reason: '涉及结构' });
  const words = `请您审核“${name}”的加签节点“节点1（加签）”，轮到您时将另行通知：涉及结构`;
  expect(await noticesOf(added)).toEqual([['review', `乙校对${words}`]]);
  expect(await noticesOf(starter)).toEqual([['review', `乙校对为“${name}”加签“节点1（加签）”：涉及结构`]]);
  await crew.pass(second, process);
  expect((await noticesOf(added)).at(-1)).toEqual(['next_task', `“${name}”已到“节点1（加签）”节点，请审核`]);
  expect(await noticesOf(copied)).toEqual([['cc', `抄送给您的“${name}”已通过“节点1”节点`]]);
});

it('[EN-030] a notice can be listed, read and deleted', async () => {
  const [starter, executor] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
  await buildProcess(app, { starter, stages: [{ by: [executor] }] });
  await settled();
  const list = async (input: object) => (await crew.call(executor, notices.index, input)).data.list as Notice[];
  const [notice] = await list({});
  expect((await crew.call(executor, notices.read, { id: notice?.id })).code).toBe(0);
  expect([(await list({ a: 'no_read' })).length, (await list({})).length]).toEqual([0, 1]);
  expect((await crew.call(executor, notices.del, { id: notice?.id })).code).toBe(0);
  expect(await list({})).toEqual([]);
});

it('a second delivery of the whole outbox adds no notice', async () => {
  const { pool } = app.platform.db;
  await settled();
  const all = async () => (await pool.query('select * from notice order by id')).rows;
  const before = await all();
  expect(before.length).toBeGreaterThan(10);
  const again = await pool.query('update outbox set done_at = null, due_at = now()');
  expect(again.rowCount).toBeGreaterThan(10);
  await settled();
  expect(await all()).toEqual(before);
});
