import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DayPicker } from './day-picker.tsx';

afterEach(cleanup);

function InForm({ onSend }: { onSend: () => void }) {
  const [day, setDay] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <DayPicker id="day" value={day} onChange={setDay} />
      <output>{day}</output>
      <button type="submit">send</button>
    </form>
  );
}

test('Enter takes the day that was typed, and opens the days; the form is sent by its button', async () => {
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
