import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decryptTransfer } from '@prdm/contract/kit/cipher';
import type { EnterpriseSettings } from '@prdm/contract/organisation/settings';
import { translate } from '../lib/i18n.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

const KEEPER = { ...ME, roles: { role: 'administrator', access: [{ action: 'home-User-setting' }] } };
const EDIT = '/apis/enterprise/settingsEdit';
const KEY = { key: '0123456789abcdef0123456789abcdef', iv: 'fedcba9876543210', kid: 'k1' };

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(KEEPER);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const t = translate;
let settings: EnterpriseSettings;
let sent: URLSearchParams[];
const person = (id: number, name: string) => ({ id, name, thumb: '', status: 'active' });

beforeEach(() => {
  settings = {
    password_length_min: 6,
    password_length_max: 18,
    accept_default_key: false,
    skip_repeated: true,
    fallback_approvers: [],
    fallback_default: [person(1, '系统管理员')],
    task_notify_way: ['in_app'],
    partner_invite: 'member',
    version: 3,
  };
  sent = [];
  app.says('/apis/enterprise/settings', () => ({ body: { code: 0, msg: '', data: settings } }));
  app.data('/apis/pub/getKeyIv', KEY);
  app.says(EDIT, ({ body }) => {
    const form = new URLSearchParams(body);
    sent.push(form);
    if (Number(form.get('version')) !== settings.version)
      return { body: { code: 1009, msg: '内容已被他人修改', data: null } };
    settings = { ...settings, skip_repeated: form.get('skip_repeated') === 'true', version: settings.version + 1 };
    return { body: { code: 0, msg: '', data: null } };
  });
});

const block = (name: 'password' | 'approval' | 'notice' | 'key') =>
  screen.getByRole('region', { name: t(`settings.${name}.title`) });
async function open(): Promise<void> {
  app.open('/company/cfguser');
  await screen.findByRole('region', { name: t('settings.password.title') });
}
const field = (name: 'min' | 'max') => screen.getByLabelText<HTMLInputElement>(t(`settings.password.${name}`));
const save = (name: Parameters<typeof block>[0]) =>
  within(block(name)).getByRole('button', { name: t('settings.save') });
const saved = () => waitFor(() => expect(screen.queryByRole('button', { name: t('settings.save') })).toBeNull());

test('[R-056] the form shows the password policy and the other settings, each with its sentence', async () => {
  await open();
  expect([field('min').value, field('max').value]).toEqual(['6', '18']);
  expect(screen.getByLabelText<HTMLInputElement>(t('settings.key.accept')).checked).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>(t('settings.approval.skip')).checked).toBe(true);
  expect(screen.getByText('未指定时由超级管理员审批：系统管理员')).toBeTruthy();
  expect(within(block('notice')).getByRole<HTMLInputElement>('checkbox', { name: '站内通知' }).checked).toBe(true);
  for (const row of document.querySelectorAll('.setting-row'))
    expect(row.querySelector('.setting-words p')?.textContent).not.toBe('');
  expect(screen.queryByRole('button', { name: t('settings.save') })).toBeNull();
});

test('[R-056] the password policy is checked and sent encrypted with its version', async () => {
  const payloads: string[] = [];
  app.says('/apis/user/dosetting', ({ body }) => {
    payloads.push(decryptTransfer(new URLSearchParams(body).get('payload') ?? '', KEY.key, KEY.iv) ?? '');
    settings = { ...settings, password_length_min: 8, version: 4 };
    return { body: { code: 0, msg: '', data: null } };
  });
  await open();
  await userEvent.clear(field('min'));
  await userEvent.type(field('min'), '5');
  expect(within(block('password')).getByRole('alert').textContent).toBe('请填写 6 至 64 的整数');
  expect(save('password')).toHaveProperty('disabled', true);
  await userEvent.clear(field('min'));
  await userEvent.type(field('min'), '20');
  expect(within(block('password')).getByRole('alert').textContent).toBe('最长长度不能小于最短长度');
  await userEvent.clear(field('min'));
  await userEvent.type(field('min'), '8{Enter}');
  await screen.findByText('已保存');
  expect(payloads.map((text) => JSON.parse(text) as unknown)).toEqual([
    { enterprise_id: 1, password_length_min: 8, password_length_max: 18, accept_default_key: false, version: 3 },
  ]);
  await saved();
});

test('[R-056] each block is saved alone, and the next one uses the new version', async () => {
  await open();
  await userEvent.click(screen.getByLabelText(t('settings.approval.skip')));
  await userEvent.click(within(block('notice')).getByRole('checkbox', { name: '邮件' }));
  expect(within(block('notice')).getByText(t('settings.notice.mailNote'))).toBeTruthy();
  await userEvent.click(save('approval'));
  await waitFor(() => expect(within(block('approval')).queryByRole('button', { name: t('settings.save') })).toBeNull());
  expect(sent[0]?.get('task_notify_way[0]')).toBeNull();
  await userEvent.click(save('notice'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect([sent[1]?.get('version'), sent[1]?.get('task_notify_way[0]'), sent[1]?.get('task_notify_way[1]')]).toEqual([
    '4',
    'in_app',
    'email',
  ]);
  await saved();
});

test('[R-056] a stale block keeps what was chosen, and offers the newest', async () => {
  await open();
  await userEvent.click(screen.getByLabelText(t('settings.approval.skip')));
  settings = { ...settings, version: 9, password_length_min: 10 };
  await userEvent.click(save('approval'));
  await screen.findByText(t('settings.stale'));
  await waitFor(() => expect(field('min').value).toBe('10'));
  expect(screen.getByLabelText<HTMLInputElement>(t('settings.approval.skip')).checked).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: t('settings.keepMine') }));
  await userEvent.click(save('approval'));
  await waitFor(() => expect(sent.map((form) => form.get('version'))).toEqual(['3', '9']));
  await saved();
});

test('[R-056] a refused person stands in the block, and leaving with changes asks', async () => {
  app.says(EDIT, {
    body: { code: 1012, msg: '王工已停用', data: { field: 'fallback_approver_ids' } },
  });
  await open();
  await userEvent.click(screen.getByLabelText(t('settings.approval.skip')));
  await userEvent.click(save('approval'));
  await screen.findByText('王工已停用');
  app.open('/home');
  const question = await screen.findByRole('dialog', { name: t('common.leaveTitle') });
  await userEvent.click(within(question).getByRole('button', { name: t('common.stay') }));
  await userEvent.click(within(block('approval')).getByRole('button', { name: t('settings.cancel') }));
  expect(screen.getByLabelText<HTMLInputElement>(t('settings.approval.skip')).checked).toBe(true);
});
