import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Me } from '@prdm/contract/me';
import { useAppState } from '../../../lib/app-state.ts';
import { translate as t } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { BRAND, listOf, projectRow } from '../../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../../testing/whole-app.ts';

const LEADER: Me = {
  ...ME,
  roles: { role: 'leader', access: [{ action: 'home-Company-user' }] },
  project_access: { '7': [] },
};
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(LEADER);
}, 60_000);
const [OWN, OTHER] = [projectRow({ id: 7, name: '滨江图书馆' }), projectRow({ id: 8, name: '城西医院' })];
beforeEach(() => {
  localStorage.removeItem('account_type');
  act(() => useAppState.setState({ device: 'desktop', identity: 'person' }));
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
  app.says('/apis/project/index', ({ url }) => ({
    body: { code: 0, msg: '', data: listOf(url.includes('mine=true') ? [OWN] : [OWN, OTHER]) },
  }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path));
async function choose(identity: 'person' | 'enterprise'): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: t('shell.user.menu', { name: LEADER.username }) }));
  const group = await screen.findByRole('group', { name: t('shell.identity.label') });
  await userEvent.click(within(group).getByRole('menuitemradio', { name: t(`shell.identity.${identity}`) }));
}

test('[BU-022] [EN-036] a person sees the own projects; the enterprise area shows those of the view range and the company pages', async () => {
  app.open('/home');
  await at('/home');
  app.open('/project/index');
  expect(await screen.findByText(OWN.name)).toBeTruthy();
  expect(screen.queryByText(OTHER.name)).toBeNull();
  await choose('enterprise');
  await at('/project/index');
  expect(await screen.findByText(OTHER.name)).toBeTruthy();
  expect(localStorage.getItem('account_type')).toBe('enterprise');
  expect(screen.getByRole('link', { name: t('shell.areas.manage') }).getAttribute('href')).toBe('/company/staff');
  await choose('person');
  await at('/home');
  expect(useAppState.getState().identity).toBe('person');
});

test('a reader without own projects sees the view range as a person too', async () => {
  act(() => useSession.setState({ me: { ...LEADER, project_access: {} } }));
  app.open('/project/index');
  expect(await screen.findByText(OTHER.name)).toBeTruthy();
  expect(screen.queryByRole('tab', { name: t('projects.list.of.person') })).toBeNull();
  act(() => useSession.setState({ me: LEADER }));
});

test('[SH-011] the links of the top bar and the help file open a new window without access to this one', async () => {
  const enterprise = {
    ...BRAND,
    oa_url: 'https://oa.example.cn/',
    review_url: 'https://review.example.cn/',
    help_url: 'https://files.example.cn/help.pdf',
  };
  act(() => useSession.setState({ me: { ...LEADER, enterprise } }));
  app.open('/project/index');
  for (const key of ['oa', 'review'] as const) {
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: t(`shell.links.${key}`) });
    expect([link.href, link.target, link.rel]).toEqual([enterprise[`${key}_url`], '_blank', 'noopener noreferrer']);
  }
  const opened: unknown[][] = [];
  const before = window.open;
  window.open = ((...args: unknown[]) => opened.push(args)) as never;
  await userEvent.click(screen.getByRole('button', { name: t('shell.user.menu', { name: LEADER.username }) }));
  await userEvent.click(await screen.findByRole('menuitem', { name: t('shell.user.help') }));
  window.open = before;
  expect(opened).toEqual([[enterprise.help_url, '_blank', 'noopener']]);
  act(() => useSession.setState({ me: LEADER }));
});
