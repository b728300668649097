import { useT } from '../../../lib/i18n.ts';
import type { PageFilter } from '../../../ui/table/table-types.ts';
import { departmentOptions } from '../organisation.logic.ts';
import { useStaffTree } from '../organisation.queries.ts';

/** The filter of a list by department. It is absent until the departments are known. */
export function useDepartmentFilter(): readonly PageFilter[] {
  const t = useT();
  const departments = useStaffTree().data?.departments ?? [];
  if (departments.length === 0) return [];
  return [
    {
      key: 'department_id',
      label: t('organisation.department'),
      options: departmentOptions(departments).map(({ value, path }) => ({ value: String(value), label: path })),
    },
  ];
}
