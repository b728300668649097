import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ReviewRow } from '@prdm/contract/review';
import { translate } from '../../lib/i18n.ts';
import { startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const wordIn = (url: string): string => new URLSearchParams(url.split('?')[1]).get('word') ?? '';
const review = (id: number, name: string): ReviewRow => ({
  process_id: id,
  kind: 'task',
  source_id: id,
  name,
  pc_path: `/file/task/index?id=${id}`,
  project_id: 3,
  project_name: '滨江门诊楼',
  starter: { id: 8, name: '陈经理' },
  status: 'under_review',
  label: 'under_review',
  round: 1,
  stage_count: 1,
  line_id: id,
  project_archived: false,
  profession: null,
  stage: {
    id,
    position: 1,
    name: '审核',
    status: 'under_review',
    sign_mode: 'any',
    due_at: null,
    overdue: false,
    passed: 0,
    needed: 1,
    executors: [],
    stranded: false,
  },
  seat: { id, ask: 'decide' },
  action: null,
  at: '2026-11-20 09:00:00',
});

test('a word is looked for in all reviews by the server, and goes along to the list that has the rest', async () => {
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
  app.says('/apis/review/index', ({ url }) => {
    const [list, total] = wordIn(url) === '' ? [[review(1, '首层平面图')], 300] : [[review(250, '楼梯详图')], 21];
    return { body: { code: 0, msg: '', data: { list, total, page: 1, size: 20 } } };
  });
  app.open('/home');
  const today = within(await screen.findByRole('region', { name: translate('home.today') }));
  await today.findByText('首层平面图');
  await userEvent.type(screen.getByRole('searchbox', { name: translate('home.filter') }), '楼梯');
  await today.findByText('楼梯详图');
  expect(today.queryByText('首层平面图')).toBeNull();
  await userEvent.click(today.getByRole('link', { name: translate('home.moreReviews', { count: 20 }) }));
  await waitFor(() => expect(location.pathname).toBe('/process/task/process'));
  const field = await screen.findByRole('searchbox', { name: translate('processes.list.search') });
  expect((field as HTMLInputElement).value).toBe('楼梯');
  await screen.findByText('楼梯详图');
  // Another list is searched for the same word.
  await userEvent.click(screen.getByRole('tab', { name: new RegExp(translate('processes.list.mine')) }));
  await waitFor(() => {
    const [last] = app.wire.seen.filter(({ url }) => url.includes('review/index') && url.includes('state=mine'));
    expect(wordIn(last?.url ?? '')).toBe('楼梯');
  });
});
