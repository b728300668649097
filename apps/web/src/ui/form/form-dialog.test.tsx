import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { text } from '@prdm/contract/kit/fields';
import { CallError } from '../../lib/api/call-error.ts';
import { loadAllTexts, startI18n } from '../../lib/i18n.ts';
import { FormDialog } from './form-dialog.tsx';

const schema = z.strictObject({ stages: z.array(z.strictObject({ name: text(5) })) });

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

function show(children: ReactNode, onSubmit: () => Promise<unknown> = () => Promise.resolve()) {
  const closed = vi.fn();
  render(
    <FormDialog title="T" schema={schema} onSubmit={onSubmit} onClose={closed} submitLabel="send">
      {children}
    </FormDialog>,
  );
  return closed;
}

const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', code: 'Escape', keyCode: 27 });

test('opens with the focus in its first field', async () => {
  const closed = show(<input aria-label="First" />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First')));
  await userEvent.keyboard('楼梯{Enter}');
  expect(screen.getByLabelText<HTMLInputElement>('First').value).toBe('楼梯');
  await waitFor(() => expect(closed).toHaveBeenCalled());
});

test('the focus returns to the control that opened the form', async () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        {isOpen && (
          <FormDialog title="T" schema={schema} onSubmit={() => Promise.resolve()} onClose={() => setOpen(false)}>
            <input aria-label="First" />
          </FormDialog>
        )}
      </>
    );
  }
  render(<Opener />);
  const opener = screen.getByRole('button', { name: 'open' });
  await userEvent.click(opener);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First')));
  escape();
  await waitFor(() => expect(screen.queryByLabelText('First')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('Esc closes, also over an opened folder or tree', async () => {
  const closed = show(
    <button type="button" aria-expanded="true">
      folder
    </button>,
  );
  escape();
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
});

test.each([
  ['a list of choices', <input key="list" role="combobox" aria-expanded="true" aria-controls="list" />],
  ['a menu', <button key="menu" type="button" aria-haspopup="menu" aria-expanded="true" />],
  ['a calendar', <div key="calendar" className="ant-picker-dropdown" />],
])('Esc belongs to %s that is open', async (_what, open) => {
  const closed = show(open);
  escape();
  // onClose follows the key asynchronously. The test gives a wrong call time to arrive.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed).not.toHaveBeenCalled();
});

test('a field with an error inside a list is validated on every change', async () => {
  show(
    <Form.List name="stages" initialValue={[{ name: 'a' }]}>
      {(items) =>
        items.map(({ key, name }) => (
          <Form.Item key={key} name={[name, 'name']} label="Stage" rules={[{ max: 5, message: 'too long' }]}>
            <Input />
          </Form.Item>
        ))
      }
    </Form.List>,
  );
  const field = screen.getByLabelText('Stage');
  await userEvent.type(field, 'bcdefg');
  expect(screen.queryByText('too long')).toBeNull();
  fireEvent.blur(field);
  await screen.findByText('too long');
  await userEvent.type(field, '{Backspace}{Backspace}');
  await waitFor(() => expect(screen.queryByText('too long')).toBeNull());
});

test.each([
  ['stages', 'above the form, because a list draws no message of its own'],
  ['stages.0.name', 'at its field'],
  ['stages.0.name.1', 'at the field it is a part of'],
  ['stages.0.days', 'above the form, because the form has no such field'],
])('a refusal about %s shows %s', async (field) => {
  const refused = () => Promise.reject(new CallError(1001, 'no good', { field }));
  show(
    <Form.List name="stages" initialValue={[{ name: 'a' }]}>
      {(items) =>
        items.map(({ key, name }) => (
          <Form.Item key={key} name={[name, 'name']} label="Stage">
            <Input />
          </Form.Item>
        ))
      }
    </Form.List>,
    refused,
  );
  await userEvent.click(screen.getByRole('button', { name: 'send' }));
  const said = await screen.findByText('no good');
  expect(said.closest('.ant-form-item') !== null).toBe(field.startsWith('stages.0.name'));
});
