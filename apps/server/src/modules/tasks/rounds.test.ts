import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { edit, submit, transfer, transferConfirm } from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';

/** Rights on a review follow the round: its submitter and the copies of the current task. */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp();
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const listed = async (state: 'mine' | 'cc', who: Signed, taskId: number): Promise<boolean> => {
  const { data } = await world.call(review.index, { state, kind: 'task', ispage: 'not' }, who);
  return data.list.some((row: { source_id: number }) => row.source_id === taskId);
};
const notPass = async (id: number): Promise<number> => {
  const seat_id = await world.assignmentOf(id, world.proofreader.id);
  const { process } = await world.read(id);
  expect((await world.call(review.notPass, { seat_id, comment: '尺寸有误' }, world.proofreader)).code).toBe(0);
  return process.process_id;
};

describe('the next round of a review', () => {
  it('belongs to the new executor, and the earlier submitter can read it but not withdraw it', async () => {
    const { lead, designer, colleague, member } = world;
    const id = await world.submitted({ cc_ids: [member.id] });
    const processId = await notPass(id);
    await world.act(transfer, id, designer, { target_id: colleague.id });
    await world.act(transferConfirm, id, colleague);
    await world.act(edit, id, lead, { cc_ids: [lead.id] });
    expect((await world.act(submit, id, colleague)).code).toBe(0);

    const page = await world.call(review.info, { id: processId }, colleague);
    expect(page).toMatchObject({
      code: 0,
      data: { round: 2, starter: { id: colleague.id }, cc: [{ id: lead.id }], can: { withdraw: true } },
    });
    expect([await listed('mine', colleague, id), await listed('mine', designer, id)]).toEqual([true, false]);
    expect([await listed('cc', lead, id), await listed('cc', member, id)]).toEqual([true, false]);
    expect((await world.call(review.info, { id: processId }, member)).code).toBe(404);

    expect(await world.call(review.info, { id: processId }, designer)).toMatchObject({
      code: 0,
      data: { can: { withdraw: false, remind: false } },
    });
    expect((await world.call(review.withdraw, { id: processId }, designer)).code).toBe(1005);
    expect(await world.read(id)).toMatchObject({ review_status: 'under_review' });
    expect((await world.call(review.withdraw, { id: processId }, colleague)).code).toBe(0);
  });

  it('notifies its submitter and its copies of the outcome, not those of the round before', async () => {
    const { lead, designer, colleague, proofreader, reviewer, member } = world;
    const id = await world.started({ executor_ids: [designer.id, colleague.id], cc_ids: [member.id] });
    await world.act(submit, id, designer);
    await notPass(id);
    await world.act(edit, id, lead, { cc_ids: [] });
    await world.act(submit, id, colleague);
    for (const who of [proofreader, reviewer]) expect((await world.passStage(id, who)).code).toBe(0);
    // Notices are written after the change. This one is the last of them.
    const notified = async () => {
      const { rows } = await app.platform.db.pool.query<{ user_id: number }>(
        `select user_id from notice where source_id = $1 and text_key like 'notices.finished%' order by id`,
        [id],
      );
      return rows.map((row) => row.user_id);
    };
    await expect.poll(notified).toEqual([colleague.id]);
  });

  it('may be decided by the submitter of an earlier round who is no executor now', async () => {
    const { designer, colleague, proofreader } = world;
    const id = await world.submitted();
    await notPass(id);
    await world.act(transfer, id, designer, { target_id: colleague.id });
    await world.act(transferConfirm, id, colleague);
    await world.act(submit, id, colleague);
    const seat_id = await world.assignmentOf(id, proofreader.id);
    const handed = { seat_id, target_id: colleague.id };
    expect((await world.call(review.transfer, handed, proofreader)).code).toBe(1001);
    expect((await world.call(review.transfer, { ...handed, target_id: designer.id }, proofreader)).code).toBe(0);
  });
});
