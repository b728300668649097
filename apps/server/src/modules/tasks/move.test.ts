import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import {
  del,
  edit,
  index,
  info,
  longTerm,
  pass,
  pause,
  publish,
  reject,
  republish,
  start,
  submit,
  transfer,
  transferConfirm,
  transferRefuse,
  transferWithdraw,
  unmarkLongTerm,
} from '@prdm/contract/tasks';
import { workingDayIndex, workingDayReset, workingDaySet } from '@prdm/contract/config/working-days';
import type { Clock } from '../../platform/clock.ts';
import { translate } from '../../platform/translate.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
/** Friday noon in Shanghai. The tests move the clock. */
const FRIDAY = new Date('2026-11-20T04:00:00Z');
let now = FRIDAY;
const clock: Clock = { now: () => now };

beforeAll(async () => {
  app = await startApp({ clock });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const ids = (people: { id: number }[]): number[] => people.map(({ id }) => id);

describe('a transfer', () => {
  it('[ST-006] blocks all work until the target confirms, and then only the target works', async () => {
    const { lead, designer, colleague } = world;
    const id = await world.started({ deadline: '2026-12-01 18:00:00' });
    const requested = await world.act(transfer, id, designer, { target_id: colleague.id, reason: '出差' });
    expect(requested.data).toMatchObject({ status: 'transfer_awaiting', label: 'transfer_awaiting' });
    expect(await world.read(id)).toMatchObject({
      transfer: { from: { id: designer.id }, to: { id: colleague.id }, reason: '出差' },
      holders: [{ id: colleague.id }],
    });
    await expect.poll(() => world.noticeTypes(colleague, id)).toEqual(['transfer']);
    for (const who of [designer, colleague]) expect([1005, 1008]).toContain((await world.act(submit, id, who)).code);
    expect((await world.act(submit, id, designer)).code).toBe(1008);

    expect((await world.act(transferConfirm, id, colleague)).data.status).toBe('in_progress');
    const after = await world.read(id);
    expect(ids(after.executors)).toEqual([colleague.id]);
    expect(after).toMatchObject({ transfer: null, deadline: '2026-12-01 18:00:00' });
    expect((await world.act(submit, id, designer)).code).toBe(1005);
    await expect.poll(() => world.noticeTypes(lead, id)).toContain('transfer');
    expect((await world.act(submit, id, colleague)).code).toBe(0);
  });

  it.each([
    ['refused by the target', transferRefuse, 'colleague'],
    ['withdrawn by its requester', transferWithdraw, 'designer'],
  ] as const)('%s restores the state before', async (_what, endpoint, by) => {
    const { designer, colleague } = world;
    const id = await world.published();
    await world.act(transfer, id, designer, { target_id: colleague.id });
    const wrong = by === 'designer' ? colleague : designer;
    expect((await world.act(endpoint, id, wrong)).code).toBe(1005);
    expect((await world.act(endpoint, id, world[by])).data.status).toBe('unprocessed');
    expect(ids((await world.read(id)).executors)).toEqual([designer.id]);
    expect((await world.act(transferConfirm, id, colleague)).code).toBe(1005);
    expect((await world.act(start, id, designer)).code).toBe(0);
  });

  it('happens once for two parallel requests', async () => {
    const { designer, colleague, member } = world;
    const id = await world.started();
    const { version } = await world.read(id);
    const answers = await Promise.all(
      [colleague, member].map((target) => world.call(transfer, { id, version, target_id: target.id }, designer)),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1008]);
  });

  it('keeps the other executors and refuses a target who is an executor', async () => {
    const { manager, designer, colleague, member } = world;
    const id = await world.started({ executor_ids: [designer.id, colleague.id] });
    expect((await world.act(transfer, id, designer, { target_id: colleague.id })).data.field).toBe('target_id');
    await world.act(transfer, id, manager, { target_id: member.id, from_id: colleague.id });
    await world.act(transferConfirm, id, member);
    expect(ids((await world.read(id)).executors)).toEqual([designer.id, member.id].toSorted((a, b) => a - b));
  });
});

describe('a pause', () => {
  it('[ST-005] stops the executors of a task in progress', async () => {
    const { lead, designer, colleague } = world;
    const id = await world.started();
    expect((await world.act(pause, id, lead)).data.field).toBe('reason');
    expect((await world.act(pause, id, lead, { reason: '甲方暂停' })).data).toMatchObject({
      status: 'paused',
      label: 'paused',
    });
    expect(await world.read(id)).toMatchObject({ pause_reason: '甲方暂停', holders: [] });
    const tries = [
      [submit, {}],
      [reject, { reason: 'x' }],
      [transfer, { target_id: colleague.id }],
      [start, {}],
    ] as const;
    for (const [endpoint, more] of tries) expect((await world.act(endpoint, id, designer, more)).code).toBe(1008);
    await expect.poll(() => world.noticeTypes(designer, id)).toContain('system');
  });

  it('stops the stage of a review, and `resume` continues at the same stage', async () => {
    const { lead, proofreader, reviewer } = world;
    const id = await world.submitted();
    await world.passStage(id, proofreader);
    const seat_id = await world.assignmentOf(id, reviewer.id);
    await world.act(pause, id, lead, { reason: '等资料' });
    expect((await world.call(review.pass, { seat_id }, reviewer)).code).toBe(1008);
    expect(await world.read(id)).toMatchObject({ can_resume: true });
    expect((await world.act(republish, id, lead, { resume: '1' })).data).toMatchObject({ label: 'under_review' });
    expect(await world.read(id)).toMatchObject({ review: { position: 2 }, round: 1, can_resume: false });
    expect((await world.call(review.pass, { seat_id }, reviewer)).code).toBe(0);
  });

  it('returns the lost working days, unless the call names another deadline', async () => {
    const { lead } = world;
    now = FRIDAY;
    const id = await world.started({ deadline: '2026-11-25 18:00:00' });
    const named = await world.started({ deadline: '2026-11-25 18:00:00' });
    await world.act(pause, id, lead, { reason: '停' });
    await world.act(pause, named, lead, { reason: '停' });
    now = new Date('2026-11-24T04:00:00Z'); // Tuesday: Monday and Tuesday are lost
    await world.act(republish, id, lead);
    await world.act(republish, named, lead, { deadline: '2026-12-24 18:00:00' });
    expect((await world.read(id)).deadline).toBe('2026-11-27 18:00:00');
    expect((await world.read(named)).deadline).toBe('2026-12-24 18:00:00');
    now = FRIDAY;
  });

  it('counts the days of the pause in the calendar of the enterprise', async () => {
    const { lead } = world;
    now = FRIDAY;
    const id = await world.started({ deadline: '2026-11-25 18:00:00' });
    await world.act(pause, id, lead, { reason: '停' });
    const token = await app.admin();
    const { version } = (await app.call(workingDayIndex, { year: 2026 }, { token })).data;
    // A Saturday of work and a Thursday off: two days are lost, and the first Thursday after the deadline does not count.
    const days = [
      { day: '2026-11-21', type: 'adjusted_workday' },
      { day: '2026-11-26', type: 'holiday' },
    ];
    const set = await app.call(workingDaySet, { days, version }, { token });
    now = new Date('2026-11-23T04:00:00Z');
    await world.act(republish, id, lead);
    expect((await world.read(id)).deadline).toBe('2026-11-30 18:00:00');
    const reset = { days: ['2026-11-21', '2026-11-26'], version: set.data.version };
    expect((await app.call(workingDayReset, reset, { token })).code).toBe(0);
    now = FRIDAY;
  });

  it('cannot be resumed after a change, and voids an unanswered transfer', async () => {
    const { lead, designer, colleague } = world;
    const id = await world.started();
    await world.act(transfer, id, designer, { target_id: colleague.id });
    await world.act(pause, id, lead, { reason: '停' });
    await world.act(edit, id, lead, { title: '四层平面图' });
    expect(await world.read(id)).toMatchObject({ status: 'paused', can_resume: false });
    const refused = await world.act(republish, id, lead, { resume: '1' });
    expect([refused.code, refused.msg]).toEqual([1008, translate('zh', 'tasks.why.cannotResume')]);
    expect((await world.act(republish, id, lead)).data.status).toBe('unprocessed');
    expect(await world.read(id)).toMatchObject({ transfer: null, round: 2, title: '四层平面图' });
    expect((await world.act(start, id, designer)).code).toBe(0);
  });

  it('stops and restarts all descendants', async () => {
    const { lead, designer } = world;
    const parent = await world.started();
    const child = await world.started({ parent_id: parent });
    const grandchild = await world.submitted({ parent_id: child });
    const paused = await world.started({ parent_id: parent });
    await world.act(pause, paused, lead, { reason: '自己停的' });
    await world.act(pause, parent, lead, { reason: '全部停' });
    for (const id of [parent, child, grandchild, paused]) expect((await world.read(id)).status).toBe('paused');
    await world.act(republish, parent, lead, { resume: true });
    expect((await world.read(child)).status).toBe('in_progress');
    expect((await world.read(grandchild)).label).toBe('under_review');
    expect((await world.read(paused)).status).toBe('paused');
    expect((await world.act(submit, child, designer)).code).toBe(1008); // its own child is under review
  });

  it('ends for all descendants with the ancestor, each in a new round', async () => {
    const { lead } = world;
    const parent = await world.started();
    const [child, changed] = [await world.submitted({ parent_id: parent }), await world.started({ parent_id: parent })];
    await world.act(pause, parent, lead, { reason: '全部停' });
    await world.act(republish, parent, lead);
    for (const id of [parent, child, changed])
      expect(await world.read(id)).toMatchObject({ status: 'unprocessed', review_status: 'not_reviewed', round: 2 });
    await world.act(pause, parent, lead, { reason: '又停' });
    await world.act(edit, changed, lead, { title: '改过' });
    await world.act(republish, parent, lead, { resume: '1' });
    expect(await world.read(parent)).toMatchObject({ status: 'unprocessed', round: 2 });
    expect(await world.read(child)).toMatchObject({ status: 'unprocessed', round: 2 });
    expect(await world.read(changed)).toMatchObject({ status: 'unprocessed', round: 3 });
  });

  it('blocks re-publishing a descendant alone while the ancestor is paused, and the page shows it', async () => {
    const { lead } = world;
    const parent = await world.started();
    const [stopped, own] = [await world.started({ parent_id: parent }), await world.started({ parent_id: parent })];
    const below = await world.started({ parent_id: stopped });
    const republishing = async (id: number) => {
      const { can } = (await world.read(id, lead)) as { can: { action: string; allowed: boolean; why: string }[] };
      return can.find(({ action }) => action === 'republish');
    };
    await world.act(pause, own, lead, { reason: '自己停的' });
    expect(await republishing(own)).toMatchObject({ allowed: true });
    await world.act(pause, parent, lead, { reason: '全部停' });
    for (const id of [stopped, own, below]) {
      expect(await republishing(id)).toMatchObject({ allowed: false, why: 'tasks.why.parentPaused' });
      const refused = { code: 1008, msg: '父任务已暂停，需由其指派人先重新发布' };
      expect(await world.act(republish, id, lead)).toMatchObject(refused);
      expect((await world.read(id)).status).toBe('paused');
    }
    expect((await world.act(republish, parent, lead)).code).toBe(0);
    expect((await world.act(republish, own, lead, { resume: true })).data).toMatchObject({ status: 'in_progress' });
  });

  it('keeps a draft a draft', async () => {
    const { lead, designer } = world;
    const id = await world.draft();
    await world.act(pause, id, lead, { reason: '先放着' });
    expect((await world.call(info, { id }, designer)).code).toBe(444);
    expect((await world.act(republish, id, lead)).data.status).toBe('not_started');
    expect((await world.act(publish, id, lead)).data.status).toBe('unprocessed');
  });
});

describe('a long-term task', () => {
  it('has no deadline, is never overdue, and returns to its state before', async () => {
    const { lead, designer } = world;
    const id = await world.started({ deadline: '2026-11-01 18:00:00' });
    expect((await world.read(id)).label).toBe('overdue');
    expect((await world.act(longTerm, id, lead)).data).toMatchObject({ status: 'long_term', label: 'long_term' });
    expect(await world.read(id)).toMatchObject({ deadline: null, overdue: false, is_long_term: true });
    expect((await world.act(submit, id, designer)).code).toBe(1008);
    expect((await world.act(edit, id, lead, { deadline: '2026-12-01 18:00:00' })).data.field).toBe('deadline');
    await world.act(unmarkLongTerm, id, lead, { deadline: '2026-12-01 18:00:00' });
    expect(await world.read(id)).toMatchObject({ status: 'in_progress', deadline: '2026-12-01 18:00:00' });
  });

  it('is done and reviewed again if it waited for acceptance and was changed', async () => {
    const { lead, proofreader, reviewer } = world;
    const approved = async (): Promise<number> => {
      const id = await world.submitted();
      for (const who of [proofreader, reviewer]) await world.passStage(id, who);
      await world.act(longTerm, id, lead);
      return id;
    };
    const untouched = await approved();
    expect((await world.act(unmarkLongTerm, untouched, lead)).data).toMatchObject({
      status: 'awaiting_confirmation',
      review_status: 'review_complete',
    });
    const changed = await approved();
    expect((await world.act(edit, changed, lead, { title: '另一张图' })).code).toBe(0);
    expect((await world.act(unmarkLongTerm, changed, lead)).data).toMatchObject({
      status: 'in_progress',
      review_status: 'not_reviewed',
    });
    const stopped = await approved();
    await world.act(pause, stopped, lead, { reason: '停' });
    await world.act(republish, stopped, lead);
    expect((await world.act(unmarkLongTerm, stopped, lead)).data).toMatchObject({
      status: 'unprocessed',
      review_status: 'not_reviewed',
    });
  });

  it('can be long-term from the start', async () => {
    const id = await world.draft({ is_long_term: true, publish: true });
    expect((await world.read(id)).label).toBe('long_term');
    expect((await world.act(unmarkLongTerm, id, world.lead)).data.status).toBe('unprocessed');
  });
});

describe('a deletion', () => {
  it('removes a draft or a paused task from every list and ends its review', async () => {
    const { lead, reviewer, proofreader } = world;
    const started = await world.started();
    expect((await world.act(del, started, lead)).code).toBe(1008);
    const id = await world.submitted();
    await world.passStage(id, proofreader);
    const seat_id = await world.assignmentOf(id, reviewer.id);
    await world.act(pause, id, lead, { reason: '不做了' });
    const { version } = await world.read(id);
    expect((await world.call(del, { id, version }, lead)).code).toBe(0);
    expect((await world.call(info, { id }, world.manager)).code).toBe(404);
    expect((await world.call(review.pass, { seat_id }, reviewer)).code).not.toBe(0);
    const { data } = await world.call(index, { project_id: world.projectId, size: 200 }, lead);
    expect(ids(data.list)).not.toContain(id);
  });

  it('is refused while the task has children', async () => {
    const parent = await world.draft();
    const child = await world.draft({ parent_id: parent });
    expect((await world.act(del, parent, world.lead)).code).toBe(1019);
    await world.act(del, child, world.lead);
    expect((await world.act(del, parent, world.lead)).code).toBe(0);
  });
});

describe('an edit', () => {
  it('changes sent fields, clears empty ones, keeps the rest, and notifies added people', async () => {
    const { lead, designer, colleague, member } = world;
    const id = await world.started({ deadline: '2026-12-01 18:00:00', cc_ids: [member.id], required_hours: '8' });
    const answer = await world.act(edit, id, lead, {
      deadline: '',
      executor_ids: [designer.id, colleague.id],
      title: '新标题',
    });
    expect(answer.code, answer.msg).toBe(0);
    expect(await world.read(id)).toMatchObject({
      title: '新标题',
      deadline: null,
      required_hours: 8,
      cc: [{ id: member.id }],
    });
    await expect.poll(() => world.noticeTypes(colleague, id)).toEqual(['next_task']);
    await world.act(edit, id, lead, { cc_ids: '[]', required_hours: '' });
    expect(await world.read(id)).toMatchObject({ cc: [], required_hours: null, title: '新标题' });
  });

  it('changes stages from the next round, and a running review keeps its stages', async () => {
    const { lead, designer, reviewer, proofreader } = world;
    const id = await world.submitted();
    expect((await world.act(edit, id, lead, { title: '审核中改名' })).code).toBe(1008);
    const seat_id = await world.assignmentOf(id, proofreader.id);
    await world.call(review.notPass, { seat_id, comment: '重画' }, proofreader);
    await world.act(edit, id, lead, { stages: [{ name: '只审核', executor_ids: [reviewer.id] }], title: '改名' });
    await world.act(submit, id, designer);
    const { process, stages } = await world.read(id);
    expect(stages).toMatchObject([{ name: '只审核' }]);
    expect(process).toMatchObject({ round: 2, name: '改名', stages: [{ name: '只审核', status: 'under_review' }] });
    await world.passStage(id, reviewer);
    expect((await world.act(pass, id, lead)).data.status).toBe('finished');
  });

  it('cannot remove all executors or all reviewers of a stage from a published task', async () => {
    const { lead } = world;
    const id = await world.started();
    const empty = await world.act(edit, id, lead, { stages: [{ name: '无人' }] });
    expect([empty.data.field, empty.msg]).toEqual(['stages', '节点“无人”没有审核人']);
    const draft = await world.draft({ stages: [{ name: '无人' }], executor_ids: [world.designer.id] });
    const refused = await world.act(publish, draft, lead);
    expect([refused.code, refused.msg]).toEqual([1001, '节点“无人”没有审核人']);
  });
});
