import { positions, positionTemplates } from '@prdm/contract/organisation/entities';
import { standardName } from '../../../lib/i18n.ts';
import { number } from '../../../lib/format.ts';
import { textColumn } from '../../../ui/crud/columns.tsx';
import type { EntityConfig, RowOf } from '../../../ui/crud/crud-types.ts';
import { EntityList } from '../../../ui/crud/entity-page.tsx';
import { entityPicker } from '../../../ui/crud/entity-picker.tsx';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';
import { useDepartmentFilter } from '../parts/department-filter.ts';
import { DepartmentField } from '../parts/department-picker.tsx';
import { PositionImport } from '../parts/positions/position-import.tsx';
import { PositionMembers } from '../parts/position-members.tsx';

type Position = RowOf<typeof positions>;

const POSITIONS: EntityConfig<Position> = {
  calls: positions,
  noun: 'position',
  about: 'entities.about.position',
  exports: true,
  standard: 'positions',
  refresh: ['user'],
  columns: (t) => [
    textColumn(t, 'department_name', 'entities.field.department_id', { width: 200 }),
    {
      key: 'position_template_name',
      title: t('entities.field.position_template_id'),
      width: 200,
      render: ({ position_template_name: name }) => standardName('positions', name),
    },
  ],
  fields: [
    { kind: 'department', name: 'department_id', label: 'entities.field.department_id', picker: DepartmentField },
    {
      kind: 'entry',
      name: 'position_template_id',
      label: 'entities.field.position_template_id',
      hint: 'entities.hint.position_template',
      picker: entityPicker<Position>({
        calls: positionTemplates,
        noun: 'position_template',
        standard: 'positions',
        known: (row) => ({ id: row.position_template_id, name: row.position_template_name }),
      }),
    },
  ],
  usedText: (t, count) => t('entities.people', { count, n: number(count) }),
};

/** The positions (岗位). The number of people opens them at the right. */
export default function PositionPage() {
  const drawer = useRecordParam('position');
  const filters = useDepartmentFilter();
  return (
    <div className="list-page">
      <EntityList
        config={{ ...POSITIONS, filters, onUsed: ({ id }) => drawer.open(id), openId: drawer.id }}
        tools={<PositionImport />}
      />
      {drawer.id !== null && <PositionMembers id={drawer.id} onClose={drawer.close} />}
    </div>
  );
}
