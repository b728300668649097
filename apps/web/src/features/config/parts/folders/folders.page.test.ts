import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { useAppState } from '../../../../lib/app-state.ts';
import { translate as t } from '../../../../lib/i18n.ts';
import { ME, startWholeApp, type WholeApp } from '../../../../testing/whole-app.ts';

const KEEPER = { ...ME, roles: { role: 'administrator', access: [{ action: 'home-ProjectSetting-index' }] } };
const PATH = '/apis/config/folder_template';
let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp(KEEPER);
  act(() => useAppState.setState({ device: 'desktop', sidebarOpen: true, project: null }));
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

test('a folder template is typed line by line with the keyboard, marks equal names and sends the tree with its rights', async () => {
  app.data(`${PATH}/index`, { list: [], total: 0 });
  app.data('/apis/project/roles', { list: [{ id: 4, key: 'designer', name: '设计人' }], total: 1 });
  app.data('/apis/config/project_type/index', { list: [], total: 0 });
  app.data(`${PATH}/add`, { id: 9 });
  app.open('/company/cfgdata?dictionary=folder_template');
  const noun = t('entities.one.folder_template');
  const [open] = await screen.findAllByRole('button', { name: t('entities.add', { noun }) });
  await userEvent.click(open as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(t('entities.name')), '居住建筑');
  await userEvent.click(dialog.getByRole('button', { name: t('folders.add') }));
  const line = (n: number) => dialog.findByLabelText<HTMLInputElement>(t('folders.nameOf', { n }));
  await waitFor(async () => expect(document.activeElement).toBe(await line(1)));
  await userEvent.keyboard('06 施工图{Enter}');
  await waitFor(async () => expect(document.activeElement).toBe(await line(2)));
  await userEvent.keyboard('建筑{Alt>}{ArrowRight}{/Alt}{Enter}');
  await waitFor(async () => expect(document.activeElement).toBe(await line(3)));
  await userEvent.keyboard('建筑');
  await dialog.findByText(t('validation.sameName'));
  await userEvent.clear(await line(3));
  await userEvent.type(await line(3), '结构');
  await waitFor(() => expect(dialog.queryByText(t('validation.sameName'))).toBeNull());
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(async () => expect([(await line(2)).value, (await line(3)).value]).toEqual(['结构', '建筑']));
  await userEvent.click(dialog.getByRole('button', { name: t('entities.addVerb') }));
  await waitFor(() => expect(app.wire.seen.filter(({ url }) => url.startsWith(`${PATH}/add`))).toHaveLength(1));
  const [sent] = app.wire.seen.filter(({ url }) => url.startsWith(`${PATH}/add`));
  const form = [...new URLSearchParams(sent?.body)].filter(([key]) => key.startsWith('folders'));
  const names = form.filter(([key]) => key.endsWith('[name]')).map(([, value]) => value);
  const depths = form.filter(([key]) => key.endsWith('[depth]')).map(([, value]) => value);
  expect([names, depths]).toEqual([
    ['06 施工图', '结构', '建筑'],
    ['0', '1', '1'],
  ]);
});

test('a new folder template takes the folders and rights of a project without one', async () => {
  app.data(`${PATH}/index`, { list: [], total: 0 });
  const before = app.wire.seen.length;
  const designer = { id: 4, key: 'designer', name: '设计人' };
  app.data('/apis/project/roles', { list: [designer, { id: 5, key: 'partner', name: '协作单位' }], total: 2 });
  app.data('/apis/config/project_type/index', { list: [], total: 0 });
  app.data(`${PATH}/add`, { id: 9 });
  app.open('/company/cfgdata?dictionary=folder_template');
  const noun = t('entities.one.folder_template');
  const [open] = await screen.findAllByRole('button', { name: t('entities.add', { noun }) });
  await userEvent.click(open as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(t('entities.name')), '居住建筑');
  await userEvent.click(await dialog.findByRole('button', { name: t('folders.standardGrants') }));
  await userEvent.click(dialog.getByRole('button', { name: t('folders.standardFolders') }));
  for (const kind of ['standardGrants', 'standardFolders'] as const)
    await waitFor(() => expect(dialog.queryByRole('button', { name: t(`folders.${kind}`) })).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: t('entities.addVerb') }));
  const added = () => app.wire.seen.slice(before).filter(({ url }) => url.startsWith(`${PATH}/add`));
  await waitFor(() => expect(added()).toHaveLength(1));
  const form = [...new URLSearchParams(added()[0]?.body)];
  const names = form.filter(([key]) => /^folders.*\[name\]$/.test(key)).map(([, value]) => value);
  expect([names[0], names.at(-1), names.length]).toEqual(['01 合同', '10 归档', 10]);
  const grants = form.filter(([key]) => key.startsWith('grants')).map(([, value]) => value);
  expect(grants).toEqual(['4', 'view', 'download', 'create', 'edit', '5', 'view']);
});
