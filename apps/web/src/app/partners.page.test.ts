import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decryptTransfer } from '@prdm/contract/kit/cipher';
import { inviteInfo, inviteJoin, type Invitation, type ReceivedInvitation } from '@prdm/contract/projects/partners';
import { inviteCalls } from '../features/identity/recovery/invite.calls.ts';
import { useAppState } from '../lib/app-state.ts';
import { storeToken, useSession } from '../lib/session/session.ts';
import { listOf, projectInfo, projectMember } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

const KEY = { key: '0123456789abcdef0123456789abcdef', iv: 'fedcba9876543210', kid: 'k1' };
const RIGHTS = { edit: false, member: true, archive: false, unarchive: false, transfer: false };
const INFO = {
  firm: '华东勘察院',
  project_name: '滨江小学',
  inviter: '陈经理',
  enterprise: '设计院',
  email: 'a@example.cn',
  ends_on: '2027-01-31',
  expires_at: '2026-12-04 09:00:00',
  password_length_min: 6,
  password_length_max: 18,
};

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
}, 60_000);
beforeEach(() => {
  app.data('/apis/pub/getKeyIv', KEY);
  app.data('/apis/pub/inviteInfo', INFO);
});
afterEach(async () => {
  act(() => {
    storeToken('T1');
    useSession.setState({ me: ME });
  });
  await app.leave();
});
afterAll(() => app.stop());

const sent = (path: string) =>
  app.wire.seen.filter(({ url }) => url === path).map(({ body }) => new URLSearchParams(body));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const type = async (label: string, value: string) => userEvent.type(await screen.findByLabelText(label), value);

function visit(): void {
  localStorage.removeItem('token');
  act(() => useSession.setState({ token: null, me: null }));
  app.open('/forget/invite?token=abc');
}

test('the calls of the link are those of the contract', () => {
  const contract = { inviteInfo, inviteJoin };
  for (const name of Object.keys(inviteCalls) as (keyof typeof inviteCalls)[]) {
    const { method, path } = inviteCalls[name];
    expect(contract[name]).toMatchObject({ method, path });
  }
});

test('[R-023] the link shows who invites, checks the fields, and keeps the form after a refusal', async () => {
  visit();
  await screen.findByText('陈经理（设计院）邀请 华东勘察院 的您加入项目“滨江小学”。');
  await press('创建账号并接受');
  expect(screen.getByText('请输入姓名')).toBeTruthy();
  expect(sent('/apis/pub/inviteAccept')).toHaveLength(0);
  await type('姓名', '周勘察');
  await type('账号', 'zhou');
  await type('新密码', 'Design-2026');
  await type('确认新密码', 'Design-2026');
  app.says('/apis/pub/inviteAccept', { body: { code: 1018, msg: '账号已被使用', data: { field: 'account' } } });
  await press('创建账号并接受');
  await screen.findByText('账号已被使用');
  expect((await screen.findByLabelText<HTMLInputElement>('姓名')).value).toBe('周勘察');
  app.data('/apis/pub/inviteAccept', null);
  await press('创建账号并接受');
  await screen.findByText(/邀请已接受/);
  const form = sent('/apis/pub/inviteAccept').at(-1);
  expect(form?.get('account')).toBe('zhou');
  expect(form?.get('token')).toBe('abc');
  expect(decryptTransfer(form?.get('password_encode') ?? '', KEY.key, KEY.iv)).toBe('Design-2026');
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login');
});

test('a link that another use ended meanwhile says so', async () => {
  visit();
  await type('姓名', '周勘察');
  await type('账号', 'zhou');
  await type('新密码', 'Design-2026');
  await type('确认新密码', 'Design-2026');
  app.refuses('/apis/pub/inviteAccept', 410, '链接已失效');
  await press('创建账号并接受');
  await screen.findByRole('heading', { name: '邀请链接已失效' });
});

test('a link that is dead already says so', async () => {
  app.refuses('/apis/pub/inviteInfo', 410, '链接已失效');
  visit();
  await screen.findByRole('heading', { name: '邀请链接已失效' });
});

const received = (more: Partial<ReceivedInvitation>): ReceivedInvitation => ({
  id: 7,
  project_id: null,
  project_name: '滨江小学',
  firm: '华东勘察院',
  inviter: '陈经理',
  roles: [],
  ends_on: null,
  state: 'invited',
  created_at: '2026-11-27 09:00:00',
  expires_at: '2026-12-04 09:00:00',
  version: 1,
  ...more,
});

