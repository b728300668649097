import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Segments } from './segments.tsx';

afterEach(cleanup);

const NAMES = ['open', 'done', 'mine'] as const;

function Three() {
  const [value, setValue] = useState<(typeof NAMES)[number]>('open');
  return (
    <Segments
      label="lists"
      value={value}
      onChange={setValue}
      options={NAMES.map((name) => ({ value: name, label: name }))}
    />
  );
}

it('is one stop of the Tab key; arrow keys move inside it and wrap at its ends', async () => {
  render(<Three />);
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('open');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect([chosen(), document.activeElement?.textContent]).toEqual(['mine', 'mine']);
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('open');
  await userEvent.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('mine');
  await userEvent.keyboard('{Home}');
  expect(chosen()).toBe('open');
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});
