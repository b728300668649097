import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider, Input } from 'antd';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { optionalText, text, whole } from '@prdm/contract/kit/fields';
import type { Me } from '@prdm/contract/me';
import { CallError } from '../../lib/api/call-error.ts';
import { loadAllTexts, setLanguage, startI18n, translate } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/session.ts';
import { ConfirmHost } from '../feedback/confirm.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Field } from './record-form.tsx';
import { isRequired, rulesOf } from './rules.ts';

const schema = z.strictObject({ name: text(5), note: optionalText(10), hours: whole(0, 24).optional() });

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

interface Given {
  onSubmit?: (values: Record<string, unknown>, version?: number) => Promise<unknown>;
  onClose?: () => void;
  draftKey?: string;
  initial?: Record<string, unknown>;
  version?: number;
}

function form({ onSubmit = () => Promise.resolve(), onClose = () => undefined, draftKey, ...record }: Given = {}) {
  return (
    <ConfigProvider button={{ autoInsertSpace: false }}>
      <FormDialog
        title="T"
        schema={schema}
        {...record}
        onSubmit={onSubmit}
        onClose={onClose}
        draftKey={draftKey}
        submitLabel="send"
      >
        <Field name="name" label="Name">
          <Input />
        </Field>
        <Field name="hours" label="Hours">
          <Input />
        </Field>
      </FormDialog>
      <ConfirmHost />
    </ConfigProvider>
  );
}

const show = (given: Given = {}) => render(form(given));

const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const send = () => userEvent.click(screen.getByRole('button', { name: 'send' }));

test('required marks and messages come from the schema of the endpoint', () => {
  expect(isRequired(schema, 'name')).toBe(true);
  expect(isRequired(schema, 'note')).toBe(false);
  expect(isRequired(schema, 'hours')).toBe(false);
  expect(rulesOf(schema, 'unknown')).toEqual([]);
});

test('a field is validated on blur, with the messages of the server', async () => {
  show();
  await userEvent.type(name(), 'abcdef');
  fireEvent.blur(name());
  await screen.findByText(translate('validation.tooLong', { n: 5 }));
  await userEvent.clear(name());
  fireEvent.blur(name());
  await screen.findByText(translate('validation.required'));
});

test('an invalid form is not sent', async () => {
  const sent = vi.fn(() => Promise.resolve());
  show({ onSubmit: sent });
  await send();
  await screen.findByText(translate('validation.required'));
  expect(sent).not.toHaveBeenCalled();
});

test('a refusal about a field shows at the field, and the input stays', async () => {
  const closed = vi.fn();
  show({ onClose: closed, onSubmit: () => Promise.reject(new CallError(1018, 'taken', { field: 'name' })) });
  await userEvent.type(name(), 'abc');
  await send();
  await screen.findByText('taken');
  expect(name().getAttribute('aria-invalid')).toBe('true');
  expect(name().value).toBe('abc');
  expect(closed).not.toHaveBeenCalled();
});

test('a refusal about no field of this form shows above it', async () => {
  show({ onSubmit: () => Promise.reject(new CallError(1001, 'no such stage', { field: 'stage_id' })) });
  await userEvent.type(name(), 'abc');
  await send();
  expect((await screen.findByText('no such stage')).closest('[role="alert"]')).not.toBeNull();
});

test('success closes the form; a pending form is not sent twice', async () => {
  const sending = Promise.withResolvers<void>();
  const sent = vi.fn(() => sending.promise);
  const closed = vi.fn();
  show({ onSubmit: sent, onClose: closed });
  await userEvent.type(name(), 'abc{Enter}{Enter}');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  expect(sent).toHaveBeenCalledWith({ name: 'abc', hours: undefined }, undefined);
  sending.resolve();
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
});

test('a draft returns, can be discarded, and is gone after sending', async () => {
  useSession.setState({ token: 'T1', me: { id: 7 } as Me });
  const first = show({ draftKey: 'thing' });
  await userEvent.type(name(), 'abc');
  expect(sessionStorage).toHaveLength(1);
  first.unmount();
  const second = show({ draftKey: 'thing' });
  expect(name().value).toBe('abc');
  await userEvent.click(screen.getByText(translate('common.discardDraft')));
  expect(name().value).toBe('');
  await userEvent.type(name(), 'xyz');
  await send();
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
  second.unmount();
});

test('closing a changed form asks first', async () => {
  const closed = vi.fn();
  show({ onClose: closed });
  await userEvent.type(name(), 'abc');
  await userEvent.click(screen.getByRole('button', { name: translate('common.cancel') }));
  await screen.findByText(translate('common.dropTitle'));
  expect(closed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText(translate('common.drop')));
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
});

test('after another user has saved, the form loads the saved record and keeps the input', async () => {
  const sent: unknown[] = [];
  const onSubmit = (values: Record<string, unknown>, version?: number) => {
    sent.push({ ...values, version });
    if (version === 3) return Promise.reject(new CallError(1009, 'changed by another'));
    return Promise.resolve();
  };
  const shown = show({ onSubmit, initial: { name: 'old', hours: '2' }, version: 3 });
  await userEvent.clear(name());
  await userEvent.type(name(), 'mine');
  await send();
  await screen.findByText('changed by another');
  // The latest record has not arrived yet, so there is nothing to load.
  expect(screen.queryByText(translate('common.takeLatest'))).toBeNull();
  shown.rerender(form({ onSubmit, initial: { name: 'their', hours: '8' }, version: 4 }));
  expect(name().value).toBe('mine');
  await userEvent.click(screen.getByText(translate('common.takeLatest')));
  expect(screen.getByLabelText<HTMLInputElement>('Hours').value).toBe('8');
  expect(name().value).toBe('mine');
  await screen.findByText(translate('common.alsoChanged'));
  // The pressed button is gone. The focus goes to the field that both have changed.
  await waitFor(() => expect(document.activeElement).toBe(name()));
  await send();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { name: 'mine', hours: '2', version: 3 },
    { name: 'mine', hours: '8', version: 4 },
  ]);
});

test('a message of the server stays when its field is left, and goes when the field changes', async () => {
  const onSubmit = vi.fn(() => Promise.reject(new CallError(1018, 'taken', { field: 'hours' })));
  show({ onSubmit });
  await userEvent.type(name(), 'abc');
  await userEvent.type(screen.getByLabelText('Hours'), '2');
  await send();
  await screen.findByText('taken');
  const hours = screen.getByLabelText('Hours');
  await userEvent.click(hours);
  await userEvent.click(name());
  await act(async () => undefined);
  expect(screen.getByText('taken')).toBeDefined();
  await send();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  await userEvent.type(hours, '5');
  await waitFor(() => expect(screen.queryByText('taken')).toBeNull());
});

test('a language change translates field errors and keeps the messages of the server', async () => {
  show({ onSubmit: () => Promise.reject(new CallError(1018, 'taken', { field: 'hours' })) });
  await userEvent.type(name(), 'abcdef');
  await userEvent.type(screen.getByLabelText('Hours'), '2');
  await userEvent.tab();
  const inChinese = translate('validation.tooLong', { n: 5 });
  await screen.findByText(inChinese);
  await userEvent.clear(name());
  await userEvent.type(name(), 'abc');
  await send();
  await screen.findByText('taken');
  await userEvent.type(name(), 'defg');
  await userEvent.tab();
  await screen.findByText(inChinese);
  await setLanguage('en');
  await screen.findByText(translate('validation.tooLong', { n: 5 }));
  await screen.findByText('taken', undefined, { timeout: 5_000 });
  await setLanguage('zh');
});
