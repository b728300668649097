import { useT } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/controls/select.tsx';
import type { PickerProps } from '../../../ui/form/fields.tsx';
import { departmentOptions } from '../organisation.logic.ts';
import { useStaffTree } from '../organisation.queries.ts';

/** Form field that chooses several departments. */
export function DepartmentsField<Row>({ row: _row, value, ...field }: PickerProps<number[], Row>) {
  const t = useT();
  const { data } = useStaffTree();
  return (
    <Select<number[]>
      {...field}
      mode="multiple"
      // Before the names load, the select would show bare ids.
      value={data === undefined ? [] : value}
      options={data && departmentOptions(data.departments).map(({ value: id, path }) => ({ value: id, label: path }))}
      placeholder={t('organisation.picker.department')}
      notFoundContent={t('organisation.picker.noDepartment')}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  );
}
