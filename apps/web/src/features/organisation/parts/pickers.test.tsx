import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ref } from '@prdm/contract/kit';
import { userTree } from '@prdm/contract/organisation';
import { CallError } from '../../../lib/api/call-error.ts';
import { loadAllTexts, startI18n, translate } from '../../../lib/i18n.ts';
import { keyOf } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import type { StaffTree } from '../organisation.logic.ts';
import { DepartmentPicker } from './department-picker.tsx';
import { StaffPicker } from './staff-picker.tsx';

const tree: StaffTree = {
  departments: [
    { id: 1, parent_id: null, name: '设计院', level: 1 },
    { id: 2, parent_id: 1, name: '结构所', level: 2 },
  ],
  people: [
    {
      id: 11,
      name: '单晓东',
      thumb: '',
      pinyin: 'shanxiaodong',
      initials: 'sxd',
      department_id: 2,
      position_name: '',
      profession_id: null,
    },
    {
      id: 12,
      name: '李明',
      thumb: '',
      pinyin: 'liming',
      initials: 'lm',
      department_id: 1,
      position_name: '',
      profession_id: null,
    },
  ],
};
const disabled = new CallError(1012, 'account disabled', { field: 'manager_id' });
const schema = z.strictObject({ manager_id: ref('user'), department_id: ref('department') });

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
beforeEach(() => queryClient.setQueryData(keyOf(userTree, {}), tree));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function show(given: { initial?: Record<string, unknown>; onSubmit?: () => Promise<unknown> } = {}) {
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <FormDialog
          title="T"
          schema={schema}
          initial={given.initial}
          submitLabel="send"
          onSubmit={given.onSubmit ?? (() => Promise.resolve())}
          onClose={() => undefined}
        >
          <Field name="manager_id" label="Manager">
            <StaffPicker exclude={[12]} />
          </Field>
          <Field name="department_id" label="Department">
            <DepartmentPicker />
          </Field>
        </FormDialog>
      </ConfigProvider>
    </QueryClientProvider>,
  );
}

test('in a form a picker bears the name of its label, and is checked when it is left', async () => {
  show();
  fireEvent.blur(screen.getByRole('combobox', { name: 'Manager' }));
  await screen.findByText(translate('validation.required'));
});

test('people are found by their initials, and excluded people are not offered', async () => {
  show();
  await userEvent.type(screen.getByRole('combobox', { name: 'Manager' }), 'sxd');
  await screen.findByRole('option', { name: '单晓东' });
  await userEvent.clear(screen.getByRole('combobox', { name: 'Manager' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Manager' }), 'lm');
  await screen.findByText(translate('common.people.noMatch'));
});

test('a refusal about a picked person stands at the picker', async () => {
  show({ initial: { manager_id: 11, department_id: 2 }, onSubmit: () => Promise.reject(disabled) });
  await userEvent.click(screen.getByRole('button', { name: 'send' }));
  const told = await screen.findByText('account disabled');
  expect(told.closest('.ant-form-item')?.querySelector('#manager_id')).toBeInstanceOf(HTMLInputElement);
});

test('a department is found with the names above it', async () => {
  show();
  await userEvent.type(screen.getByRole('combobox', { name: 'Department' }), '设计院 / 结构');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
});
