import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { text } from '@prdm/contract/fields';
import { loadAllTexts, startI18n } from '../../lib/i18n.ts';
import { FormDialog } from './form-dialog.tsx';

const schema = z.strictObject({ stages: z.array(z.strictObject({ name: text(5) })) });

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

function show(children: ReactNode) {
  const closed = vi.fn();
  render(
    <FormDialog title="T" schema={schema} onSubmit={() => Promise.resolve()} onClose={closed} submitLabel="send">
      {children}
    </FormDialog>,
  );
  return closed;
}

const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', code: 'Escape', keyCode: 27 });

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
  // Closing is told a moment later; it must not be on its way.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed).not.toHaveBeenCalled();
});

test('a wrong field inside a list is judged again with every change', async () => {
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
