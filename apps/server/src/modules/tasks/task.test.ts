import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { add, edit, info, notPass, pass, pause, publish, reject, republish, start, submit } from '@prdm/contract/tasks';
import { buildProcessTemplate } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp();
  world = await taskWorld(app);
});
afterAll(() => app.stop());

interface Entry {
  readonly id: number;
  readonly action: string;
}
/** The events of the page's timeline, oldest first. */
function storyOf(page: { timeline: string[]; history: Entry[]; process: { history: Entry[] } }): string[] {
  const [own, ofReview] = [page.history, page.process.history].map(
    (entries) => new Map(entries.map(({ id, action }) => [String(id), action])),
  );
  return page.timeline.map((key) => (key.startsWith('t') ? own : ofReview)?.get(key.slice(1)) ?? key);
}

describe('a new task', () => {
  it('[EN-012] keeps name, description, priority, type, deadline, copies, annotation and notify way, and notifies the copies', async () => {
    const { designer, member, lead } = world;
    const given = {
      title: '地下室人防平面',
      description: '按 2026 版规范',
      priority: 'urgent',
      kind: 'stask',
      deadline: '2026-12-31 18:00:00',
      cc_ids: [member.id],
      annotation: '注意净高',
      notify_way: ['in_app', 'email'],
      publish: true,
    };
    const id = await world.draft(given);
    const { cc_ids: _ids, publish: _publish, ...read } = given;
    expect(await world.read(id, designer)).toMatchObject({ ...read, cc: [{ id: member.id, name: member.name }] });
    await expect.poll(() => world.noticeTypes(member, id)).toEqual(['cc']);
    expect((await world.notified(member, id))[0]?.content).toContain(`${lead.name}把任务“地下室人防平面”抄送给您`);
  });

  it('[EN-013] made from a template keeps stages with executors, status, hours and assigner', async () => {
    const { lead, proofreader, reviewer } = world;
    const template = await buildProcessTemplate(app, {
      stages: [
        { name: '校对', executor_ids: [proofreader.id], days: 2 },
        { name: '审核', executor_ids: [proofreader.id, reviewer.id], sign_mode: 'all', days: 3 },
      ],
    });
    const id = await world.draft({ stages: undefined, process_template_id: template.id, required_hours: '12.5' });
    const task = await world.read(id, lead);
    expect(task).toMatchObject({ process_template_id: template.id, status: 'not_started', required_hours: 12.5 });
    expect(task.assigner).toMatchObject({ id: lead.id, name: lead.name });
    expect(task.stages).toMatchObject([
      { name: '校对', days: 2, sign_mode: 'any', executors: [{ id: proofreader.id, name: proofreader.name }] },
      { name: '审核', days: 3, sign_mode: 'all', executors: [{ id: proofreader.id }, { id: reviewer.id }] },
    ]);
  });

  it.each([
    ['[VA-005] without a title', { title: ' ' }, 'title'],
    ['[VA-005] without a stage of the project', { stage_id: '' }, 'stage_id'],
    ['without a review stage', { stages: undefined }, 'stages'],
    ['[VA-005] with an empty list of review stages', { stages: '[]' }, 'stages'],
    ['[VA-007] with hours that are no number', { required_hours: 'abc' }, 'required_hours'],
    ['with a quarter of an hour', { required_hours: '1.25' }, 'required_hours'],
    ['with negative hours', { required_hours: '-1' }, 'required_hours'],
    [
      'with a deadline before its start',
      { start_at: '2026-12-02 00:00:00', deadline: '2026-12-01 00:00:00' },
      'deadline',
    ],
    ['with a deadline and no end', { is_long_term: true, deadline: '2026-12-01 00:00:00' }, 'deadline'],
    ['with an unknown field', { status: 'finished' }, 'status'],
  ])('is refused %s', async (_what, change, field) => {
    const answer = await world.call(add, world.form(change), world.lead);
    expect([answer.code, answer.data?.field]).toEqual([1001, field]);
  });

  it.each([
    ['1, empty, 2', ['1', '', '2'], 1001],
    ['minus one', ['-1'], 1001],
    ['of three decimals', ['1.555'], 1001],
    ['all empty', ['', ''], 0],
    ['zero and above', ['0', '1.5'], 0],
  ])('[VA-006] with execution days %s answers %s', async (_what, days, code) => {
    const stages = days.map((day, at) => ({ name: `节点${at}`, days: day, executor_ids: [world.reviewer.id] }));
    expect((await world.call(add, world.form({ stages }), world.lead)).code).toBe(code);
  });

  it('accepts no person who cannot enter the project', async () => {
    for (const change of [
      { executor_ids: [world.stranger.id] },
      { cc_ids: [world.stranger.id] },
      { stages: [{ name: '审核', executor_ids: [world.stranger.id] }] },
    ]) {
      const answer = await world.call(add, world.form(change), world.lead);
      expect([answer.code, answer.data.field]).toEqual([1001, Object.keys(change)[0]]);
      expect(answer.msg).toBe('外人不是项目成员');
    }
  });

  it('gets the people of the first stage as executors unless it names others', async () => {
    const { proofreader, reviewer, lead } = world;
    const id = await world.draft({ executor_ids: '[]' });
    expect((await world.read(id)).executors).toMatchObject([{ id: proofreader.id }]);
    expect((await world.act(publish, id, lead)).code).toBe(0);
    await expect.poll(() => world.noticeTypes(proofreader, id)).toEqual(['next_task']);
    expect(await world.noticeTypes(reviewer, id)).toEqual([]);
  });
});

