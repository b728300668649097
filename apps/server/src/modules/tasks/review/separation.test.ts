import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userHandOver } from '@prdm/contract/organisation/work';
import { edit, transfer, transferConfirm, transferRefuse } from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../../testing/worlds/task-world.ts';
import { decidesAlone, warningsOfTaker } from './separation.ts';

/**
 * A transfer cannot make the only reviewer the executor (decisions.md 5.2). The planner may do so and gets a warning.
 */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const stages = (...people: Signed[][]) =>
  people.map((some, index) => ({ name: `节点${index + 1}`, executor_ids: some.map(({ id }) => id) }));
const ask = (id: number, target: Signed) => world.act(transfer, id, world.designer, { target_id: target.id });
const logged = async (id: number): Promise<string[][]> => {
  const { rows } = await app.platform.db.pool.query(
    `select after->'reviewed_by_executor' as alone from action_log
     where target_kind = 'task' and target_id = $1 and after ? 'reviewed_by_executor' order by id`,
    [id],
  );
  return rows.map((row) => row.alone);
};
const NOT_TO_REVIEWER = '该人员是流程节点唯一的审核人，不能接手该任务';

describe('a transfer of a task', () => {
  it('is refused for the only reviewer of its only stage or of a later one', async () => {
    const { proofreader, reviewer, colleague } = world;
    const refused = { code: 1001, data: { field: 'target_id' }, msg: NOT_TO_REVIEWER };
    const only = await world.started({ stages: stages([proofreader]) });
    expect(await ask(only, proofreader)).toMatchObject(refused);
    const later = await world.published({ stages: stages([proofreader], [colleague], [reviewer]) });
    expect(await ask(later, reviewer)).toMatchObject(refused);
    expect(await ask(later, colleague)).toMatchObject(refused);
    expect(await world.read(later)).toMatchObject({ status: 'unprocessed', transfer: null });
  });

  it('is accepted without a warning for the own checker and for a person who reviews nothing', async () => {
    const { proofreader, reviewer, colleague } = world;
    for (const target of [proofreader, colleague]) {
      const [first, second] = stages([proofreader], [reviewer]);
      const id = await world.started({ stages: [{ ...first, name: '自校' }, second] });
      const requested = await ask(id, target);
      expect(requested.code).toBe(0);
      expect(requested.data).not.toHaveProperty('warnings');
      expect((await world.act(transferConfirm, id, target)).data).not.toHaveProperty('warnings');
      expect(await logged(id)).toEqual([]);
    }
  });

  it('is refused for the only reviewer of the first of several stages, if it is no own check', async () => {
    const { proofreader, reviewer } = world;
    const [first, second] = stages([proofreader], [reviewer]);
    const id = await world.started({ stages: [{ ...first, name: '校对' }, second] });
    expect(await ask(id, proofreader)).toMatchObject({ code: 1001, msg: NOT_TO_REVIEWER });
  });

  it('warns for one of several reviewers, at the request and at the confirmation', async () => {
    const { proofreader, reviewer } = world;
    const id = await world.started({ stages: stages([proofreader, reviewer]) });
    const warned = { code: 0, data: { warnings: ['tasks.takerReviews'] } };
    expect(await ask(id, reviewer)).toMatchObject(warned);
    expect(await world.act(transferConfirm, id, reviewer)).toMatchObject(warned);
  });

  it('warns for the last reviewer who is no executor, and the action log keeps it', async () => {
    const { designer, colleague, reviewer } = world;
    const id = await world.started({
      executor_ids: [designer.id, colleague.id],
      stages: stages([colleague, reviewer]),
    });
    expect(await ask(id, reviewer)).toMatchObject({ code: 0, data: { warnings: ['tasks.selfReviewed'] } });
    expect(await logged(id)).toEqual([['节点1']]);
    expect(await world.act(transferConfirm, id, reviewer)).toMatchObject({
      data: { warnings: ['tasks.selfReviewed'] },
    });
  });

  it('cannot be confirmed if the target became the only reviewer, and the page shows it before', async () => {
    const { proofreader, reviewer } = world;
    const id = await world.started({ stages: stages([proofreader, reviewer]) });
    await ask(id, reviewer);
    const confirming = async () => {
      const { can } = (await world.read(id, reviewer)) as { can: { action: string; allowed: boolean; why: string }[] };
      return can.find(({ action }) => action === 'transferConfirm');
    };
    expect(await confirming()).toMatchObject({ allowed: true, why: null });
    await app.platform.db.pool.query('update task_stage set executor_ids = array[$2]::bigint[] where task_id = $1', [
      id,
      reviewer.id,
    ]);
    expect(await confirming()).toMatchObject({ allowed: false, why: 'tasks.targetReviews' });
    expect(await world.act(transferConfirm, id, reviewer)).toMatchObject({ code: 1008, msg: NOT_TO_REVIEWER });
    expect(await world.read(id)).toMatchObject({ status: 'transfer_awaiting', executors: [{ id: world.designer.id }] });
    expect((await world.act(transferRefuse, id, reviewer)).code).toBe(0);
  });
});

