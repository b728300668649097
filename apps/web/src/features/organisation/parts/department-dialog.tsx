import { Checkbox, Input } from 'antd';
import { LIMITS } from '@prdm/contract/limits';
import { departmentAdd, departmentEdit, type Department } from '@prdm/contract/organisation';
import type { InputOf } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { departmentInput, heightOf } from '../organisation.logic.ts';
import { useAddDepartment, useEditDepartment } from '../organisation.queries.ts';
import { DepartmentPicker } from './department-picker.tsx';
import { StaffPicker } from './staff-picker.tsx';

/** Dialog that adds a department below `parentId` or at the top. It also renames and moves an existing one. */
export function DepartmentDialog(props: {
  departments: readonly Department[];
  department: Department | null;
  parentId: number | null;
  onClose: () => void;
}) {
  const t = useT();
  const add = useAddDepartment();
  const edit = useEditDepartment();
  const { department, departments } = props;
  // The departments below move along, so the deepest one must still fit.
  const height = department === null ? 1 : heightOf(departments, department.id);
  const send = (values: Record<string, unknown>, version: number | undefined) => {
    const input = departmentInput(values, department?.sort);
    return department === null
      ? add.mutateAsync(input as InputOf<typeof departmentAdd>)
      : edit.mutateAsync({ ...input, id: department.id, version } as InputOf<typeof departmentEdit>);
  };
  const leader = department?.leader_id == null ? [] : [{ id: department.leader_id, name: department.leader_name }];
  return (
    <FormDialog
      title={
        department === null
          ? t('organisation.departments.add')
          : t('organisation.departments.editNamed', { name: department.name })
      }
      schema={department === null ? departmentAdd.input : departmentEdit.input}
      initial={
        department === null
          ? { parent_id: props.parentId ?? undefined, is_production: true }
          : {
              name: department.name,
              parent_id: department.parent_id ?? undefined,
              leader_id: department.leader_id ?? undefined,
              is_production: department.is_production,
            }
      }
      version={department?.version}
      onSubmit={send}
      onClose={props.onClose}
    >
      <Field name="name" label={t('organisation.departments.name')}>
        <Input {...typedLength(LIMITS.nameMax)} autoComplete="off" />
      </Field>
      <Field name="parent_id" label={t('organisation.departments.parent')}>
        <DepartmentPicker
          without={department?.id}
          deepest={LIMITS.departmentLevels - height}
          placeholder={t('organisation.departments.top')}
        />
      </Field>
      <Field name="leader_id" label={t('organisation.departments.leader')}>
        <StaffPicker known={leader} />
      </Field>
      <Field name="is_production" valuePropName="checked" required={false}>
        <Checkbox>{t('organisation.departments.production')}</Checkbox>
      </Field>
    </FormDialog>
  );
}
