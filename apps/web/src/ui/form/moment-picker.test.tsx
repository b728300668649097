import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { MomentPicker } from './moment-picker.tsx';

afterEach(cleanup);

function InForm({ onSend, wholeDay }: { onSend: () => void; wholeDay?: boolean }) {
  const [moment, setMoment] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <MomentPicker id="moment" value={moment} onChange={setMoment} wholeDay={wholeDay} />
      <output>{moment}</output>
      <button type="submit">send</button>
    </form>
  );
}
function show(given: { wholeDay?: boolean; onSend?: () => void } = {}): HTMLInputElement {
  const { container } = render(<InForm onSend={given.onSend ?? (() => undefined)} wholeDay={given.wholeDay} />);
  return container.querySelector('input') as HTMLInputElement;
}
const told = () => screen.getByRole('status').textContent;

test('Enter accepts the typed moment and never sends the form', async () => {
  const sent = vi.fn();
  const input = show({ onSend: sent });
  await userEvent.click(input);
  await userEvent.type(input, '2026-12-31 18:05{Enter}');
  expect(told()).toBe('2026-12-31 18:05:00');
  await userEvent.type(input, '{Enter}', { skipClick: true });
  expect(sent).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'send' }));
  expect(sent).toHaveBeenCalledTimes(1);
});

test.each([
  ['2026-12-05 18:00', false, '2026-12-05 18:00:00', '2026-12-05 18:00'],
  ['2026/12/5 9:30', false, '2026-12-05 09:30:00', '2026-12-05 09:30'],
  ['2026-12-05', false, '2026-12-05 00:00:00', '2026-12-05 00:00'],
  ['2026-12-05', true, '2026-12-05 23:59:00', '2026-12-05 23:59'],
  ['2026-12-45 18:00', false, '2026-12-45 18:00', '2026-12-45 18:00'],
  ['明天', false, '明天', '明天'],
])(
  'on blur, %s (whole day: %s) is reported as %s; other text stays for correction',
  async (typed, wholeDay, value, text) => {
    const input = show({ wholeDay });
    await userEvent.click(input);
    await userEvent.type(input, typed);
    await userEvent.tab();
    expect(told()).toBe(value);
    expect(input.value).toBe(text);
  },
);

test('a stored moment is replaced on blur, also by text over the selected one', async () => {
  const input = show();
  await userEvent.type(input, '2026-11-30 18:00');
  await userEvent.tab();
  await userEvent.clear(input);
  await userEvent.type(input, '2026-12-05 09:15');
  await userEvent.tab();
  expect([told(), input.value]).toEqual(['2026-12-05 09:15:00', '2026-12-05 09:15']);
  await userEvent.tripleClick(input);
  await userEvent.paste('2026-12-06 10:20');
  await userEvent.tab();
  expect([told(), input.value]).toEqual(['2026-12-06 10:20:00', '2026-12-06 10:20']);
});
