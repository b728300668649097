import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { listOf, projectInfo, reviewRow, taskRow } from '../../testing/samples.ts';
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

test('reviews are sorted at their headers by mouse and by keyboard, and the address keeps it', async () => {
  app.data('/apis/review/index', listOf([reviewRow({ process_id: 1, name: '首层平面图' })]));
  app.data('/apis/review/counts', { todo: 0, done: 0, mine: 0, cc: 0, kinds: {} });
  app.open('/process/task/process');
  const due = await header(translate('processes.list.due'));
  expect(sortOf(lastAsked('/apis/review/index'))).toEqual([null, null]);
  await userEvent.click(due);
  await waitFor(() => expect(sortOf(lastAsked('/apis/review/index'))).toEqual(['due', 'asc']));
  expect(location.search).toContain('sort=due');
  // A table header takes the focus, and Enter sorts by it.
  const enter = async () => {
    const name = await header(translate('processes.list.name'));
    expect(name.tabIndex).toBe(0);
    fireEvent.keyDown(name, { key: 'Enter', keyCode: 13 });
  };
  await enter();
  await waitFor(() => expect(sortOf(lastAsked('/apis/review/index'))).toEqual(['name', 'asc']));
  await enter();
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
