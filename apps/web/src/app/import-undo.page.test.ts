import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Me } from '@prdm/contract/me';
import { translate } from '../lib/i18n.ts';
import { posted } from '../testing/page-acts.ts';
import { listOf } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

const ADMINISTRATOR: Me = {
  ...ME,
  roles: { role: 'administrator', access: [{ action: 'home-Company-user' }, { action: 'home-ProjectSetting-index' }] },
};
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(ADMINISTRATOR);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const entry = (special: object) => ({
  id: 31,
  file_name: '岗位.xlsx',
  counts: { new: 12, changed: 3, same: 0, refused: 0 },
  by: '陈经理',
  at: '2026-03-02 09:00:00',
  undone: null,
  ...special,
});
const open = async () => {
  app.data('/apis/position/index', { list: [], total: 0 });
  app.open('/company/position');
  const noun = translate('entities.many.position').toLowerCase();
  await userEvent.click(await screen.findByRole('button', { name: translate('sheets.dialog.open', { noun }) }));
  return within(await screen.findByRole('dialog'));
};

test('the last import can be undone after its dialog was closed', async () => {
  app.data('/apis/position/importIndex', listOf([entry({})]));
  app.data('/apis/position/importUndo', { restored: 15, skipped: [] });
  const dialog = await open();
  await dialog.findByText(/岗位\.xlsx.*陈经理.*12.*3/);
  await userEvent.click(dialog.getByRole('button', { name: translate('sheets.dialog.undo') }));
  await dialog.findByText(translate('sheets.dialog.undone', { count: 15, n: '15' }));
  await waitFor(() => expect(posted(app, '/apis/position/importUndo').at(-1)?.get('id')).toBe('31'));
});

test('an import that is undone already is not offered', async () => {
  app.data('/apis/position/importIndex', listOf([entry({ undone: { by: '陈经理', at: '2026-03-02 10:00:00' } })]));
  const dialog = await open();
  await waitFor(() => expect(app.wire.seen.some(({ url }) => url.startsWith('/apis/position/importIndex'))).toBe(true));
  await dialog.findByRole('button', { name: translate('sheets.dialog.choose') });
  expect(dialog.queryByText(/岗位\.xlsx/)).toBeNull();
});
