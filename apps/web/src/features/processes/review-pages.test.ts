import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProcessView } from '@prdm/contract/processes/review';
import type { TaskRow } from '@prdm/contract/tasks';
import { useAppState } from '../../lib/app-state.ts';
import { dialog, fill, posted } from '../../testing/page-acts.ts';
import { NOTHING_TO_DO as NOTHING, processSample, stageSample } from '../../testing/review-samples.ts';
import { listOf, projectInfo, reviewRow, taskPage, taskRow, type TaskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const DESIGNER = { id: 8, name: '陈设计' };
const REVIEWER = { id: ME.id, name: ME.username };
const AT = '2026-03-02 10:00:00';
const stage = (position: number, name: string, seat: number, special: Partial<ProcessView['stages'][number]> = {}) => {
  const sample = stageSample(seat, name);
  const seats = sample.seats.map((one) => ({ ...one, user: REVIEWER, status: 'waiting' as const }));
  return { ...sample, id: position, position, seats, ...special };
};
const process = (special: Partial<ProcessView> = {}): ProcessView => ({
  ...processSample(1, '首层平面图'),
  source_id: 7,
  number: '2026-001-007',
  pc_path: '/file/task/index?id=7',
  stages: [stage(1, '校对', 11)],
  can: { ...NOTHING, decide_seat_id: 11 },
  ...special,
});
const said = (id: number, special: Partial<ProcessView['history'][number]>): ProcessView['history'][number] => ({
  id,
  round: 1,
  position: null,
  stage_name: '',
  user: DESIGNER,
  target: null,
  for_user: null,
  action: 'start',
  to: null,
  to_position: null,
  to_stage: '',
  comment: '',
  at: AT,
  at_ms: id,
  ...special,
});
const handedIn = (id: number, round: number, comment: string): TaskPage['history'][number] => ({
  id,
  round,
  action: 'submit',
  user: { ...DESIGNER, thumb: '' },
  target: null,
  from_status: 'in_progress',
  to_status: 'under_review',
  hours: null,
  comment,
  at: AT,
});
const task = (review: ProcessView, history: TaskPage['history'] = []): TaskPage =>
  taskPage({ id: 7, title: '首层平面图', process: review, round: review.round, history });
const openTask = async () => {
  app.open('/file/task/index?project_id=3&id=7');
  return dialog('任务详情');
};
const decision = () => screen.findByRole('region', { name: '审核决定' });
const noDecision = () => waitFor(() => expect(screen.queryByRole('region', { name: '审核决定' })).toBeNull());

test('[SH-004] reviews are one click away on every page, with the number waiting, which updates automatically', async () => {
  const counted = (todo: number) => app.data('/apis/review/counts', { todo, done: 0, mine: 0, cc: 0, kinds: {} });
  const entry = (name: string) => within(screen.getByRole('banner')).findByRole('link', { name });
  counted(0);
  app.open('/project/index');
  await entry('审批');
  expect(screen.queryByTestId('badge-reviews')).toBeNull();
  counted(3);
  app.push({ type: 'review', id: 1, project_id: 3 });
  const link = await entry('审批，3 项待您处理');
  expect(screen.getByTestId('badge-reviews').textContent).toBe('3');
  await userEvent.click(link);
  await waitFor(() => expect(location.pathname).toBe('/process/task/process'));
  counted(0);
  app.push({ type: 'review', id: 1, project_id: 3 });
  await waitFor(() => expect(screen.queryByTestId('badge-reviews')).toBeNull());
});

test('the badge of approvals counts reviews and confirmations, as the desk lists both', async () => {
  app.data('/apis/review/counts', { todo: 3, done: 0, mine: 0, cc: 0, kinds: {} });
  const work = (confirm: number) =>
    app.data('/apis/fhome/counts', { todo: confirm, overdue: 0, confirm, transfers: 0, waiting: 0, drafts: 0 });
  work(0);
  app.open('/project/index');
  await waitFor(() => expect(screen.getByTestId('badge-reviews').textContent).toBe('3'));
  work(2);
  // A task of the reader was finished by somebody else, while another page is open.
  app.push({ type: 'task', id: 1, project_id: 3 });
  await waitFor(() => expect(screen.getByTestId('badge-reviews').textContent).toBe('5'), { timeout: 5_000 });
  expect(screen.getByTestId('badge-home').textContent).toBe('5');
});

test('the second round shows the refusal, the person it returned to, and its submission note', async () => {
  app.data('/apis/task/info', task(process()));
  app.data('/apis/review/notPass', null);
  const drawer = await openTask();
  fill(await drawer.findByLabelText('“校对”的决定说明'), '缺轴线尺寸');
  const refused = [
    said(1, {}),
    said(2, {
      user: REVIEWER,
      action: 'not_pass',
      position: 1,
      stage_name: '校对',
      to: 'starter',
      comment: '缺轴线尺寸',
    }),
  ];
  const rejected = stage(1, '校对', 11, { status: 'review_rejected' });
  app.data(
    '/apis/task/info',
    task(
      process({
        status: 'review_rejected',
        label: 'review_rejected',
        stages: [rejected],
        history: refused,
        can: NOTHING,
      }),
    ),
  );
  await userEvent.click(drawer.getByRole('button', { name: `不通过，退回${DESIGNER.name}` }));
  await screen.findByText(`不通过，已退回${DESIGNER.name}`);
  await noDecision();
  expect(Object.fromEntries(posted(app, '/apis/review/notPass').at(-1) ?? [])).toMatchObject({
    seat_id: '11',
    comment: '缺轴线尺寸',
    to: 'starter',
  });

  const history = [...refused, said(3, { round: 2 })];
  const notes = [handedIn(1, 1, '按会议纪要绘制'), handedIn(2, 2, '已补轴线尺寸')];
  app.data(
    '/apis/task/info',
    task(
      process({ round: 2, history, stages: [stage(1, '校对', 12)], can: { ...NOTHING, decide_seat_id: 12 } }),
      notes,
    ),
  );
  app.push({ type: 'task', id: 7, project_id: 3 });
  await drawer.findByText('第 2 轮');
  const rounds = [...document.querySelectorAll<HTMLDetailsElement>('.rounds > details')];
  expect(rounds.map((round) => round.querySelector('summary')?.textContent)).toEqual([
    `第 1 轮：不通过 · ${REVIEWER.name}`,
  ]);
  expect(rounds[0]?.open).toBe(false);
  expect(rounds[0]?.querySelector('ul')?.textContent).toContain(`“校对”不通过，退回${DESIGNER.name}`);
  // The comment is beside the collapsed round, so it stays visible.
  expect([...document.querySelectorAll('.rounds > q')].map((asked) => asked.textContent)).toEqual(['缺轴线尺寸']);
  const note = (await drawer.findByText(`${DESIGNER.name}的提交说明`)).parentElement as HTMLElement;
  expect(note.textContent).toContain('已补轴线尺寸');
  expect(note.textContent).not.toContain('按会议纪要绘制');
  // The note precedes the decision.
  expect(note.compareDocumentPosition(await decision())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const seatOf = (id: number, user: { id: number; name: string }) => ({
  ...stage(1, '', id).seats[0]!,
  user,
  status: 'passed' as const,
});

test('a return names its target by stage and people, and several targets are offered in a dialog', async () => {
  const stages = [
    stage(1, '校对', 11, { status: 'review_complete', passed: 1, seats: [seatOf(11, DESIGNER)] }),
    stage(2, '审核', 12, { status: 'review_complete', passed: 1, seats: [seatOf(12, { id: 9, name: '周审核' })] }),
    stage(3, '审定', 13, { reject_to: 'any' }),
  ];
  const returns: ProcessView['can']['returns'] = [
    { to: 'starter', position: null },
    { to: 'previous', position: 2 },
    { to: 'stage', position: 1 },
  ];
  const can = { ...NOTHING, decide_seat_id: 13, returns: returns.slice(0, 2) };
  app.data('/apis/task/info', task(process({ stages, stage_count: 3, can })));
  app.data('/apis/review/notPass', null);
  const drawer = await openTask();
  const sent = () => Object.fromEntries(posted(app, '/apis/review/notPass').at(-1) ?? []);
  fill(await drawer.findByLabelText('“审定”的决定说明'), '缺剖面');
  await userEvent.click(drawer.getByRole('button', { name: '退回“审核”（周审核）' }));
  await screen.findByText('不通过，已退回“审核”');
  expect(sent()).toEqual({ seat_id: '13', comment: '缺剖面', to: 'previous' });

  app.data('/apis/task/info', task(process({ stages, stage_count: 3, can: { ...can, returns } })));
  app.push({ type: 'task', id: 7, project_id: 3 });
  await userEvent.click(await drawer.findByRole('button', { name: '退回其他节点…' }));
  await drawer.findByText('不通过时请填写意见');
  fill(drawer.getByLabelText('“审定”的决定说明'), '轴网有误');
  await userEvent.click(drawer.getByRole('button', { name: '退回其他节点…' }));
  const asked = await dialog('退回到哪个节点');
  await userEvent.click(asked.getByLabelText(`校对 ${DESIGNER.name}`));
  await userEvent.click(asked.getByRole('button', { name: '退回' }));
  await screen.findByText('不通过，已退回“校对”');
  expect(sent()).toEqual({ seat_id: '13', comment: '轴网有误', to: 'stage', position: '1' });
});

test('a reviewer adds another one with a reason, and the line of stages shows the added stage', async () => {
  const can = { ...NOTHING, decide_seat_id: 11, add_sign: true };
  app.data('/apis/task/info', task(process({ can })));
  app.data('/apis/project/members', listOf([]));
  app.data('/apis/user/tree', { departments: [], people: [] });
  app.data('/apis/review/addSign', null);
  const drawer = await openTask();
  await userEvent.click(await drawer.findByRole('button', { name: '加签' }));
  const form = await dialog('加签');
  await userEvent.click(form.getByRole('button', { name: '加签' }));
  await waitFor(() => expect(document.querySelectorAll('.ant-form-item-has-error').length).toBe(2));
  expect(posted(app, '/apis/review/addSign')).toEqual([]);

  const added = stage(1, '校对（加签）', 14, { added_by: REVIEWER, added_reason: '涉及结构' });
  const waiting = stage(2, '校对', 11, { status: 'not_reviewed' });
  const skipped = stage(3, '审核', 15, { status: 'review_complete' });
  app.data('/apis/task/info', task(process({ stages: [added, waiting, skipped], can: NOTHING })));
  app.push({ type: 'task', id: 7, project_id: 3 });
  await screen.findByText(`${REVIEWER.name}加签：涉及结构`);
  await screen.findByText('自动通过');
});

test('the submitter reminds the reviewers, and withdraws the review before the first pass', async () => {
  app.data('/apis/task/info', task(process({ can: { ...NOTHING, remind: true, withdraw: true } })));
  for (const path of ['remind', 'withdraw']) app.data(`/apis/review/${path}`, null);
  const drawer = await openTask();
  await userEvent.click(await drawer.findByRole('button', { name: '催办' }));
  await screen.findByText('已提醒当前审核人');
  await userEvent.click(drawer.getByRole('button', { name: '撤回审核' }));
  const asked = await dialog('撤回本轮审核？');
  expect(posted(app, '/apis/review/withdraw')).toEqual([]);
  app.data('/apis/task/info', taskPage({ id: 7, title: '首层平面图', status: 'in_progress', label: 'in_progress' }));
  await userEvent.click(asked.getByRole('button', { name: '撤回审核' }));
  await waitFor(() => expect(drawer.queryByRole('button', { name: '撤回审核' })).toBeNull());
  for (const path of ['remind', 'withdraw'])
    expect(posted(app, `/apis/review/${path}`).map((form) => form.get('id'))).toEqual(['1']);
});

test('a comment for a stage that a colleague passed meanwhile decides nothing until it is confirmed', async () => {
  const next = stage(2, '审核', 21, { status: 'not_reviewed' });
  app.data('/apis/task/info', task(process({ stage_count: 2, stages: [stage(1, '校对', 11), next] })));
  app.data('/apis/review/pass', null);
  const drawer = await openTask();
  fill(await drawer.findByLabelText('“校对”的决定说明'), '轴线标注齐全');
  const stages = [stage(1, '校对', 11, { status: 'review_complete' }), stage(2, '审核', 21)];
  app.data('/apis/task/info', task(process({ stage_count: 2, stages, can: { ...NOTHING, decide_seat_id: 21 } })));
  app.push({ type: 'task', id: 7, project_id: 3 });
  const region = within(await decision());
  await region.findByText(/流程已进入“审核”/);
  const pass = region.getByRole<HTMLButtonElement>('button', { name: '通过' });
  expect(pass.disabled).toBe(true);
  expect(region.getByRole<HTMLTextAreaElement>('textbox').value).toBe('轴线标注齐全');
  const before = posted(app, '/apis/review/pass').length;
  await userEvent.click(pass);
  await userEvent.click(region.getByRole('button', { name: '沿用' }));
  app.data('/apis/task/info', task(process({ stage_count: 2, stages, can: NOTHING })));
  await userEvent.click(pass);
  await noDecision();
  const sent = posted(app, '/apis/review/pass').slice(before);
  expect(sent.map((form) => [form.get('seat_id'), form.get('comment')])).toEqual([['21', '轴线标注齐全']]);
});

test('home shows the reviews that wait, and tasks by their days with project and discipline', async () => {
  const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 18:00:00`;
  const work = (id: number, project_name: string, special: Partial<TaskRow>) => ({
    ...taskRow({ id, title: '标准层平面图', project_name, profession: { id: 2, name: '建筑' }, ...special }),
    next: 'start' as const,
  });
  const today = [
    work(1, '东岸剧场', { deadline: inDays(-2), overdue: true }),
    work(2, '西岸剧场', { deadline: inDays(40) }),
  ];
  app.data('/apis/fhome/index', { totals: { today: 2, waiting: 0, projects: 0 }, today, waiting: [], projects: [] });
  app.data('/apis/review/index', listOf([reviewRow({ process_id: 1, name: '首层平面图' })]));
  app.open('/home');
  const mine = within(await screen.findByRole('region', { name: '待我处理' }));
  const group = (name: string) => mine.findByRole('region', { name });
  expect((await group('待我审核')).textContent).toContain('首层平面图');
  const late = within(await group('已逾期'));
  expect(late.getByRole('heading').textContent).toMatch(/^已逾期\s*1$/);
  for (const text of ['东岸剧场', '建筑']) expect(late.getByRole('link').textContent).toContain(text);
  expect(within(await group('以后')).getByRole('link').textContent).toContain('西岸剧场');
  expect(mine.queryByRole('region', { name: '7 天内' })).toBeNull();
  await userEvent.click(mine.getByRole('link', { name: '查看全部审核' }));
  await waitFor(() => expect(location.pathname).toBe('/process/task/process'));
});
