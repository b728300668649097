import { labelGroups, labels } from '@prdm/contract/config/dictionaries';
import { useApiQuery } from '../../../lib/api/queries.ts';
import type { EntityConfig, RowOf } from '../../../ui/crud/crud-types.ts';
import { EntityList } from '../../../ui/crud/entity-page.tsx';
import { entityPicker } from '../../../ui/crud/entity-picker.tsx';
import { standardName, useT } from '../../../lib/i18n.ts';

type Label = RowOf<typeof labels>;

const LABELS: EntityConfig<Label> = {
  calls: labels,
  noun: 'label',
  about: 'entities.about.label',
  standard: 'label',
  exports: true,
  colour: (row) => row.colour,
  columns: (t) => [
    {
      key: 'label_group_name',
      title: t('entities.field.label_group_id'),
      width: 200,
      card: 'line',
      render: ({ label_group_name: name }) => standardName('label_group', name),
    },
  ],
  fields: [
    {
      kind: 'entry',
      name: 'label_group_id',
      label: 'entities.field.label_group_id',
      picker: entityPicker<Label>({
        calls: labelGroups,
        noun: 'label_group',
        standard: 'label_group',
        known: (row) => ({ id: row.label_group_id, name: row.label_group_name }),
      }),
    },
    { kind: 'colour', name: 'colour', label: 'entities.field.colour', clearable: true },
  ],
};

/** Labels of projects (项目标签), which can be filtered by their group. */
export default function LabelPage() {
  const t = useT();
  const groups = useApiQuery(labelGroups.index, { ispage: 'not', state: 'all' }).data?.list ?? [];
  const filter = {
    key: 'label_group_id',
    label: t('entities.field.label_group_id'),
    options: groups.map(({ id, name }) => ({ value: String(id), label: standardName('label_group', name) })),
  };
  return (
    <div className="list-page">
      <EntityList config={groups.length === 0 ? LABELS : { ...LABELS, filters: [filter] }} />
    </div>
  );
}
