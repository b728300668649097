import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { translate } from '../../lib/i18n.ts';
import { processSample } from '../../testing/review-samples.ts';
import { reviewRow, taskPage, taskRow } from '../../testing/samples.ts';
import { startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const wordIn = (url: string): string => new URLSearchParams(url.split('?')[1]).get('word') ?? '';

test('the server searches all reviews for the word, and the link to the full list keeps it', async () => {
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
  app.says('/apis/review/index', ({ url }) => {
    const [list, total] = url.includes('unanswered')
      ? [[], 0]
      : wordIn(url) === ''
        ? [[reviewRow({ process_id: 1, name: '首层平面图' })], 300]
        : [[reviewRow({ process_id: 250, name: '楼梯详图' })], 21];
    return { body: { code: 0, msg: '', data: { list, total, page: 1, size: 20 } } };
  });
  app.data('/apis/review/info', processSample(250, '楼梯详图'));
  app.data('/apis/task/info', taskPage({ id: 250, title: '楼梯详图' }));
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
  await screen.findByRole('link', { name: /楼梯详图/ });
  // The search word stays when the user opens another list.
  await userEvent.click(screen.getByRole('tab', { name: new RegExp(translate('processes.list.mine')) }));
  await waitFor(() => {
    const [last] = app.wire.seen.filter(
      ({ url }) => url.includes('review/index') && url.includes('state=mine') && !url.includes('unanswered'),
    );
    expect(wordIn(last?.url ?? '')).toBe('楼梯');
  });
});

test('a review with opinions that wait for my answer is work of mine, and leads to the desk', async () => {
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
  app.says('/apis/review/index', ({ url }) => {
    const isAsked = url.includes('state=mine') && url.includes('unanswered=');
    const list = isAsked ? [reviewRow({ process_id: 31, name: '楼梯详图', unanswered: 2 })] : [];
    return { body: { code: 0, msg: '', data: { list, total: list.length, page: 1, size: 20 } } };
  });
  app.open('/home');
  const today = within(await screen.findByRole('region', { name: translate('home.today') }));
  await today.findByText(translate('home.groups.opinions'));
  const line = today.getByRole('link', { name: /楼梯详图/ });
  // The list of the started reviews has it, the list of those to do does not.
  expect(line.getAttribute('href')).toBe('/process/task/process?state=mine&id=31');
  expect(line.textContent).toContain('2 条待答复');
});

test('returned work stands first, and its link opens the submission', async () => {
  const back = taskRow({ id: 5, title: '楼梯详图', status: 'in_progress', review_status: 'review_rejected' });
  const today = [
    { ...back, next: 'submit' as const },
    { ...taskRow({ id: 6, title: '屋面节点' }), next: 'start' as const },
  ];
  app.data('/apis/fhome/index', { totals: { today: 2, waiting: 0, projects: 0 }, today, waiting: [], projects: [] });
  app.says('/apis/review/index', ({ url }) => {
    const list = url.includes('unanswered') ? [] : [reviewRow({ process_id: 1, name: '首层平面图' })];
    return { body: { code: 0, msg: '', data: { list, total: list.length, page: 1, size: 20 } } };
  });
  app.open('/home');
  const column = within(await screen.findByRole('region', { name: translate('home.today') }));
  await column.findByText('首层平面图');
  // The reviews with unanswered opinions of the test before stay until their answer comes.
  await waitFor(() => {
    const groups = column.getAllByRole('region').map((group) => group.getAttribute('aria-label'));
    expect(groups).toEqual([translate('home.groups.returned'), translate('home.groups.reviews'), expect.any(String)]);
  });
  const hrefs = [/楼梯详图/, /屋面节点/].map((name) => column.getByRole('link', { name }).getAttribute('href'));
  expect(hrefs.map((href) => href?.includes('act=submit'))).toEqual([true, false]);
});

test('the line of a waiting task sends a reminder for the task or for its review', async () => {
  const waiting = [
    { ...taskRow({ id: 5, title: '楼梯详图' }), remind: 'task' as const, process_id: null },
    { ...taskRow({ id: 6, title: '屋面节点' }), remind: 'review' as const, process_id: 61 },
    { ...taskRow({ id: 7, title: '雨篷详图' }), remind: null, process_id: null },
  ];
  const totals = { today: 0, waiting: 3, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting, projects: [] });
  app.data('/apis/review/index', { list: [], total: 0, page: 1, size: 20 });
  app.data('/apis/review/remind', null);
  const state = { id: 5, version: 5, status: 'unprocessed', review_status: 'not_reviewed', label: 'unprocessed' };
  app.data('/apis/task/remind', state);
  app.open('/home');
  const column = within(await screen.findByRole('region', { name: translate('home.waiting') }));
  await column.findByText('雨篷详图');
  expect(column.getAllByRole('button')).toHaveLength(2);
  const press = async (name: string) =>
    userEvent.click(column.getByRole('button', { name: translate('home.remind', { name }) }));
  const sent = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path)).map(({ body }) => body);
  await press('楼梯详图');
  await waitFor(() => expect(sent('/apis/task/remind')).toEqual(['project_id=3&id=5&version=4']));
  await screen.findByText(translate('tasks.drawer.reminded'));
  await press('屋面节点');
  await waitFor(() => expect(sent('/apis/review/remind')).toEqual(['id=61']));
  expect(location.pathname).toBe('/home');
});

test('the list of today grows by pieces, and a word is looked for in all of it', async () => {
  const titles = [...Array.from({ length: 56 }, (_, at) => `施工图 ${at + 1}`), '人防口部详图'];
  app.says('/apis/fhome/index', ({ url }) => {
    const asked = new URLSearchParams(url.split('?')[1]);
    const found = titles.filter((title) => title.includes(asked.get('word') ?? ''));
    const today = found
      .slice(0, Number(asked.get('today')))
      .map((title, id) => ({ ...taskRow({ id: id + 1, title }), next: 'start' as const }));
    const totals = { today: found.length, waiting: 0, projects: 0 };
    return { body: { code: 0, msg: '', data: { totals, today, waiting: [], projects: [] } } };
  });
  app.data('/apis/review/index', { list: [], total: 0, page: 1, size: 20 });
  app.open('/home');
  const today = within(await screen.findByRole('region', { name: translate('home.today') }));
  const shows = (count: number) => waitFor(() => expect(today.getAllByRole('link')).toHaveLength(count));
  const filter = screen.getByRole('searchbox', { name: translate('home.filter') });
  await userEvent.clear(filter); // the page stays mounted with the word of another test
  await shows(50);
  expect(today.getByRole('heading', { level: 2 }).textContent).toBe(`${translate('home.today')} 57`);
  expect(today.queryByText('人防口部详图')).toBeNull();
  await userEvent.type(filter, '人防');
  await shows(1);
  expect(today.getByRole('link').textContent).toContain('人防口部详图');
  await userEvent.clear(filter);
  await shows(50);
  await userEvent.click(today.getByRole('button', { name: new RegExp(`^${translate('home.more')}`) }));
  await shows(57);
  await today.findByText('人防口部详图');
  expect(today.queryByRole('button', { name: new RegExp(`^${translate('home.more')}`) })).toBeNull();
});
