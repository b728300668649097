import { userGroups } from '@prdm/contract/organisation/entities';
import { names, number } from '../../../lib/format.ts';
import { textColumn } from '../../../ui/crud/columns.tsx';
import type { EntityConfig, RowOf } from '../../../ui/crud/crud-types.ts';
import { EntityList } from '../../../ui/crud/entity-page.tsx';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';
import { DepartmentsField } from '../parts/departments-field.tsx';
import { GroupMembers } from '../parts/group-members.tsx';
import { StaffPicker } from '../parts/staff-picker.tsx';

type Group = RowOf<typeof userGroups>;

const named = ({ users, departments }: Group): string => names([...departments, ...users]);

const groups = (onMembers: (group: Group) => void): EntityConfig<Group> => ({
  calls: userGroups,
  noun: 'user_group',
  about: 'entities.about.user_group',
  exports: true,
  columns: (t) => [
    {
      key: 'members',
      title: t('entities.field.members'),
      width: 120,
      card: 'end',
      render: (group) => (
        <button type="button" className="link-button" onClick={() => onMembers(group)}>
          {t('entities.people', { count: group.members, n: number(group.members) })}
        </button>
      ),
    },
    {
      key: 'named',
      title: t('entities.field.people'),
      width: 280,
      render: (group) => <span title={named(group)}>{named(group)}</span>,
    },
    textColumn(t, 'purpose', 'entities.field.purpose'),
  ],
  fields: [
    { kind: 'longText', name: 'purpose', label: 'entities.field.purpose', max: 500 },
    {
      kind: 'people',
      name: 'user_ids',
      label: 'entities.field.user_ids',
      from: ({ users }) => users.map(({ id }) => id),
      picker: ({ row, ...field }) => <StaffPicker {...field} multiple known={row?.users} />,
    },
    {
      kind: 'departments',
      name: 'department_ids',
      label: 'entities.field.department_ids',
      hint: 'entities.hint.departments',
      from: ({ departments }) => departments.map(({ id }) => id),
      picker: DepartmentsField,
    },
  ],
});

/** User groups (用户组): people and whole departments. The number of members opens them at the right. */
export default function GroupPage() {
  const drawer = useRecordParam('group');
  return (
    <div className="list-page">
      <EntityList config={{ ...groups(({ id }) => drawer.open(id)), openId: drawer.id }} />
      {drawer.id !== null && <GroupMembers id={drawer.id} onClose={drawer.close} />}
    </div>
  );
}
