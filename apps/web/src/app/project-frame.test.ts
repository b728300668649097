import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useAppState } from '../lib/app-state.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { translate } from '../lib/i18n.ts';
import { listOf, projectInfo, projectRow } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
const NAMES = new Map([
  [3, '滨江门诊楼'],
  [7, '老城中学'],
  [8, '会展中心'],
]);
const nameOf = (id: number): string => NAMES.get(id) ?? '';
const none = { edit: false, member: false, archive: false, unarchive: false, transfer: false };
let can = none;
beforeEach(() => {
  can = none;
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.says('/apis/project/info', ({ url }) => {
    const id = Number(new URLSearchParams(url.split('?')[1]).get('project_id'));
    return { body: { code: 0, msg: '', data: projectInfo({ id, name: nameOf(id), can, member_count: 4 }) } };
  });
  app.data('/apis/project/index', listOf([8, 7, 3].map((id) => projectRow({ id, name: nameOf(id) }))));
});
afterEach(async () => {
  useAppState.setState({ project: null });
  localStorage.removeItem('project');
  localStorage.removeItem(`recent.${ME.id}`);
  await app.leave();
});
afterAll(() => app.stop());

const head = () => screen.getByRole('region', { name: translate('projects.head.label') });
const named = (id: number) => waitFor(() => within(head()).getByRole('button', { name: nameOf(id) }));
const link = (key: 'overview' | 'members' | 'settings') =>
  within(head()).queryByRole('link', { name: new RegExp(`^${translate(`projects.detail.${key}`)}`) });
const panel = () => screen.getByRole('dialog', { name: translate('projects.switch.title') });
const options = () =>
  within(panel())
    .getAllByRole('option')
    .map((option) => option.querySelector('.ellipsis')?.textContent ?? option.textContent);
const active = () => within(panel()).getByRole('option', { selected: true });
const at = () => location.pathname + location.search;
const asked = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));
const openSwitcher = async (id: number) => userEvent.click(await named(id));
/** Leaves the switcher with recent projects 7 and 8, and project 3 open. */
async function visit(...ids: number[]): Promise<void> {
  for (const id of ids) {
    app.open(`/file/task/index?project_id=${id}`);
    await named(id);
  }
}

test('all pages of a project show one head with its facts, and one call serves them all', async () => {
  const before = asked('/apis/project/info').length;
  for (const path of ['/file/index', '/file/task/index', '/file/model/index', '/file/recycle']) {
    app.open(`${path}?project_id=3`);
    await waitFor(() => expect(location.pathname).toBe(path));
    await named(3);
    for (const text of [translate('projects.status.ongoing'), '方案设计', '陈经理'])
      expect(head().textContent).toContain(text);
    expect(link('overview')?.getAttribute('href')).toBe('/project/detail?id=3');
    expect(link('members')?.getAttribute('href')).toBe('/project/detail?id=3&tab=members');
    expect(link('settings')).toBeNull();
  }
  app.open('/project/detail?id=3');
  await screen.findByRole('heading', { level: 1, name: nameOf(3) });
  expect(asked('/apis/project/info').length - before).toBe(1);
  for (const path of ['/project/index', '/file/model/view?project_id=3&id=1']) {
    app.open(path);
    await waitFor(() => expect(screen.queryByRole('region', { name: translate('projects.head.label') })).toBeNull());
  }
});

test('the page of a project marks its part in the head, and its tabs are the entries of the side menu', async () => {
  can = { ...none, edit: true };
  app.open('/file/index?project_id=3');
  await named(3);
  const menu = screen.getByRole('navigation', { name: translate('shell.sections.file') });
  const entries = within(menu)
    .getAllByRole('link')
    .map((entry) => [entry.textContent, entry.getAttribute('href')]);
  await userEvent.click(link('settings') as HTMLElement);
  await waitFor(() => expect(at()).toBe('/project/detail?id=3&tab=settings'));
  await screen.findByRole('navigation', { name: translate('projects.detail.sections') });
  const tabs = within(screen.getByRole('navigation', { name: translate('projects.detail.sections') }));
  expect(tabs.getAllByRole('link').map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual(entries);
  const current = () =>
    (['overview', 'members', 'settings'] as const).filter((key) => link(key)?.getAttribute('aria-current') === 'page');
  expect(current()).toEqual(['settings']);
  await userEvent.click(link('members') as HTMLElement);
  await waitFor(() => expect(current()).toEqual(['members']));
});

test.each([444, 443, 404])(
  'a refusal (%i) keeps the head empty, and drops the project from the recent ones',
  async (code) => {
    await visit(7, 3);
    app.refuses('/apis/project/info', code, `说了 ${code}`);
    await queryClient.invalidateQueries({ queryKey: ['project'] });
    await waitFor(() => expect(localStorage.getItem(`recent.${ME.id}`)).not.toContain(nameOf(3)));
    app.open('/file/model/index?project_id=3');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(head().textContent).toBe('');
    expect(location.pathname).toBe('/file/model/index');
  },
);

test('the switcher lists recent projects first, then the newest ones, and keeps the section', async () => {
  await visit(7, 3);
  await openSwitcher(3);
  await waitFor(() => expect(options()).toEqual([nameOf(7), nameOf(8), translate('projects.detail.toList')]));
  const [recent] = within(panel()).getAllByRole('option');
  expect(recent?.getAttribute('href')).toBe('/file/task/index?project_id=7');
  await userEvent.click(recent as HTMLElement);
  await waitFor(() => expect(at()).toBe('/file/task/index?project_id=7'));
  await named(7);
  expect(screen.queryByRole('dialog', { name: translate('projects.switch.title') })).toBeNull();
});

test('the keyboard alone: arrows, Enter, Ctrl+Enter for a new tab, and Esc returns the focus', async () => {
  await visit(7, 3);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  (await named(3)).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(document.activeElement?.getAttribute('role')).toBe('combobox');
  expect(active().textContent).toContain(nameOf(7));
  await userEvent.keyboard('{ArrowDown}');
  expect(active().textContent).toContain(nameOf(8));
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(active().id);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active().textContent).toContain(nameOf(7));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(opened).toHaveBeenCalledWith('/file/task/index?project_id=7', '_blank', 'noopener');
  expect(at()).toBe('/file/task/index?project_id=3');
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(await named(3));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(options()).toHaveLength(3));
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(at()).toBe('/project/index'));
  opened.mockRestore();
});

