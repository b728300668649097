import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Me } from '@prdm/contract/me';
import { useAppState } from '../../lib/app-state.ts';
import { startI18n, translate, type TextEntry } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/session.ts';
import { ME } from '../../testing/whole-app.ts';
import { UserMenu } from './user-menu.tsx';

beforeAll(async () => {
  await startI18n();
  useAppState.setState({ device: 'desktop' });
});
afterEach(() => {
  cleanup();
  useSession.setState({ me: null });
});

async function entries(me: Me | null): Promise<string[]> {
  useSession.setState({ me });
  render(
    <MemoryRouter>
      <UserMenu onChangePassword={() => undefined} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button'));
  const found = screen.getAllByRole('menuitem').map((item) => item.textContent ?? '');
  cleanup();
  return found;
}
const words = (...keys: TextEntry<'shell.user'>[]) => keys.map((key) => translate(`shell.user.${key}`));

test('[SH-014] a member finds portrait, profile, password and sign-out; an administrator also finds the configuration; without a user only sign-in shows', async () => {
  const member: Me = { ...ME, roles: { role: 'employee', access: [] } };
  const own = [...words('changeAvatar', 'profile', 'changePassword', 'help'), translate('palette.actions.sheet')];
  expect(await entries(member)).toEqual([...own, ...words('signOut')]);
  const invited = [...words('changeAvatar', 'profile'), translate('partners.titles.invited'), ...own.slice(2)];
  expect(await entries({ ...member, type: 'partner' })).toEqual([...invited, ...words('signOut')]);
  const administrator: Me = { ...ME, roles: { role: 'administrator', access: [{ action: 'home-Company-user' }] } };
  expect(await entries(administrator)).toEqual([...own, ...words('configuration', 'signOut')]);
  expect(await entries(null)).toEqual(words('signIn'));
  useAppState.setState({ device: 'mobile' });
  expect(await entries(member)).toEqual([...own, ...words('computer', 'signOut')]);
  useAppState.setState({ device: 'desktop' });
});
