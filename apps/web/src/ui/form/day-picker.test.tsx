import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DayPicker } from './day-picker.tsx';

afterEach(cleanup);

function InForm({ onSend, from }: { onSend: () => void; from?: string }) {
  const [day, setDay] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <DayPicker id="day" value={day} onChange={setDay} from={from} />
      <output>{day}</output>
      <button type="submit">send</button>
    </form>
  );
}

test('Enter accepts the typed day or opens the calendar; only the button sends the form', async () => {
  const sent = vi.fn();
  const { container } = render(<InForm onSend={sent} />);
  const input = container.querySelector('input') as HTMLInputElement;
  await userEvent.click(input);
  await userEvent.type(input, '2026-12-31{Enter}');
  expect(screen.getByRole('status').textContent).toBe('2026-12-31');
  expect(document.querySelector('.ant-picker-dropdown-hidden, .ant-slide-up-leave')).not.toBeNull();
  await userEvent.type(input, '{Enter}', { skipClick: true });
  expect(sent).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'send' }));
  expect(sent).toHaveBeenCalledTimes(1);
});

test.each([
  ['2026/12/24', '2026-12-24'],
  ['2026.1.5', '2026-01-05'],
  ['2026/01/05', '2026-01-05'],
  ['20261224', '2026-12-24'],
  ['2026年1月5日', '2026-01-05'],
  ['２０２６－１２－２４', '2026-12-24'],
  ['2026-13-45', '2026-13-45'],
  ['12-24', '12-24'],
])('on blur, %s is reported as %s; text that is no day stays for correction', async (typed, told) => {
  const { container } = render(<InForm onSend={() => undefined} />);
  const input = container.querySelector('input') as HTMLInputElement;
  await userEvent.click(input);
  await userEvent.type(input, typed);
  await userEvent.tab();
  expect(screen.getByRole('status').textContent).toBe(told);
  expect(input.value).toBe(told);
});

test('text typed behind a day is reported as it is; only the user restores the day', async () => {
  const { container } = render(<InForm onSend={() => undefined} />);
  const input = container.querySelector('input') as HTMLInputElement;
  await userEvent.type(input, '2026-12-24');
  await userEvent.tab();
  await userEvent.type(input, '9');
  await userEvent.tab();
  expect(screen.getByRole('status').textContent).toBe('2026-12-249');
  expect(input.value).toBe('2026-12-249');
  await userEvent.type(input, '{Backspace}');
  await userEvent.tab();
  expect(screen.getByRole('status').textContent).toBe('2026-12-24');
});

test('a typed day before the first is reported and stays: the form decides about it', async () => {
  const { container } = render(<InForm onSend={() => undefined} from="today" />);
  const input = container.querySelector('input') as HTMLInputElement;
  await userEvent.click(input);
  await userEvent.type(input, '2020-01-01');
  await userEvent.tab();
  expect(screen.getByRole('status').textContent).toBe('2020-01-01');
  expect(input.value).toBe('2020-01-01');
});
