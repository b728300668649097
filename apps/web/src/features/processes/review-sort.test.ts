import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { processSample, waitingRow } from '../../testing/review-samples.ts';
import { listOf, projectInfo, taskPage, taskRow } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const lastAsked = (path: string): URLSearchParams => {
  const asked = app.wire.seen.filter(({ url }) => url.startsWith(`${path}?`) && !url.includes('size=1&'));
  return new URLSearchParams(asked.at(-1)?.url.split('?')[1]);
};
const sortOf = (asked: URLSearchParams) => [asked.get('sort'), asked.get('order')];
const header = (name: string) => screen.findByRole('columnheader', { name: new RegExp(`^${name}`) });

test('reviews are ordered by a menu with mouse and keyboard, and the address keeps it', async () => {
  app.data('/apis/review/index', listOf([waitingRow(1, '首层平面图')]));
  app.data('/apis/review/counts', { todo: 1, done: 0, mine: 0, cc: 0, kinds: {} });
  app.data('/apis/review/info', processSample(1, '首层平面图'));
  app.data('/apis/task/info', taskPage({ id: 1, title: '首层平面图' }));
  app.open('/process/task/process');
  await screen.findByRole('heading', { name: '首层平面图', level: 2 });
  expect(sortOf(lastAsked('/apis/review/index'))).toEqual([null, null]);
  const button = () => screen.findByRole('button', { name: new RegExp(`^${translate('common.table.order')}`) });
  await userEvent.click(await button());
  await userEvent.click(screen.getByRole('menuitemradio', { name: translate('processes.list.due') }));
  await waitFor(() => expect(sortOf(lastAsked('/apis/review/index'))).toEqual(['due', 'asc']));
  expect(location.search).toContain('sort=due');
  (await button()).focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(sortOf(lastAsked('/apis/review/index'))).toEqual(['name', 'asc']));
  await userEvent.click(screen.getByRole('button', { name: translate('common.table.toDescending') }));
  await waitFor(() => expect(sortOf(lastAsked('/apis/review/index'))).toEqual(['name', 'desc']));
  expect(new URLSearchParams(location.search).get('order')).toBe('desc');
});

test('a list of tasks leaves its order to the server until a header is pressed', async () => {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/task/index', listOf([taskRow({ id: 1, title: '首层平面图' })]));
  app.open('/file/task/index?project_id=3');
  const deadline = await header(translate('tasks.field.deadline'));
  expect(sortOf(lastAsked('/apis/task/index'))).toEqual([null, null]);
  await userEvent.click(deadline);
  await waitFor(() => expect(sortOf(lastAsked('/apis/task/index'))).toEqual(['deadline', 'asc']));
});
