import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState, type Device } from '../lib/app-state.ts';
import { translate, type TextKey } from '../lib/i18n.ts';
import { folderEntry, listOf, modelSample, projectInfo, projectRow, taskRow } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

/* A list of cards has no column heads. The order is chosen above the list and kept in the address, as for a table. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  show('mobile');
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/project/index', listOf([projectRow({ id: 3, name: '滨江门诊楼' })]));
  app.data('/apis/task/index', listOf([taskRow({ id: 1, title: '首层平面图', priority: 'urgent' })]));
  app.data('/apis/model/index', listOf([modelSample({ id: 4, name: '门诊楼.ifc' })]));
  app.data('/apis/file/index', {
    ...listOf([folderEntry({ id: 2, name: '平面图' })]),
    folder: folderEntry({ id: 1, name: '滨江门诊楼' }),
    crumbs: [],
  });
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const show = (device: Device) => useAppState.setState({ device, sidebarOpen: false });
const lastOrder = (path: string): (string | null)[] => {
  const { url = '' } = app.wire.seen.filter((call) => call.url.startsWith(`${path}?`)).at(-1) ?? {};
  const asked = new URLSearchParams(url.split('?')[1]);
  return [asked.get('sort'), asked.get('order')];
};
const inAddress = (): (string | null)[] => {
  const address = new URLSearchParams(location.search);
  return [address.get('sort'), address.get('order')];
};
const orderButton = () => screen.findByRole('button', { name: new RegExp(`^${translate('common.table.order')}`) });
const choose = async (name: string): Promise<void> => {
  await userEvent.click(await orderButton());
  await userEvent.click(screen.getByRole('menuitemradio', { name }));
};
const turn = (order: 'toAscending' | 'toDescending') =>
  screen.findByRole('button', { name: translate(`common.table.${order}`) });

test.each<[string, string, string, TextKey, string]>([
  ['projects', '/project/index', '/apis/project/index', 'projects.field.item_number', 'number'],
  ['tasks', '/file/task/index?project_id=3', '/apis/task/index', 'tasks.field.deadline', 'deadline'],
  ['files', '/file/index?project_id=3', '/apis/file/index', 'files.field.size', 'size'],
])(
  'cards of %s are ordered in their head, and a wide window keeps the order',
  async (_list, page, path, title, sort) => {
    app.open(page);
    await choose(translate(title));
    await waitFor(() => expect(lastOrder(path)).toEqual([sort, 'asc']));
    expect(inAddress()).toEqual([sort, null]);
    await userEvent.click(await turn('toDescending'));
    await waitFor(() => expect(lastOrder(path)).toEqual([sort, 'desc']));
    expect(inAddress()).toEqual([sort, 'desc']);

    show('desktop');
    const header = await screen.findByRole('columnheader', { name: new RegExp(`^${translate(title)}`) });
    expect(header.getAttribute('aria-sort')).toBe('descending');
    expect(screen.queryByRole('button', { name: translate('common.table.toAscending') })).toBeNull();

    show('mobile');
    await choose(translate('common.table.usualOrder'));
    await waitFor(() => expect(inAddress()).toEqual([null, null]));
    expect(screen.queryByRole('button', { name: translate('common.table.toDescending') })).toBeNull();
  },
);

test('the order is chosen by keyboard alone, and the focus stays at hand', async () => {
  app.open('/file/task/index?project_id=3');
  const button = await orderButton();
  button.focus();
  await userEvent.keyboard('{Enter}');
  const entries = within(screen.getByRole('menu')).getAllByRole('menuitemradio');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    `✓${translate('common.table.usualOrder')}`,
    ...(['priority', 'deadline', 'created_at'] as const).map((field) => translate(`tasks.field.${field}`)),
  ]);
  await waitFor(() => expect(document.activeElement).toBe(entries[0]));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(inAddress()).toEqual(['priority', null]));
  expect(document.activeElement).toBe(await orderButton());
  const reverse = await turn('toDescending');
  await userEvent.tab();
  expect(document.activeElement).toBe(reverse);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(inAddress()).toEqual(['priority', 'desc']));
  expect(document.activeElement).toBe(await turn('toAscending'));
});

test('a card shows what the list is ordered by', async () => {
  app.open('/file/task/index?project_id=3');
  await screen.findByText('首层平面图');
  const urgent = translate('tasks.priority.urgent');
  expect(screen.queryByText(urgent)).toBeNull();
  await choose(translate('tasks.field.priority'));
  await screen.findByText(urgent);
});

test('a table ordered by a column that it does not show says so in its head', async () => {
  show('desktop');
  app.open('/file/task/index?project_id=3&sort=created&order=desc');
  const button = await orderButton();
  expect(button.getAttribute('aria-label')).toContain(translate('tasks.field.created_at'));
  await choose(translate('tasks.field.deadline'));
  await waitFor(() => expect(lastOrder('/apis/task/index')).toEqual(['deadline', 'asc']));
  await waitFor(() => expect(button.isConnected).toBe(false));
});

test('results of a search have no order to choose', async () => {
  app.data('/apis/file/search', listOf([]));
  app.open('/file/index?project_id=3&word=x');
  await screen.findByRole('searchbox');
  await screen.findByText(translate('common.table.noMatch'));
  expect(screen.queryByRole('button', { name: new RegExp(`^${translate('common.table.order')}`) })).toBeNull();
});

test('models, which are cards everywhere, are ordered by the same menu', async () => {
  show('desktop');
  app.open('/file/model/index?project_id=3');
  await screen.findByText('门诊楼.ifc');
  expect(lastOrder('/apis/model/index')).toEqual([null, null]);
  await choose(translate('viewer.models.fields.size'));
  // The first click on a size puts the largest model first.
  await waitFor(() => expect(lastOrder('/apis/model/index')).toEqual(['size', 'desc']));
  await userEvent.click(await turn('toAscending'));
  await waitFor(() => expect(lastOrder('/apis/model/index')).toEqual(['size', 'asc']));
  await choose(translate('viewer.models.fields.name'));
  await waitFor(() => expect(lastOrder('/apis/model/index')).toEqual(['name', 'asc']));
});