describe('the full course of a task', () => {
  it('[BU-005] [ST-003] is published, started, submitted, passed at every stage, accepted', async () => {
    const { lead, designer, proofreader, reviewer, member } = world;
    const id = await world.draft({
      executor_ids: '[]',
      stages: [
        { name: '自校', executor_ids: [designer.id] },
        { name: '校对', executor_ids: [proofreader.id] },
        { name: '审核', executor_ids: [reviewer.id] },
      ],
    });
    expect(await world.read(id, lead)).toMatchObject({
      status: 'not_started',
      label: 'not_started',
      holders: [{ id: lead.id }],
    });
    const [hidden, missing] = [await world.call(info, { id }, member), await world.call(info, { id: 999_999 }, member)];
    expect([hidden.code, hidden.msg]).toEqual([missing.code, missing.msg]);
    expect(hidden.code).toBe(444);
    expect(await world.noticeTypes(designer, id)).toEqual([]);

    expect((await world.act(publish, id, lead)).data).toMatchObject({ status: 'unprocessed', label: 'unprocessed' });
    await expect.poll(() => world.noticeTypes(designer, id)).toEqual(['next_task']);
    expect(await world.read(id, member)).toMatchObject({ status: 'unprocessed', holders: [{ id: designer.id }] });

    expect((await world.act(start, id, designer)).data.status).toBe('in_progress');
    const handedIn = await world.act(submit, id, designer, { annotation: '请审核', hours: '6.5' });
    expect(handedIn.data).toMatchObject({
      status: 'in_progress',
      review_status: 'under_review',
      label: 'under_review',
    });
    expect(await world.read(id)).toMatchObject({
      used_hours: 6.5,
      holders: [{ id: designer.id }],
      review: { stage: '自校', stages: 3 },
    });

    expect((await world.passStage(id, designer)).code).toBe(0);
    expect((await world.passStage(id, proofreader)).code).toBe(0);
    expect(await world.read(id)).toMatchObject({ label: 'under_review', review: { stage: '审核', position: 3 } });
    expect((await world.passStage(id, reviewer)).code).toBe(0);
    expect(await world.read(id)).toMatchObject({
      status: 'awaiting_confirmation',
      review_status: 'review_complete',
      holders: [{ id: lead.id }],
    });
    await expect.poll(() => world.noticeTypes(lead, id)).toContain('next_task');

    expect((await world.act(pass, id, lead)).data).toMatchObject({ status: 'finished', label: 'finished' });
    const done = await world.read(id);
    expect(done).toMatchObject({ progress: 100, holders: [], round: 1 });
    expect(done.finished_at).not.toBeNull();
    // The submission begins the review, and both give one entry.
    expect(storyOf(done)).toEqual([
      'add',
      'publish',
      'start',
      'submit',
      'pass',
      'pass',
      'pass',
      'reviewPassed',
      'pass',
    ]);
    expect(done.history.map((entry: { action: string }) => entry.action)).toEqual([
      'add',
      'publish',
      'start',
      'submit',
      'reviewPassed',
      'pass',
    ]);
    await expect.poll(() => world.noticeTypes(designer, id)).toContain('system');
  });

  it('finishes with the last pass if it needs no acceptance, and notifies the assigner', async () => {
    const { lead, proofreader, reviewer } = world;
    const id = await world.submitted({ needs_confirmation: false });
    await world.passStage(id, proofreader);
    await world.passStage(id, reviewer);
    expect(await world.read(id)).toMatchObject({ status: 'finished', review_status: 'review_complete', progress: 100 });
    await expect
      .poll(async () => (await world.notified(lead, id)).map(({ content }) => content))
      .toContain('任务“三层平面图”已完成');
  });

  it('returns from a failed stage with the reason, and restarts at the first stage', async () => {
    const { designer, proofreader, reviewer } = world;
    const id = await world.submitted();
    await world.passStage(id, proofreader);
    const assignment = await world.assignmentOf(id, reviewer.id);
    expect(
      (await world.call(review.notPass, { seat_id: assignment, comment: '尺寸有误', to: 'starter' }, reviewer)).code,
    ).toBe(0);
    expect(await world.read(id)).toMatchObject({
      status: 'in_progress',
      review_status: 'review_rejected',
      label: 'review_rejected',
      reject_reason: '尺寸有误',
      holders: [{ id: designer.id }],
    });
    const returned = await world.read(id);
    // The timeline shows the review's entry, because it has stage, person and reason.
    expect(storyOf(returned).slice(-2)).toEqual(['pass', 'not_pass']);
    expect(returned.process.history.at(-1)).toMatchObject({
      stage_name: '审核',
      user: { id: reviewer.id },
      comment: '尺寸有误',
    });
    expect((await world.act(submit, id, designer)).data.label).toBe('under_review');
    expect(await world.read(id)).toMatchObject({
      review: { stage: '校对', position: 1, passed: 0 },
      process: { round: 2 },
    });
  });

  it('returns to work if it is not accepted', async () => {
    const { lead, designer, proofreader, reviewer } = world;
    const id = await world.submitted();
    await world.passStage(id, proofreader);
    await world.passStage(id, reviewer);
    const answer = await world.act(notPass, id, lead, { reason: '缺少节点详图' });
    expect(answer.data).toMatchObject({ status: 'in_progress', label: 'in_progress' });
    await expect
      .poll(async () => (await world.notified(designer, id)).map(({ content }) => content))
      .toContain(`${lead.name}未通过任务“三层平面图”的成果：缺少节点详图`);
    expect((await world.act(submit, id, designer)).data.label).toBe('under_review');
  });
});

