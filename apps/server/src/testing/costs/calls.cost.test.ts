import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
import { find, home } from '@prdm/contract/home';
import { userSetting } from '@prdm/contract/me';
import { index as projectIndex } from '@prdm/contract/projects';
import { notPass } from '@prdm/contract/processes/review';
import { add, index, info, submit, transfer } from '@prdm/contract/tasks';
import { buildFile, buildFolder, buildTask } from '../worlds/builders.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../worlds/task-world.ts';
import { costOf } from './sent.ts';

/**
 * The number of statements of a call, session and rights included. The server caches names
 * (docs/decisions/0006-name-cache.md), so each call runs twice.
 */
let app: TestApp;
let world: TaskWorld;
let professionId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  professionId = (await app.call(professionDictionary.index, { ispage: 'not' }, { token: world.manager.token })).data
    .list[0].id;
});
afterAll(() => app.stop());

async function expectAtMost(
  most: number,
  endpoint: Parameters<TaskWorld['call']>[0],
  input: unknown,
  by: Signed,
): Promise<void> {
  const call = () => world.call(endpoint, input, by);
  await call();
  const sent = await costOf(call);
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
}

/** A sub-task with everything that a task page shows. */
async function richTask(): Promise<number> {
  const parent = await world.published({ required_hours: 100 });
  const more = {
    parent_id: parent,
    profession_id: professionId,
    required_hours: 40,
    executor_ids: [world.designer.id, world.colleague.id],
    cc_ids: [world.manager.id, world.member.id],
    stages: [
      { name: '自校', executor_ids: [world.designer.id, world.colleague.id], days: 1 },
      { name: '校对', executor_ids: [world.proofreader.id], days: 2 },
      { name: '审核', executor_ids: [world.reviewer.id, world.manager.id], sign_mode: 'all', days: 2 },
    ],
  };
  const id = await world.started(more);
  for (const hours of [4, 6])
    await buildTask(app, {
      projectId: world.projectId,
      assignerId: world.lead.id,
      executorIds: [world.colleague.id],
      state: 'finished',
      fields: { parent_id: id, required_hours: hours },
    });
  const handedIn = await world.act(submit, id, world.designer, { annotation: '三张图', hours: 12 });
  expect(handedIn.code).toBe(0);
  return id;
}

describe('the statements of a call', () => {
  it('session and rights: exactly 1, beside the row of the enterprise that a small call reads', async () => {
    const call = () => world.call(userSetting, { name: 'base_setting' }, world.designer);
    await call();
    expect(await costOf(call)).toEqual([
      expect.stringMatching(/"token_hash" = .* from "project_member"/s),
      expect.stringMatching(/^select [^()]* from "enterprise" where "id" = \$1$/),
    ]);
  });

  it('fhome/index, with something in every list: at most 5', async () => {
    await world.published();
    await world.submitted();
    const answer = await world.call(home, {}, world.designer);
    for (const list of ['today', 'waiting', 'projects'] as const) expect(answer.data[list].length).toBeGreaterThan(0);
    await expectAtMost(5, home, {}, world.designer);
  });

  it('task/info of a task under review: at most 8', async () => {
    const id = await richTask();
    await world.passStage(id, world.designer);
    await expectAtMost(8, info, { id }, world.designer);
  });

  it('task/info of a task whose review was returned and whose transfer is pending, for the target: at most 8', async () => {
    const id = await richTask();
    await world.passStage(id, world.designer);
    const seat_id = await world.assignmentOf(id, world.proofreader.id);
    await world.call(notPass, { seat_id, comment: '图纸不完整', to: 'starter' }, world.proofreader);
    const requested = await world.act(transfer, id, world.designer, { target_id: world.member.id, reason: '出差' });
    expect(requested.code).toBe(0);
    await expectAtMost(8, info, { id }, world.member);
  });

  it('task/index of a project: at most 5', async () => {
    await richTask();
    await expectAtMost(5, index, { project_id: world.projectId }, world.designer);
  });

  it('task/index of all projects: at most 5', async () => {
    await expectAtMost(5, index, {}, world.designer);
  });

  it('project/index: at most 6', async () => {
    await expectAtMost(6, projectIndex, { state: 'ongoing' }, world.designer);
  });

  it('fhome/find, with something in every list: at most 7', async () => {
    const by = { projectId: world.projectId, by: world.manager.id };
    await buildFile(app, { ...by, name: '李设计 A.dwg' });
    await buildFolder(app, { ...by, name: '李设计 B' });
    await world.published({ title: '李设计 C' });
    const answer = await world.call(find, { word: '李设计' }, world.designer);
    expect(answer.data).toMatchObject({ tasks: { length: 1 }, files: { length: 2 }, people: { length: 1 } });
    await expectAtMost(7, find, { word: '李设计' }, world.designer);
  });

  // One of them takes the number.
  it('task/add of a sub-task: at most 15', async () => {
    const parent_id = await world.published({ required_hours: 100 });
    const input = world.form({ parent_id, profession_id: professionId, required_hours: 8, cc_ids: [world.member.id] });
    await expectAtMost(15, add, input, world.lead);
  });

  it('a change with an Idempotency-Key: exactly 3 more, and its repeat: none of the change', async () => {
    const keyed = (key?: string) => () => app.call(add, world.form(), { token: world.lead.token, key });
    await keyed()();
    const plain = await costOf(keyed());
    const key = randomUUID();
    expect((await costOf(keyed(key))).length).toBe(plain.length + 3);
    const repeated = await costOf(keyed(key));
    expect(repeated.filter((statement) => /^\s*(?:insert|update)/i.test(statement))).toEqual([]);
  });
});
