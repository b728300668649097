import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Me } from '@prdm/contract/me';
import type { EnterpriseRow } from '@prdm/contract/organisation/system';
import { useAppState } from '../../../lib/app-state.ts';
import { translate as t } from '../../../lib/i18n.ts';
import { listOf } from '../../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../../testing/whole-app.ts';

const KEEPER: Me = { ...ME, username: 'keeper', roles: { role: '', access: [] }, is_system: true };
const LIMITS = '/apis/system/enterprise/limits';
const DISABLE = '/apis/system/enterprise/disable';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(KEEPER);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

let row: EnterpriseRow;
beforeEach(() => {
  useAppState.setState({ device: 'desktop' });
  row = {
    id: 2,
    name: '江北市政设计院',
    short_name: '江北院',
    state: 'enabled',
    disabled_reason: '',
    disabled_at: null,
    members: 57,
    member_limit: 200,
    projects: 12,
    project_limit: 500,
    created_at: '2026-03-01 09:00:00',
    last_active_at: null,
    version: 3,
  };
  app.says('/apis/system/enterprise/index', () => ({ body: { code: 0, msg: '', data: listOf([row]) } }));
});

const asked = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path));
async function menuOf(label: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(row.name) }));
  await userEvent.click(await screen.findByRole('menuitem', { name: label }));
}

test('a system administrator lands on the list of enterprises, and asks for nothing of an enterprise', async () => {
  app.open('/');
  await at('/system/enterprise');
  expect(await screen.findByText('57 / 200')).toBeTruthy();
  expect(screen.getByText('12 / 500')).toBeTruthy();
  expect(screen.getByText(t('enterprise.system.never'))).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: t('shell.areas.label') })).toBeNull();
  const own = /^\/apis\/(?:pub\/|system\/enterprise\/|live|user\/setting)/;
  expect(app.wire.seen.map(({ url }) => url).filter((url) => !own.test(url))).toEqual([]);
});

test.each(['/home', '/project/index', '/company/staff', '/company/enterprise', '/file/index?project_id=1', '/help'])(
  '%s is no page of a system administrator',
  async (address) => {
    app.open(address);
    await at(address === '/home' ? '/system/enterprise' : '/403');
  },
);

test('the profile is a page of a system administrator, without delegations', async () => {
  app.open('/system/enterprise');
  await screen.findByText('57 / 200');
  app.open('/profile');
  await at('/profile');
  expect(asked('/apis/delegation')).toEqual([]);
});

test('a limit below the use shows the figure at its field, and the form stays', async () => {
  app.says(LIMITS, () => ({
    body: { code: 1001, msg: '已有 57 名成员，限额不能低于此数', data: { field: 'member_limit' } },
  }));
  app.open('/system/enterprise');
  await menuOf(t('enterprise.system.limits'));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByLabelText<HTMLInputElement>(t('enterprise.system.memberLimit'));
  await userEvent.clear(field);
  await userEvent.type(field, '3');
  await userEvent.click(within(dialog).getByRole('button', { name: t('common.save') }));
  expect(await within(dialog).findByText(/已有 57 名成员/)).toBeTruthy();
  expect(field.value).toBe('3');
  app.says(LIMITS, ({ body }) => {
    row = { ...row, member_limit: Number(new URLSearchParams(body).get('member_limit')), version: 4 };
    return { body: { code: 0, msg: '', data: null } };
  });
  await userEvent.clear(field);
  await userEvent.type(field, '300');
  await userEvent.click(await within(dialog).findByRole('button', { name: /保存$/ }));
  expect(await screen.findByText('57 / 300')).toBeTruthy();
  const sent = new URLSearchParams(asked(LIMITS).at(-1)?.body);
  expect(Object.fromEntries(sent)).toMatchObject({ id: '2', version: '3', member_limit: '300', project_limit: '500' });
});

test('disabling asks for a reason; the list then shows the state, and enabling names the reason', async () => {
  app.says(DISABLE, ({ body }) => {
    row = { ...row, state: 'disabled', disabled_reason: new URLSearchParams(body).get('reason') ?? '', version: 4 };
    return { body: { code: 0, msg: '', data: null } };
  });
  app.open('/system/enterprise');
  await menuOf(t('enterprise.system.disable'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: t('enterprise.system.disableVerb') }));
  await within(dialog).findByText(t('validation.required'));
  expect(asked(DISABLE)).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText(t('enterprise.system.reason')), '合同到期');
  await userEvent.click(within(dialog).getByRole('button', { name: t('enterprise.system.disableVerb') }));
  const state = await screen.findByTitle('合同到期');
  expect(state.textContent).toBe(t('enterprise.system.states.disabled'));
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(row.name) }));
  await userEvent.click(await screen.findByRole('menuitem', { name: t('enterprise.system.enable') }));
  expect(await screen.findByText(t('enterprise.system.disabledFor', { reason: '合同到期' }))).toBeTruthy();
});