describe('an edit of the people of a published task', () => {
  it('warns as publishing does, and the action log keeps it', async () => {
    const { lead, proofreader, reviewer } = world;
    const id = await world.published({ stages: stages([proofreader], [reviewer]) });
    const warned = { code: 0, data: { warnings: ['tasks.selfReviewed'] } };
    expect(await world.act(edit, id, lead, { executor_ids: [reviewer.id] })).toMatchObject(warned);
    expect(await logged(id)).toEqual([['节点2']]);
    expect((await world.act(edit, id, lead, { annotation: '看' })).data).not.toHaveProperty('warnings');
    expect(await world.act(edit, id, lead, { stages: stages([reviewer]) })).toMatchObject(warned);
    expect((await world.act(edit, id, lead, { stages: stages([proofreader]) })).data).not.toHaveProperty('warnings');
  });

  it('gives no warning on a draft before the publishing', async () => {
    const { lead, designer } = world;
    const id = await world.draft({ stages: stages([designer]) });
    const saved = await world.act(edit, id, lead, { executor_ids: [designer.id] });
    expect(saved.code).toBe(0);
    expect(saved.data).not.toHaveProperty('warnings');
  });
});

it('a hand-over leaves and names a task that the colleague would review alone', async () => {
  const { designer, reviewer, proofreader } = world;
  const own = await world.started({ title: '自己审的', stages: stages([proofreader], [reviewer]) });
  const other = await world.started({ title: '别人审的', stages: stages([proofreader]) });
  await world.act(edit, other, world.lead, { executor_ids: [designer.id] });
  const input = { id: designer.id, kind: 'task', to_id: reviewer.id };
  const answer = await world.call(userHandOver, input, { token: await app.admin() });
  expect(answer.code).toBe(0);
  expect(answer.data.left.map(({ name }: { name: string }) => name)).toContain('自己审的');
  const executors = async (id: number) => (await world.read(id)).executors.map((one: { id: number }) => one.id);
  expect(await executors(own)).toEqual([designer.id]);
  expect(await executors(other)).toEqual([reviewer.id]);
});

it.each([
  ['the own check before others', [[1], [2]], false, undefined, '自校'],
  ['the first of several, which is no own check', [[1], [2]], true, undefined],
  ['alone at the end', [[2], [1]], true, undefined],
  ['one of two at the end', [[2], [1, 3]], false, ['tasks.takerReviews']],
  ['the only stage there is', [[1]], true, undefined],
  ['no stage', [], false, undefined],
])('%s', (_name, people, alone, warnings, first = 'n1') => {
  const given = people.map((executor_ids, index) => ({ name: index === 0 ? first : `n${index + 1}`, executor_ids }));
  expect(decidesAlone(1, given)).toBe(alone);
  if (!alone) expect(warningsOfTaker(1, [], given).warnings).toEqual(warnings);
});
