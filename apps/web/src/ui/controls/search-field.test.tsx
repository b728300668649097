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

test('the word is told once typing pauses, without the blanks around it', async () => {
  const { told, box } = field();
  await userEvent.type(box, ' 楼梯 ');
  expect(told).not.toHaveBeenCalled();
  await waitFor(() => expect(told.mock.calls).toEqual([['楼梯']]));
});

test('nothing is told in the middle of a syllable; letters an input method leaves as they were count when it ends', async () => {
  const { told, box } = field();
  fireEvent.compositionStart(box);
  fireEvent.change(box, { target: { value: 'bim' } });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(told).not.toHaveBeenCalled();
  fireEvent.compositionEnd(box);
  await waitFor(() => expect(told.mock.calls).toEqual([['bim']]));
});

test('/ leads to the field', async () => {
  const { box } = field();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(box);
});
