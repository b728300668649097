import { LIMITS } from '@prdm/contract/limits';
import { departmentAdd, departmentEdit, type Department } from '@prdm/contract/organisation';
import { useT } from '../../../lib/i18n.ts';
import type { EntityForm } from '../../../ui/crud/crud-types.ts';
import type { PickerProps } from '../../../ui/form/fields.tsx';
import { heightOf } from '../organisation.logic.ts';
import { useDepartments } from '../organisation.queries.ts';
import { DepartmentPicker } from './department-picker.tsx';
import { StaffPicker } from './staff-picker.tsx';

type PickerOfOne = PickerProps<number | null, Department>;

/** The departments below move along, so the deepest one must still fit. */
function ParentField({ row, ...field }: PickerOfOne) {
  const t = useT();
  const all = useDepartments().data?.list ?? [];
  const height = row === null ? 1 : heightOf(all, row.id);
  const deepest = LIMITS.departmentLevels - height;
  return (
    <DepartmentPicker {...field} without={row?.id} deepest={deepest} placeholder={t('organisation.departments.top')} />
  );
}

function LeaderField({ row, ...field }: PickerOfOne) {
  return (
    <StaffPicker {...field} known={row?.leader_id == null ? [] : [{ id: row.leader_id, name: row.leader_name }]} />
  );
}

export const DEPARTMENT_FORM: EntityForm<Department> = {
  calls: { add: departmentAdd, edit: departmentEdit },
  noun: 'department',
  nameLabel: 'organisation.departments.name',
  refresh: ['user'],
  keep: ({ sort }) => ({ sort }),
  fields: [
    { kind: 'department', name: 'parent_id', label: 'organisation.departments.parent', picker: ParentField },
    { kind: 'person', name: 'leader_id', label: 'organisation.departments.leader', picker: LeaderField },
    { kind: 'flag', name: 'is_production', label: 'organisation.departments.production', initial: true },
  ],
};
