import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Input } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { text } from '@prdm/contract/kit/fields';
import { loadAllTexts, startI18n } from '../../lib/i18n.ts';
import { ConfirmHost } from '../feedback/confirm.tsx';
import { FormPage } from './form-page.tsx';
import { Field } from './record-form.tsx';

const schema = z.strictObject({ name: text(9) });

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

/** A page that stays mounted after saving, as while its next page is still loading. */
function show(onSubmit: () => Promise<unknown>, onDone = () => undefined) {
  const page = (
    <>
      <FormPage schema={schema} onSubmit={onSubmit} onDone={onDone} submitLabel="send">
        <Field name="name" label="Name">
          <Input />
        </Field>
      </FormPage>
      <ConfirmHost />
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />);
}
const field = () => screen.getByLabelText<HTMLInputElement>('Name');
const button = () => screen.getByRole('button', { name: 'send' });

test('Enter and a click on the button at the same time send one form', async () => {
  const answers: (() => void)[] = [];
  const sent = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  show(sent);
  await userEvent.type(field(), '首层平面');
  act(() => {
    const form = field().form;
    if (form === null) throw new Error('the field stands in a form');
    fireEvent.submit(form);
    fireEvent.click(button());
  });
  await waitFor(() => expect(sent).toHaveBeenCalled());
  await act(async () => answers.forEach((answer) => answer()));
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a saved form is not sent again while the next page loads, until a field changes', async () => {
  const sent = vi.fn(() => Promise.resolve());
  const done = vi.fn();
  show(sent, done);
  await userEvent.type(field(), '首层平面');
  await userEvent.click(button());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  await userEvent.click(button());
  await userEvent.type(field(), '图');
  await userEvent.click(button());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls.map(([values]: unknown[]) => values)).toEqual([{ name: '首层平面' }, { name: '首层平面图' }]);
});
