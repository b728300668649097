import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/review';
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
import type { Clock } from '../../platform/clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/task-world.ts';

let app: TestApp;
let world: TaskWorld;
/** Friday noon in Shanghai; tests move it. */
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
  it('[ST-006] waits until the target confirms; meanwhile nobody works, afterwards only the target does', async () => {
    const { lead, designer, colleague } = world;
    const id = await world.started({ deadline: '2026-12-01 18:00:00' });
    const asked = await world.act(transfer, id, designer, { target_id: colleague.id, reason: '出差' });
    expect(asked.data).toMatchObject({ status: 'transfer_awaiting', label: 'transfer_awaiting' });
    expect(await world.read(id)).toMatchObject({
      transfer: { from: { id: designer.id }, to: { id: colleague.id }, reason: '出差' },
      holders: [{ id: colleague.id }],
    });
    await expect.poll(() => world.typesTold(colleague, id)).toEqual(['transfer']);
    for (const who of [designer, colleague]) expect([1005, 1008]).toContain((await world.act(submit, id, who)).code);
    expect((await world.act(submit, id, designer)).code).toBe(1008);

    expect((await world.act(transferConfirm, id, colleague)).data.status).toBe('in_progress');
    const after = await world.read(id);
    expect(ids(after.executors)).toEqual([colleague.id]);
    expect(after).toMatchObject({ transfer: null, deadline: '2026-12-01 18:00:00' });
    expect((await world.act(submit, id, designer)).code).toBe(1005);
    await expect.poll(() => world.typesTold(lead, id)).toContain('transfer');
    expect((await world.act(submit, id, colleague)).code).toBe(0);
  });

  it.each([
    ['refused by the target', transferRefuse, 'colleague'],
    ['withdrawn by who asked', transferWithdraw, 'designer'],
  ] as const)('%s leaves everything as before', async (_what, endpoint, by) => {
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

  it('asked for twice at once happens once', async () => {
    const { designer, colleague, member } = world;
    const id = await world.started();
    const { version } = await world.read(id);
    const answers = await Promise.all(
      [colleague, member].map((target) => world.call(transfer, { id, version, target_id: target.id }, designer)),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1008]);
  });

  it('keeps the other executors, and takes nobody who is one already', async () => {
    const { manager, designer, colleague, member } = world;
    const id = await world.started({ executor_ids: [designer.id, colleague.id] });
    expect((await world.act(transfer, id, designer, { target_id: colleague.id })).data.field).toBe('target_id');
    await world.act(transfer, id, manager, { target_id: member.id, from_id: colleague.id });
    await world.act(transferConfirm, id, member);
    expect(ids((await world.read(id)).executors)).toEqual([designer.id, member.id].toSorted((a, b) => a - b));
  });
});