/** Answers each search with one project that has the word as its name, late for the given word. */
function searchable(slow: string): void {
  const ids = new Map<string, number>();
  app.says('/apis/project/index', ({ url }) => {
    const word = new URLSearchParams(url.split('?')[1]).get('word') ?? '';
    const id = 100 + (ids.get(word) ?? ids.set(word, ids.size).size);
    const data = listOf(word === '' ? [] : [projectRow({ id, name: `找到${word}` })]);
    return { body: { code: 0, msg: '', data }, afterMs: word === slow ? 400 : 0 };
  });
}

test('the answer of an older word never replaces that of a newer one', async () => {
  searchable('医');
  await visit(3);
  await openSwitcher(3);
  await userEvent.keyboard('医');
  await waitFor(() => expect(asked('/apis/project/index').at(-1)?.url).toContain(encodeURIComponent('医')));
  await userEvent.keyboard('院');
  await waitFor(() => expect(options()[0]).toBe('找到医院'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(options()).toEqual(['找到医院', translate('projects.detail.toList')]);
});

test('Enter before the answer opens what the answer finds, not what the list still shows', async () => {
  searchable('医院');
  await visit(3);
  await openSwitcher(3);
  await userEvent.keyboard('剧');
  await waitFor(() => expect(options()[0]).toBe('找到剧'));
  await userEvent.clear(within(panel()).getByRole('combobox'));
  await userEvent.keyboard('医院{Enter}');
  app.says('/apis/project/info', ({ url }) => {
    const id = Number(new URLSearchParams(url.split('?')[1]).get('project_id'));
    return { body: { code: 0, msg: '', data: projectInfo({ id, name: `找到${id}` }) } };
  });
  await waitFor(() => expect(location.search).not.toBe('?project_id=3'));
  const ids = asked('/apis/project/index').map(({ url }) => new URLSearchParams(url.split('?')[1]).get('word'));
  expect(ids).toContain('医院');
  expect(at()).toBe(`/file/task/index?project_id=${await idOf('找到医院')}`);
});
const idOf = async (name: string): Promise<number> => {
  const lists = queryClient.getQueriesData<{ list: { id: number; name: string }[] }>({ queryKey: ['project'] });
  return lists.flatMap(([, data]) => data?.list ?? []).find((row) => row.name === name)?.id ?? 0;
};

test('a failed search shows its reason and a retry, and recent projects still open', async () => {
  await visit(7, 3);
  app.refuses('/apis/project/index', 1005, '暂无访问权限');
  await openSwitcher(3);
  const told = await within(panel()).findByRole('alert');
  expect(told.textContent).toContain('暂无访问权限');
  expect(options()[0]).toBe(nameOf(7));
  app.data('/apis/project/index', listOf([projectRow({ id: 8, name: nameOf(8) })]));
  await userEvent.click(within(told).getByRole('button', { name: translate('common.retry') }));
  await waitFor(() => expect(options()).toContain(nameOf(8)));
});

test('leaving a changed sheet for the sheet of another project asks first', async () => {
  can = { ...none, edit: true };
  await visit(7);
  app.open('/project/detail?id=3&tab=settings');
  await userEvent.type(await screen.findByLabelText(translate('projects.field.client')), '某医院');
  await openSwitcher(3);
  await userEvent.click(await within(panel()).findByRole('option', { name: nameOf(7) }));
  await userEvent.click(await screen.findByRole('button', { name: translate('common.stay') }));
  expect(at()).toBe('/project/detail?id=3&tab=settings');
  await openSwitcher(3);
  await userEvent.click(await within(panel()).findByRole('option', { name: nameOf(7) }));
  await userEvent.click(await screen.findByRole('button', { name: translate('common.leave') }));
  await waitFor(() => expect(at()).toBe('/project/detail?id=7&tab=settings'));
  await named(7);
});
