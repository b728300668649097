import { useMemo } from 'react';
import { useT } from '../../../lib/i18n.ts';
import type { FilterOption, PageFilter } from '../../../ui/table/table-types.ts';
import { optionsOf, useProjectTypes, useStages } from '../../config/index.ts';
import { departmentOptions, useStaffTree } from '../../organisation/index.ts';

const asText = (options: readonly { value: number; label: string }[]): FilterOption[] =>
  options.map(({ value, label }) => ({ value: String(value), label }));

/** The filters of the project list. A filter without options is omitted. */
export function useProjectFilters(): PageFilter[] {
  const t = useT();
  const types = useProjectTypes().data;
  const stages = useStages().data;
  const tree = useStaffTree().data;
  return useMemo(
    () =>
      [
        { key: 'type_id', label: t('projects.field.type_id'), options: asText(optionsOf('project_type', types?.list)) },
        { key: 'stage_id', label: t('projects.field.stage_id'), options: asText(optionsOf('stage', stages?.list)) },
        {
          key: 'department_id',
          label: t('projects.field.department_id'),
          options: departmentOptions(tree?.departments ?? []).map(({ value, path }) => ({
            value: String(value),
            label: path,
          })),
        },
      ].filter(({ options }) => options.length > 0),
    [t, types, stages, tree],
  );
}
