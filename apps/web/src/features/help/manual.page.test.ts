import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { registry } from '@prdm/contract';
import { describeApi } from '../../../../server/src/platform/http/openapi.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
}, 60_000);
afterEach(async () => {
  await app.leave();
  await setLanguage('zh');
});
afterAll(() => app.stop());

const field = (name = '搜索手册') => screen.findByRole<HTMLInputElement>('searchbox', { name });
const contents = () => screen.getByRole('navigation', { name: '目录' });
const address = () => location.pathname + location.hash;
const found = () => within(screen.getByRole('main')).getAllByRole('listitem');

test('the manual is read by chapters and found by words', async () => {
  app.open('/help');
  await screen.findByRole('heading', { level: 1, name: '快速上手' });
  await userEvent.click(within(contents()).getByRole('link', { name: '任务与审核' }));
  await waitFor(() => expect(location.pathname).toBe('/help/tasks'));
  await screen.findByRole('heading', { level: 1, name: '任务与审核' });
  expect(within(contents()).getByRole('link', { name: '任务与审核' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(within(contents()).getByRole('link', { name: '确认' }));
  const { id } = screen.getByRole('heading', { level: 2, name: '确认' });
  await waitFor(() => expect(decodeURIComponent(address())).toBe(`/help/tasks#${id}`));

  await userEvent.type(await field(), '回收站');
  await waitFor(() => expect(found()[0]?.textContent).toContain('回收站'));
  // During a search no chapter is open.
  expect(contents().querySelector('[aria-current]')).toBeNull();
  await userEvent.click(within(found()[0] as HTMLElement).getByRole('link'));
  await waitFor(() => expect(address()).toBe('/help/files#recycle'));
  expect((await field()).value).toBe('');
  await userEvent.type(await field(), '没有这样的词');
  await screen.findByText('没有找到相关内容');

  // Enter goes to the first result.
  await userEvent.clear(await field());
  app.open('/help');
  await waitFor(() => expect(address()).toBe('/help'));
  await userEvent.type(await field(), '回收站{Enter}');
  await waitFor(() => expect(address()).toBe('/help/files#recycle'));
  expect((await field()).value).toBe('');
  await screen.findByRole('heading', { level: 2, name: '回收站' });
  app.open('/help/nothing');
  await screen.findByText('手册里没有这一章');
});

test('the manual leads to the calls of the server, and back', async () => {
  app.says('/apis/openapi.json', { body: describeApi(registry, '', '') });
  app.open('/help');
  await userEvent.click(await screen.findByRole('link', { name: '接口说明' }));
  await waitFor(() => expect(location.pathname).toBe('/help/api'));
  // The address changes before the page is drawn.
  await screen.findByText('/apis/task/index');
  const main = within(screen.getByRole('main'));
  await userEvent.type(screen.getByRole('searchbox'), 'task/transferConfirm');
  await waitFor(() => expect(main.queryByText('/apis/task/index')).toBeNull());
  // The text does not reduce access to signing in where rights on records are needed.
  expect(main.getByText('/apis/task/transferConfirm').closest('summary')?.textContent).toContain('对所指记录有权限');
  // The search finds a call by its name in generated clients.
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'taskTransferConfirm');
  const call = (await main.findByText('Accept the transfer of a task')).closest('details') as HTMLDetailsElement;
  call.open = true;
  await waitFor(() => expect(call.textContent).toContain('taskTransferConfirm'));
  expect(call.textContent).toContain('1005');
  await userEvent.click(screen.getByRole('link', { name: '使用手册' }));
  await waitFor(() => expect(location.pathname).toBe('/help'));
});

test.each([
  ['en', 'Tasks and review', 'Back to home'],
  ['tw', '任務與審核', '返回首頁'],
] as const)('the manual exists in %s', async (lang, title, back) => {
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
  await setLanguage(lang);
  app.open('/help/tasks');
  await screen.findByRole('heading', { level: 1, name: title });
  await userEvent.click(screen.getByRole('link', { name: back }));
  await waitFor(() => expect(location.pathname).toBe('/home'));
});
