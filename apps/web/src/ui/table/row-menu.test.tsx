import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadAllTexts, startI18n, translate } from '../../lib/i18n.ts';
import { Box } from '../box.tsx';
import { RowMenu } from './row-menu.tsx';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

function Row() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowMenu name="A" acts={[{ key: 'edit', label: 'Edit', icon: 'edit', run: () => setOpen(true) }]} />
      {isOpen && (
        <Box title="T" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => setOpen(false)}>
            Leave
          </button>
        </Box>
      )}
    </>
  );
}
const dots = () => screen.getByRole('button', { name: translate('common.moreOf', { name: 'A' }) });

test('Esc in the menu of a row returns the focus to its dots', async () => {
  render(<Row />);
  dots().focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menuitem');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(dots()));
});

test('a dialog that an action opens returns the focus to the dots', async () => {
  render(<Row />);
  await userEvent.click(dots());
  await userEvent.click(await screen.findByRole('menuitem'));
  const leave = await screen.findByRole('button', { name: 'Leave', hidden: true });
  leave.focus();
  await userEvent.click(leave);
  await waitFor(() => expect(document.activeElement).toBe(dots()));
});