describe('a pause', () => {
  it('[ST-005] of a task in progress stops its executors', async () => {
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
    await expect.poll(() => world.typesTold(designer, id)).toContain('system');
  });

  it('of a review stops its stage, and the task goes on at the same stage when nobody touched it', async () => {
    const { lead, proofreader, reviewer } = world;
    const id = await world.submitted();
    await world.passStage(id, proofreader);
    const seat_id = await world.seatOf(id, reviewer.id);
    await world.act(pause, id, lead, { reason: '等资料' });
    expect((await world.call(review.pass, { seat_id }, reviewer)).code).toBe(1008);
    expect((await world.act(republish, id, lead)).data).toMatchObject({ label: 'under_review' });
    expect(await world.read(id)).toMatchObject({ review: { position: 2 }, round: 1 });
    expect((await world.call(review.pass, { seat_id }, reviewer)).code).toBe(0);
  });

  it('gives the working days back, unless another deadline is named', async () => {
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

  it('of a task somebody changed meanwhile begins anew, and forgets a transfer nobody answered', async () => {
    const { lead, designer, colleague } = world;
    const id = await world.started();
    await world.act(transfer, id, designer, { target_id: colleague.id });
    await world.act(pause, id, lead, { reason: '停' });
    await world.act(edit, id, lead, { title: '四层平面图' });
    expect((await world.act(republish, id, lead)).data.status).toBe('unprocessed');
    expect(await world.read(id)).toMatchObject({ transfer: null, round: 2, title: '四层平面图' });
    expect((await world.act(start, id, designer)).code).toBe(0);
  });

  it('brings everything below to a stop and back', async () => {
    const { lead, designer } = world;
    const parent = await world.started();
    const child = await world.started({ parent_id: parent });
    const grandchild = await world.submitted({ parent_id: child });
    const paused = await world.started({ parent_id: parent });
    await world.act(pause, paused, lead, { reason: '自己停的' });
    await world.act(pause, parent, lead, { reason: '全部停' });
    for (const id of [parent, child, grandchild, paused]) expect((await world.read(id)).status).toBe('paused');
    await world.act(republish, parent, lead);
    expect((await world.read(child)).status).toBe('in_progress');
    expect((await world.read(grandchild)).label).toBe('under_review');
    expect((await world.read(paused)).status).toBe('paused');
    expect((await world.act(submit, child, designer)).code).toBe(1008); // its own child is under review
  });

  it('of the task above cannot be left by one below alone, and its page says so', async () => {
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
    expect((await world.act(republish, own, lead)).data).toMatchObject({ status: 'in_progress' });
  });

  it('of a draft keeps it a draft', async () => {
    const { lead, designer } = world;
    const id = await world.draft();
    await world.act(pause, id, lead, { reason: '先放着' });
    expect((await world.call(info, { id }, designer)).code).toBe(444);
    expect((await world.act(republish, id, lead, { restart: true })).data.status).toBe('not_started');
    expect((await world.act(publish, id, lead)).data.status).toBe('unprocessed');
  });
});

describe('a long-term task', () => {
  it('has no deadline, is never overdue, and goes back to where it was', async () => {
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

  it('can be one from the beginning', async () => {
    const id = await world.draft({ is_long_term: true, publish: true });
    expect((await world.read(id)).label).toBe('long_term');
    expect((await world.act(unmarkLongTerm, id, world.lead)).data.status).toBe('unprocessed');
  });
});

describe('a deletion', () => {
  it('takes a draft or a paused task out of every list and ends its review', async () => {
    const { lead, reviewer, proofreader } = world;
    const started = await world.started();
    expect((await world.act(del, started, lead)).code).toBe(1008);
    const id = await world.submitted();
    await world.passStage(id, proofreader);
    const seat_id = await world.seatOf(id, reviewer.id);
    await world.act(pause, id, lead, { reason: '不做了' });
    const { version } = await world.read(id);
    expect((await world.call(del, { id, version }, lead)).code).toBe(0);
    expect((await world.call(info, { id }, world.manager)).code).toBe(404);
    expect((await world.call(review.pass, { seat_id }, reviewer)).code).not.toBe(0);
    const { data } = await world.call(index, { project_id: world.projectId, size: 200 }, lead);
    expect(ids(data.list)).not.toContain(id);
  });

  it('is refused while something hangs below', async () => {
    const parent = await world.draft();
    const child = await world.draft({ parent_id: parent });
    expect((await world.act(del, parent, world.lead)).code).toBe(1019);
    await world.act(del, child, world.lead);
    expect((await world.act(del, parent, world.lead)).code).toBe(0);
  });
});

describe('an edit', () => {
  it('changes what is sent, takes away what is emptied, leaves the rest, and tells who came in', async () => {
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
    await expect.poll(() => world.typesTold(colleague, id)).toEqual(['next_task']);
    await world.act(edit, id, lead, { cc_ids: '[]', required_hours: '' });
    expect(await world.read(id)).toMatchObject({ cc: [], required_hours: null, title: '新标题' });
  });

  it('of the stages counts from the next round on; a running review stays as it was handed in', async () => {
    const { lead, designer, reviewer, proofreader } = world;
    const id = await world.submitted();
    expect((await world.act(edit, id, lead, { title: '审核中改名' })).code).toBe(1008);
    const seat_id = await world.seatOf(id, proofreader.id);
    await world.call(review.notPass, { seat_id, comment: '重画' }, proofreader);
    await world.act(edit, id, lead, { stages: [{ name: '只审核', executor_ids: [reviewer.id] }], title: '改名' });
    await world.act(submit, id, designer);
    const { process, stages } = await world.read(id);
    expect(stages).toMatchObject([{ name: '只审核' }]);
    expect(process).toMatchObject({ round: 2, name: '改名', stages: [{ name: '只审核', status: 'under_review' }] });
    await world.passStage(id, reviewer);
    expect((await world.act(pass, id, lead)).data.status).toBe('finished');
  });

  it('leaves no published task without somebody to do it or to decide it', async () => {
    const { lead } = world;
    const id = await world.started();
    const empty = await world.act(edit, id, lead, { stages: [{ name: '无人' }] });
    expect([empty.data.field, empty.msg]).toEqual(['stages', '节点“无人”没有审核人']);
    const draft = await world.draft({ stages: [{ name: '无人' }], executor_ids: [world.designer.id] });
    const refused = await world.act(publish, draft, lead);
    expect([refused.code, refused.msg]).toEqual([1001, '节点“无人”没有审核人']);
  });
});
