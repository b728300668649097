import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadAllTexts, startI18n } from '../../lib/i18n.ts';
import { SearchField } from './search-field.tsx';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

function field() {
  const told = vi.fn<(word: string) => void>();
  render(<SearchField placeholder="find" word="" onWord={told} />);
  return { told, box: screen.getByRole('searchbox', { name: 'find' }) };
}

test('the field reports the trimmed word once, after a typing pause', async () => {
  const { told, box } = field();
  await userEvent.type(box, ' 楼梯 ');
  expect(told).not.toHaveBeenCalled();
  await waitFor(() => expect(told.mock.calls).toEqual([['楼梯']]));
});

test('the field reports nothing during composition; letters that the input method leaves unchanged count at its end', async () => {
  const { told, box } = field();
  fireEvent.compositionStart(box);
  fireEvent.change(box, { target: { value: 'bim' } });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(told).not.toHaveBeenCalled();
  fireEvent.compositionEnd(box);
  await waitFor(() => expect(told.mock.calls).toEqual([['bim']]));
});

test('the key / focuses the field', async () => {
  const { box } = field();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(box);
});
