import { useMemo, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import type { PickerProps } from '../../../ui/form/fields.tsx';
import { RecordPicker, type RecordPickerField } from '../../../ui/records/record-picker.tsx';
import { departmentOptions, type DepartmentOption } from '../organisation.logic.ts';
import { useStaffTree } from '../organisation.queries.ts';

const INDENT = 16;

const renderOption = ({ label, data }: { label?: ReactNode; data: DepartmentOption }): ReactNode => (
  <span className="ellipsis" title={data.path} style={{ paddingLeft: (data.level - 1) * INDENT }}>
    {label}
  </span>
);

/**
 * Form field that chooses a department. The list is indented by level. The search also reads the names of the
 * ancestors.
 */
export function DepartmentPicker({
  without,
  deepest,
  ...field
}: RecordPickerField & {
  /** This department and all departments below it are omitted. */
  without?: number;
  /** The deepest level that can be chosen. */
  deepest?: number;
}) {
  const t = useT();
  const { data, isFetching } = useStaffTree();
  const options = useMemo(
    () => data && departmentOptions(data.departments, { without, deepest }),
    [data, without, deepest],
  );
  return (
    <RecordPicker<DepartmentOption>
      {...field}
      label={t('organisation.department')}
      placeholder={field.placeholder ?? t('organisation.picker.department')}
      none={t('organisation.picker.noDepartment')}
      options={options}
      isFetching={isFetching}
      searched="path"
      optionRender={renderOption}
    />
  );
}

/** The same as a field of an entity form. */
export function DepartmentField<Row>({ row: _row, ...field }: PickerProps<number | null, Row>) {
  return <DepartmentPicker {...field} />;
}
