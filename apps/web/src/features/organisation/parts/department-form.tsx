import { companies } from '@prdm/contract/config/dictionaries';
import { LIMITS } from '@prdm/contract/limits';
import { departmentAdd, departmentEdit, type Department } from '@prdm/contract/organisation';
import { useT } from '../../../lib/i18n.ts';
import type { EntityForm } from '../../../ui/crud/crud-types.ts';
import { entityPicker } from '../../../ui/crud/entity-picker.tsx';
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

/** A person of the department. The present one stays in the list after leaving. */
const personField = (known: (row: Department) => { id: number | null; name: string }) =>
  function PersonField({ row, ...field }: PickerOfOne) {
    const { id = null, name = '' } = row === null ? {} : known(row);
    return <StaffPicker {...field} known={id === null ? [] : [{ id, name }]} />;
  };
const LeaderField = personField((row) => ({ id: row.leader_id, name: row.leader_name }));
const ManagerField = personField((row) => ({ id: row.leading_manager_id, name: row.leading_manager_name }));
const CompanyField = entityPicker<Department>({
  calls: companies,
  noun: 'company',
  known: (row) => ({ id: row.company_id, name: row.company_name }),
});

export const DEPARTMENT_FORM: EntityForm<Department> = {
  calls: { add: departmentAdd, edit: departmentEdit },
  noun: 'department',
  nameLabel: 'organisation.departments.name',
  refresh: ['user'],
  fields: [
    { kind: 'department', name: 'parent_id', label: 'organisation.departments.parent', picker: ParentField },
    { kind: 'person', name: 'leader_id', label: 'organisation.departments.leader', picker: LeaderField },
    {
      kind: 'person',
      name: 'leading_manager_id',
      label: 'organisation.departments.leadingManager',
      picker: ManagerField,
    },
    { kind: 'entry', name: 'company_id', label: 'organisation.departments.company', picker: CompanyField },
    { kind: 'flag', name: 'is_production', label: 'organisation.departments.production', initial: true },
  ],
};
