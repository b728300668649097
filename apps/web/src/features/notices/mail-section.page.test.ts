import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NoticeSettings } from '@prdm/contract/identity/notice-settings';
import { NOTICE_TYPES } from '@prdm/contract/status';
import { translate as t } from '../../lib/i18n.ts';
import { profileSample } from '../../testing/own-samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* The choice of e-mails in the profile. The test plays the server that keeps it. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(ME);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

let stored: NoticeSettings;
let sent: Record<string, string>[];
beforeEach(() => {
  sent = [];
  app.data('/apis/pub/profile', profileSample());
  app.data('/apis/pub/sessions', { list: [] });
  app.data('/apis/delegation/index', { given: [], received: [] });
  const ways = Object.fromEntries(NOTICE_TYPES.map((type) => [type, 'standard'])) as NoticeSettings['ways'];
  stored = { mail: true, email: 'a@example.cn', ways, language: 'zh', version: 1 };
  app.says('/apis/pub/noticeSettings', () => ({ body: { code: 0, msg: '', data: stored } }));
  app.says('/apis/pub/noticeSettingsEdit', ({ body }) => {
    const input = Object.fromEntries(new URLSearchParams(body));
    sent.push(input);
    if (Number(input['version']) !== stored.version)
      return { body: { code: 1009, msg: '记录已被他人修改', data: null } };
    stored = { ...stored, version: stored.version + 1 };
    return { body: { code: 0, msg: '', data: null } };
  });
});

const section = () => screen.findByRole('region', { name: t('notice-mail.section.title') });
const choice = async (label: string): Promise<HTMLSelectElement> =>
  within(await section()).findByLabelText<HTMLSelectElement>(new RegExp(`^${label}`));

test('[R20] a choice that meets a newer one stays, and the latest can be loaded', async () => {
  app.open('/profile');
  const [review, cc] = [t('shell.notices.types.review'), t('shell.notices.types.cc')];
  await userEvent.selectOptions(await choice(review), 'digest');
  await userEvent.selectOptions(await choice(cc), 'mail');
  stored = { ...stored, ways: { ...stored.ways, cc: 'none', next_task: 'none' }, version: 2 };
  const save = within(await section()).getByRole('button', { name: t('notice-mail.section.save') });
  await userEvent.click(save);
  const told = await within(await section()).findByRole('alert');
  expect(told.textContent).toContain('记录已被他人修改');
  await userEvent.click(await within(told).findByRole('button', { name: t('common.takeLatest') }));
  expect((await choice(review)).value).toBe('digest');
  expect((await choice(cc)).value).toBe('mail');
  expect((await choice(t('shell.notices.types.next_task'))).value).toBe('none');
  expect(within(await section()).getAllByText(t('common.alsoChanged'))).toHaveLength(1);
  await userEvent.click(save);
  await waitFor(() => expect(sent.map(({ version }) => version)).toEqual(['1', '2']));
  await waitFor(async () => expect(within(await section()).queryByRole('alert')).toBeNull());
});
