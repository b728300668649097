import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { posted, queryOf, rowOf } from '../../testing/page-acts.ts';
import { processSample } from '../../testing/review-samples.ts';
import { listOf, PERSON, projectInfo, taskPage, taskRow } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  const history = [
    {
      id: 1,
      round: 1,
      position: null,
      stage_name: '',
      user: { id: 8, name: '陈设计' },
      target: null,
      for_user: null,
      action: 'start' as const,
      to: null,
      to_position: null,
      to_stage: '',
      comment: '请校对',
      at: '2026-03-02 10:00:00',
      at_ms: 1,
    },
  ];
  const process = processSample(7, '首层平面图', { history });
  app.data('/apis/task/info', taskPage({ id: 7, title: '首层平面图', description: '含门窗表', process }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const panel = async () => within(await screen.findByRole('region', { name: translate('desk.panel.label') }));

/** The stages with their people, the history and the decision, which works. */
async function showsTheReview(): Promise<void> {
  const review = await panel();
  const stage = review.getByRole('listitem', { current: 'step' });
  for (const text of ['校对', ME.username]) expect(stage.textContent).toContain(text);
  expect(review.getByText('请校对')).toBeTruthy();
  await screen.findByRole('heading', { name: '首层平面图', level: 2 });
  await screen.findByText('含门窗表');
  app.data('/apis/review/pass', null);
  const before = posted(app, '/apis/review/pass').length;
  await userEvent.click(review.getByRole('button', { name: '通过' }));
  await waitFor(() =>
    expect(
      posted(app, '/apis/review/pass')
        .slice(before)
        .map((form) => form.get('seat_id')),
    ).toEqual(['7']),
  );
}

test('[R-069] among the approvals the review of a task shows its stages, people, history and decision', async () => {
  app.open('/process/task/process_stage?id=7');
  await showsTheReview();
  expect(location.pathname + location.search).toBe('/process/task/process_stage?id=7');
  expect(screen.queryByRole('navigation', { name: translate('shell.sections.file') })).toBeNull();
});

test('[R-065] in the project the same review shows below the head of the project that owns the task', async () => {
  app.open('/file/task/process_stage?project_id=4&id=7');
  await showsTheReview();
  await waitFor(() => expect(new URLSearchParams(location.search).get('project_id')).toBe('3'));
  await screen.findByRole('navigation', { name: translate('shell.sections.file') });
  expect((await screen.findAllByText('滨江门诊楼')).length).toBeGreaterThan(0);
});

test('a task that was never submitted shows its planned stages', async () => {
  const stage = { position: 1, name: '审定', sign_mode: 'any' as const, days: 2, executors: [PERSON] };
  const stages = [
    { ...stage, allow_transfer: true, reject_to: 'starter' as const, cc: [], separate: false, straight: false },
  ];
  app.data('/apis/task/info', taskPage({ id: 7, title: '首层平面图', stages }));
  app.open('/process/task/process_stage?id=7');
  const review = await panel();
  review.getByText(translate('desk.panel.planned'));
  expect(review.getByText('审定')).toBeTruthy();
});

test('an unknown task leads to the error page, and an address without an id to the list', async () => {
  app.refuses('/apis/task/info', 404, '不存在');
  app.open('/process/task/process_stage?id=999');
  await waitFor(() => expect(location.pathname).toBe('/404'));
  app.data('/apis/task/index', listOf([]));
  app.open('/file/task/process_stage?project_id=3');
  await waitFor(() => expect(location.pathname + location.search).toBe('/file/task/process?project_id=3'));
});

test('[R-064] the project lists its tasks under review with stage, reviewers and late mark; a row opens the review', async () => {
  const review = { stage: '校对', position: 1, stages: 2, passed: 0, needed: 1 };
  const under = { status: 'in_progress', review_status: 'under_review', label: 'under_review', review } as const;
  app.data(
    '/apis/task/index',
    listOf([
      taskRow({ id: 7, title: '首层平面图', ...under, profession: { id: 2, name: '建筑' }, overdue: true }),
      taskRow({ id: 8, title: '屋面平面图', ...under, holders: [{ id: 9, name: '李审核', thumb: '' }] }),
    ]),
  );
  app.open('/file/task/process?project_id=3');
  const late = await rowOf('首层平面图');
  for (const text of ['2026-001-007', '建筑', '1/2 校对', translate('status.overdue')])
    expect(late.textContent).toContain(text);
  const other = await rowOf('屋面平面图');
  for (const text of ['李审核', translate('status.under_review')]) expect(other.textContent).toContain(text);
  const asked = app.wire.seen.filter(({ url }) => url.startsWith('/apis/task/index?')).at(-1);
  expect([queryOf({ url: asked?.url ?? '' }).get('tab'), queryOf({ url: asked?.url ?? '' }).get('project_id')]).toEqual(
    ['review', '3'],
  );
  await userEvent.click(late);
  await panel();
  expect(location.pathname + location.search).toBe('/file/task/process_stage?project_id=3&id=7');
});
