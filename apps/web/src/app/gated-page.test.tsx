import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { chooseProject, useAppState } from '../lib/app-state.ts';
import { useSession } from '../lib/session/session.ts';
import { ME } from '../testing/whole-app.ts';
import { GatedPage } from './gated-page.tsx';

afterEach(() => {
  cleanup();
  useAppState.setState({ project: null });
  useSession.setState({ me: null });
});

const shows = async (): Promise<boolean> => {
  const gated = <GatedPage access={{ scope: 'project', anyOf: ['Process-review'] }}>inside</GatedPage>;
  const router = createMemoryRouter([
    { path: '/', element: gated },
    { path: '/403', element: 'denied' },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByText(/inside|denied/);
  const found = screen.queryByText('inside') !== null;
  cleanup();
  return found;
};

test('[PE-013] a page of a project is judged by the list of the current project, except for a leader', async () => {
  const access = [{ action: 'home-Process-review' }];
  const designer = { ...ME, project_access: { 3: access, 4: [] } };
  useSession.setState({ me: designer });
  expect(await shows()).toBe(false);
  for (const [id, may] of [
    [3, true],
    [4, false],
    [5, false],
  ] as const) {
    chooseProject({ id, name: 'P' });
    expect(await shows(), String(id)).toBe(may);
  }
  useSession.setState({ me: { ...designer, roles: { role: 'leader', access } } });
  expect(await shows()).toBe(true);
});
