import { professions, staskTypes } from '@prdm/contract/config/dictionaries';
import { standardName } from '../../../lib/i18n.ts';
import type { RowOf } from '../../../ui/crud/crud-types.ts';
import { entityPage } from '../../../ui/crud/entity-page.tsx';
import { entityPicker } from '../../../ui/crud/entity-picker.tsx';
import { number } from '../../../lib/format.ts';

/** Types of planned tasks (计划任务类型) with their standard hours. */
export default entityPage({
  calls: staskTypes,
  noun: 'stask_type',
  about: 'entities.about.stask_type',
  standard: 'stask_type',
  exports: true,
  columns: (t) => [
    {
      key: 'profession_id',
      title: t('entities.field.profession_id'),
      width: 180,
      card: 'line',
      render: ({ profession_name: name }) => standardName('profession', name),
    },
    {
      key: 'standard_hours',
      title: t('entities.field.standard_hours'),
      width: 140,
      align: 'right',
      card: 'end',
      render: ({ standard_hours: hours }) => (hours === null ? null : t('common.hours', { n: number(hours, 1) })),
    },
  ],
  fields: [
    {
      kind: 'entry',
      name: 'profession_id',
      label: 'entities.field.profession_id',
      picker: entityPicker<RowOf<typeof staskTypes>>({
        calls: professions,
        noun: 'profession',
        standard: 'profession',
        known: (row) => ({ id: row.profession_id, name: row.profession_name }),
      }),
    },
    {
      kind: 'hours',
      name: 'standard_hours',
      label: 'entities.field.standard_hours',
      hint: 'entities.hint.standard_hours',
    },
  ],
});
