import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EnterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { useAppState } from '../../../lib/app-state.ts';
import { fileSize } from '../../../lib/format.ts';
import { translate as t } from '../../../lib/i18n.ts';
import { BRAND } from '../../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../../testing/whole-app.ts';

const KEEPER = { ...ME, roles: { role: 'administrator', access: [{ action: 'home-User-setting' }] } };
const EDIT = '/apis/enterprise/edit';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(KEEPER);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

let info: EnterpriseInfo;
let sent: Record<string, string>[];
const NO_LINKS = { oa_url: '', review_url: '', help_url: '' };

beforeEach(() => {
  info = {
    ...BRAND,
    title: '',
    id: 1,
    phone: '',
    email: '',
    address: '',
    credit_code: '',
    member_limit: 200,
    project_limit: 2,
    members: 57,
    projects: 2,
    storage_bytes: 3 * 1024 * 1024,
    fallback: { title: BRAND.title, ...NO_LINKS, oa_url: 'https://oa.example.cn' },
    accept_default_key: false,
    version: 4,
  };
  sent = [];
  app.says('/apis/enterprise/info', () => ({ body: { code: 0, msg: '', data: info } }));
  app.says(EDIT, ({ body }) => {
    const { version, fixed_header, ...form } = Object.fromEntries(new URLSearchParams(body));
    sent.push({ version: version ?? '', ...(fixed_header === undefined ? {} : { fixed_header }), ...form });
    info = {
      ...info,
      ...form,
      ...(fixed_header === undefined ? {} : { fixed_header: fixed_header === 'true' }),
      version: info.version + 1,
    };
    return { body: { code: 0, msg: '', data: null } };
  });
});

const block = (name: 'names' | 'look' | 'links') => screen.getByRole('region', { name: t(`enterprise.${name}.title`) });
const save = (name: Parameters<typeof block>[0]) =>
  within(block(name)).getByRole<HTMLButtonElement>('button', { name: t('settings.save') });
const discard = (name: Parameters<typeof block>[0]) =>
  userEvent.click(within(block(name)).getByRole('button', { name: t('settings.cancel') }));
const saved = () => waitFor(() => expect(screen.queryByRole('button', { name: t('settings.save') })).toBeNull());
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
async function open(): Promise<void> {
  app.open('/company/enterprise');
  await screen.findByRole('region', { name: t('enterprise.names.title') });
}

test('[BU-030] a changed name is sent with the version, and the frame shows it in the shell', async () => {
  useAppState.setState({ device: 'desktop' });
  await open();
  await userEvent.clear(field(t('enterprise.names.name')));
  await userEvent.type(field(t('enterprise.names.name')), '江城院');
  await userEvent.click(save('names'));
  await saved();
  expect(sent).toEqual([expect.objectContaining({ name: '江城院', version: '4' })]);
  const brand = { ...BRAND, name: '江城院', title: '江城协同', oa_url: 'https://oa.jiangcheng.example' };
  app.data('/apis/pub/info', { ...KEEPER, enterprise_name: '江城院', enterprise: brand });
  app.push({ type: 'enterprise.settings' });
  await waitFor(() => expect(document.title).toMatch(/- 江城协同$/));
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: t('shell.links.oa') });
  expect([link.href, link.target, link.rel]).toEqual([
    'https://oa.jiangcheng.example/',
    '_blank',
    'noopener noreferrer',
  ]);
  expect(screen.queryByRole('link', { name: t('shell.links.review') })).toBeNull();
});

test('shows limits and use, and names what the environment gives', async () => {
  await open();
  const use = screen.getByRole('region', { name: t('enterprise.use.title') });
  expect(within(use).getByText('57 / 200')).toBeTruthy();
  expect(within(use).getByText('2 / 2')).toBeTruthy();
  expect(within(use).getByText(t('enterprise.use.full'))).toBeTruthy();
  expect(within(use).getByText(fileSize(3 * 1024 * 1024))).toBeTruthy();
  expect(within(use).queryByRole('link')).toBeNull(); // this person may not edit legal entities
  expect(screen.getByText(t('enterprise.fallback', { value: 'https://oa.example.cn' }))).toBeTruthy();
  expect(screen.getByText(t('enterprise.fallbackManual'))).toBeTruthy();
});

test('a wrong link or credit code locks the button, and the typed text stays', async () => {
  await open();
  await userEvent.type(field(t('enterprise.links.oa')), 'javascript:alert(1)');
  expect(save('links').disabled).toBe(true);
  expect(within(block('links')).getByText(t('enterprise.problems.link'))).toBeTruthy();
  await userEvent.type(field(t('enterprise.names.creditCode')), '91350100M000100Y44');
  expect(save('names').disabled).toBe(true);
  expect(within(block('names')).getByText(t('enterprise.problems.codeCheck'))).toBeTruthy();
  await userEvent.type(field(t('enterprise.names.creditCode')), '{Backspace}3');
  expect(save('names').disabled).toBe(false);
  expect(sent).toEqual([]);
  await discard('names');
  await discard('links');
});

test('the refusal of the server stands at its field and the form stays', async () => {
  app.says(EDIT, () => ({ body: { code: 1001, msg: '电话格式不正确', data: { field: 'phone' } } }));
  await open();
  await userEvent.type(field(t('enterprise.names.phone')), 'abc');
  await userEvent.click(save('names'));
  expect(await within(block('names')).findByText('电话格式不正确')).toBeTruthy();
  expect(field(t('enterprise.names.phone')).getAttribute('aria-invalid')).toBe('true');
  expect(field(t('enterprise.names.phone')).value).toBe('abc');
  await discard('names');
});

test('the picture of the logo is chosen in the dialog of images; a removed one is saved by the block', async () => {
  info = { ...info, logo: '/apis/pub/image?key=a' };
  await open();
  await within(block('look')).findByAltText(t('enterprise.look.logoAlt'));
  await userEvent.click(within(block('look')).getByRole('button', { name: t('enterprise.look.logo') }));
  const dialog = await screen.findByRole('dialog', { name: t('enterprise.look.logo') });
  await userEvent.click(within(dialog).getByRole('button', { name: t('common.cancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(within(block('look')).getByRole('button', { name: t('enterprise.look.removeLogo') }));
  await userEvent.click(screen.getByLabelText(t('enterprise.look.fixedHeader')));
  await userEvent.click(save('look'));
  await saved();
  expect(sent).toEqual([expect.objectContaining({ logo: '', fixed_header: 'true', default_lang: 'zh', version: '4' })]);
});