test('[R-023] /invited lists the own invitations under the top bar, and one is accepted', async () => {
  app.data('/apis/project/invited', { list: [received({})], total: 1, page: 1, size: 20 });
  app.says('/apis/project/inviteAccept', () => {
    const joined = received({ state: 'accepted', project_id: 3, version: 2 });
    app.data('/apis/project/invited', { list: [joined], total: 1, page: 1, size: 20 });
    return { body: { code: 0, msg: '', data: { project_id: 3 } } };
  });
  app.open('/invited');
  await screen.findByText('滨江小学');
  expect(screen.getByRole('banner')).toBeTruthy();
  await press('接受');
  await screen.findByRole('button', { name: '进入项目' });
  expect(sent('/apis/project/inviteAccept').map(String)).toEqual(['id=7&version=1']);
});

const open: Invitation = {
  id: 7,
  firm: '华东勘察院',
  name: '',
  account: '',
  email: 'a@example.cn',
  roles: [],
  ends_on: null,
  state: 'invited',
  invited_by_name: '陈经理',
  created_at: '2026-11-27 09:00:00',
  expires_at: '2026-12-04 09:00:00',
  answered_at: null,
  version: 1,
};

function members(list: Invitation[], canInvite = true): void {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江小学', can: RIGHTS }));
  app.data('/apis/project/invitations', { list, total: list.length, page: 1, size: 20, can_invite: canInvite });
  app.open('/project/detail?id=3&tab=members');
}

test('[ER-021] an unknown account shows at its field and the dialog stays; a new person gets a link', async () => {
  members([]);
  await userEvent.click(await screen.findByRole('button', { name: '邀请协作单位' }));
  const form = within(await screen.findByRole('dialog', { name: '邀请协作单位' }));
  await userEvent.type(form.getByLabelText('协作单位'), '华东勘察院');
  await userEvent.type(form.getByLabelText('账号'), 'nobody');
  app.says('/apis/project/invite', { body: { code: 1002, msg: '账号不存在', data: { field: 'account' } } });
  await userEvent.click(form.getByRole('button', { name: /发送邀请$/ }));
  await form.findByText('账号不存在');
  expect(form.getByLabelText<HTMLInputElement>('协作单位').value).toBe('华东勘察院');
  await userEvent.clear(form.getByLabelText('账号'));
  await userEvent.type(form.getByLabelText('邮箱'), 'a@example.cn');
  app.data('/apis/project/invite', { id: 7, sent: false, link: '/forget/invite?token=abc' });
  await userEvent.click(form.getByRole('button', { name: /发送邀请$/ }));
  const made = within(await screen.findByRole('dialog', { name: '把链接发给对方' }));
  expect(made.getByLabelText<HTMLInputElement>('邀请链接').value).toMatch(/^http.*\/forget\/invite\?token=abc$/);
  await userEvent.click(made.getByRole('button', { name: '完成' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a card on a phone shows the last day of a member and of an own invitation', async () => {
  act(() => useAppState.setState({ device: 'mobile' }));
  const partner = projectMember({ user_id: 5, name: '韩工', firm: '华东勘察院', ends_on: '2026-12-31' });
  app.data('/apis/project/members', listOf([partner]));
  members([]);
  expect((await screen.findByText('截止日期')).parentElement?.textContent).toContain('2026-12-31');
  app.data('/apis/project/invited', listOf([received({ ends_on: '2027-01-15' })]));
  app.open('/invited');
  const day = await screen.findByText('2027-01-15');
  expect(day.closest('.card-line')?.textContent).toContain('截止日期');
  act(() => useAppState.setState({ device: 'desktop' }));
});

test('an open invitation is cancelled from the list; without the right there is no button', async () => {
  members([open], false);
  await userEvent.click(await screen.findByRole('tab', { name: /邀请记录/ }));
  await screen.findByText('a@example.cn');
  expect(screen.queryByRole('button', { name: '邀请协作单位' })).toBeNull();
  app.data('/apis/project/inviteCancel', null);
  await userEvent.click(screen.getByRole('button', { name: /a@example\.cn/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '取消邀请' }));
  const ask = within(await screen.findByRole('dialog', { name: /取消对/ }));
  await userEvent.click(ask.getByRole('button', { name: '取消邀请' }));
  await waitFor(() => expect(sent('/apis/project/inviteCancel').map(String)).toEqual(['id=7&version=1']));
});
