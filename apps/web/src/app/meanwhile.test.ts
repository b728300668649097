import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import type { profile } from '@prdm/contract/me';
import type { modelInfo } from '@prdm/contract/models';
import { translate, type TextEntry } from '../lib/i18n.ts';
import { modelSample } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

/* Changes that another user makes while a page is open. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const modelOf = (): z.output<typeof modelInfo.output> => {
  const { uploader: _uploader, ...row } = modelSample({
    id: 4,
    name: '旧楼.ifc',
    status: 'failed',
    reason: 'truncated',
  });
  return {
    ...row,
    project_name: '滨江门诊楼',
    version_id: 1,
    is_newest: true,
    versions: [],
    viewable: null,
    units: {},
    classes: [],
    alignments: [],
    coordinates: null,
    storeys: [],
    can: { reparse: false, replace: false, viewpoint: true, picture: false },
  };
};
const GONE = '记录不存在或已被删除';

test('the page of a model whose file somebody deletes says so by itself, and is back when it is restored', async () => {
  app.data('/apis/model/info', modelOf());
  app.open('/file/model/view?id=4&project_id=3');
  await screen.findByRole('heading', { name: '旧楼.ifc' });
  app.refuses('/apis/model/info', CODES.pageNotFound, GONE);
  app.push({ type: 'folder', id: 1, project_id: 3 });
  const said = await screen.findByText(GONE);
  expect(said.closest('[role="alert"]')?.querySelector('button')).toBeNull();
  expect(screen.queryByRole('heading', { name: '旧楼.ifc' })).toBeNull();
  app.data('/apis/model/info', modelOf());
  app.push({ type: 'folder', id: 1, project_id: 3 });
  await screen.findByRole('heading', { name: '旧楼.ifc' });
});

const own = (special: Partial<z.output<typeof profile.output>>): z.output<typeof profile.output> => ({
  id: ME.id,
  account: ME.account,
  name: '张三',
  thumb: '',
  phone: '13800000001',
  email: 'zhang@example.com',
  employee_no: '',
  department_name: '',
  position_name: '',
  profession_name: '',
  entry_date: null,
  roles: [],
  version: 1,
  enterprise_name: ME.enterprise_name,
  pending_email: '',
  ...special,
});

test('the own record that was changed elsewhere meanwhile offers what is newest, and keeps what was typed', async () => {
  app.data('/apis/pub/profile', own({}));
  app.open('/profile');
  const field = (name: TextEntry<'organisation.field'>) =>
    screen.findByLabelText<HTMLInputElement>(translate(`organisation.field.${name}`));
  await userEvent.clear(await field('name'));
  await userEvent.type(await field('name'), '张三丰');
  await userEvent.clear(await field('phone'));
  await userEvent.type(await field('phone'), '13800000009');

  app.data('/apis/pub/getKeyIv', { key: '0123456789abcdef0123456789abcdef', iv: 'fedcba9876543210', kid: 'k1' });
  await userEvent.type(await screen.findByLabelText(translate('recovery.contact.again.phone')), '13800000009');
  await userEvent.type(await screen.findByLabelText(translate('recovery.contact.password')), 'secret-1');
  app.refuses('/apis/pub/update', CODES.conflict, '数据已被他人修改');
  app.data('/apis/pub/profile', own({ version: 2, phone: '13800000002', email: 'new@example.com' }));
  await userEvent.click(screen.getByRole('button', { name: translate('common.save') }));
  const told = (await screen.findByText('数据已被他人修改')).closest<HTMLElement>('[role="alert"]');
  expect((await field('name')).value).toBe('张三丰');
  await userEvent.click(
    await within(told as HTMLElement).findByRole('button', { name: translate('common.takeLatest') }),
  );
  await waitFor(() => expect(screen.queryByText('数据已被他人修改')).toBeNull());
  expect((await field('name')).value).toBe('张三丰');
  expect((await field('phone')).value).toBe('13800000009');
  expect((await field('email')).value).toBe('new@example.com');
  await screen.findByText(translate('common.alsoChanged'));

  app.data('/apis/pub/update', null);
  await userEvent.click(screen.getByRole('button', { name: translate('common.save') }));
  await waitFor(() => {
    const sent = app.wire.seen.filter(({ url }) => url.startsWith('/apis/pub/update')).at(-1);
    expect(new URLSearchParams(sent?.body).get('version')).toBe('2');
  });
});
