import { Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { departmentOptions, type DepartmentOption } from '../organisation.logic.ts';
import { useStaffTree } from '../organisation.queries.ts';

const INDENT = 16;

const renderOption = ({ label, data }: { label?: ReactNode; data: DepartmentOption }): ReactNode => (
  <span className="ellipsis" title={data.path} style={{ paddingLeft: (data.level - 1) * INDENT }}>
    {label}
  </span>
);

/** Chooses a department; the list is indented by level and searched with the names above. Fits into a form's field. */
export function DepartmentPicker(props: {
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** This department and all below it cannot be chosen. */
  without?: number;
  /** The deepest level that can be chosen. */
  deepest?: number;
  disabled?: boolean;
  placeholder?: string;
  id?: string;
  /** A form checks its field when it is left. */
  onBlur?: () => void;
  'aria-label'?: string;
}) {
  const t = useT();
  const { data, isFetching } = useStaffTree();
  const { without, deepest } = props;
  const options = useMemo(
    () => departmentOptions(data?.departments ?? [], { without, deepest }),
    [data, without, deepest],
  );
  return (
    <Select<number | null, DepartmentOption>
      id={props.id}
      // In a form's field the label names it.
      aria-label={props['aria-label'] ?? (props.id === undefined ? t('organisation.department') : undefined)}
      value={data === undefined ? undefined : (props.value ?? undefined)}
      onChange={(value) => props.onChange?.(value ?? null)}
      onBlur={props.onBlur}
      options={options}
      loading={data === undefined && isFetching}
      disabled={props.disabled}
      allowClear
      placeholder={props.placeholder ?? t('organisation.picker.department')}
      notFoundContent={t('organisation.picker.noDepartment')}
      showSearch={{ optionFilterProp: 'path' }}
      optionRender={renderOption}
      style={{ width: '100%' }}
    />
  );
}