describe('a stopped task', () => {
  it('rejected by its executor notifies the assigner, and starts from the beginning when re-published', async () => {
    const { lead, designer } = world;
    const id = await world.started();
    expect((await world.act(reject, id, designer, { reason: '资料不全' })).data).toMatchObject({
      status: 'rejected',
      label: 'rejected',
    });
    await expect.poll(() => world.noticeTypes(lead, id)).toEqual(['next_task']);
    expect((await world.act(edit, id, lead, { description: '资料已补' })).code).toBe(0);
    expect((await world.act(republish, id, lead)).data.status).toBe('unprocessed');
    expect(await world.read(id)).toMatchObject({ round: 2, reject_reason: '资料不全' });
    expect((await world.act(start, id, designer)).code).toBe(0);
  });

  it('[ST-007] stopped during its review with a reason is rejected, and its executor is notified', async () => {
    const { lead, designer, proofreader } = world;
    const id = await world.submitted();
    expect((await world.act(reject, id, lead, {})).data.field).toBe('reason');
    expect((await world.act(reject, id, lead, { reason: '甲方改了方案' })).data).toMatchObject({
      status: 'rejected',
      label: 'rejected',
    });
    await expect
      .poll(async () => (await world.notified(designer, id)).map(({ content }) => content))
      .toContain(`${lead.name}退回了审核中的任务“三层平面图”：甲方改了方案`);
    const todo = await world.call(review.index, { state: 'todo' }, proofreader);
    expect(todo.code, todo.msg).toBe(0);
    expect(todo.data.list.map((row: { source_id: number }) => row.source_id)).not.toContain(id);
  });

  it('[ST-004] rejected or paused and published again runs from its first stage', async () => {
    const { lead, designer, proofreader } = world;
    const rejected = await world.submitted();
    await world.passStage(rejected, proofreader);
    await world.act(reject, rejected, lead, { reason: '重做' });
    const paused = await world.submitted();
    await world.passStage(paused, proofreader);
    await world.act(pause, paused, lead, { reason: '等甲方' });
    for (const id of [rejected, paused]) {
      expect((await world.act(republish, id, lead)).data).toMatchObject({ label: 'unprocessed' });
      expect((await world.act(start, id, designer)).code).toBe(0);
      expect((await world.act(submit, id, designer)).code).toBe(0);
      expect(await world.read(id)).toMatchObject({ round: 2, review: { position: 1, stage: '校对', passed: 0 } });
    }
  });
});
