import type { ProjectMember } from '@prdm/contract/projects';
import { date } from '../../../../lib/format.ts';
import { standardName, type Translate } from '../../../../lib/i18n.ts';
import { DateText } from '../../../../ui/date-text.tsx';
import { PersonLine } from '../../../../ui/people/people-picker.tsx';
import { ToneChip } from '../../../../ui/feedback/status-chip.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import type { PageColumn } from '../../../../ui/table/table-types.ts';
import { wordWidth } from '../../../../ui/table/word-width.ts';
import { RoleTags } from './role-tags.tsx';

interface Acts {
  /** The reason why the manager cannot be removed. */
  readonly managerStays: string;
  readonly onRoles: (member: ProjectMember) => void;
  readonly onRemove: (member: ProjectMember) => void | Promise<void>;
}

export function memberColumns(t: Translate, acts: Acts | null): PageColumn<ProjectMember>[] {
  return [
    {
      key: 'name',
      title: t('projects.members.name'),
      width: 220,
      fixed: true,
      card: 'title',
      render: (member) => (
        <span className="member-name">
          <PersonLine person={{ id: member.user_id, name: member.name, thumb: member.thumb, hint: member.account }} />
          {member.status !== 'active' && <ToneChip tone="amber">{t(`organisation.status.${member.status}`)}</ToneChip>}
        </span>
      ),
    },
    {
      key: 'roles',
      title: t('projects.members.roles'),
      card: 'line',
      render: (member) =>
        member.roles.length > 0 ? (
          <RoleTags roles={member.roles} />
        ) : (
          <span className="muted">{t('projects.members.noRole')}</span>
        ),
    },
    {
      key: 'department',
      title: t('organisation.department'),
      width: 150,
      card: 'line',
      // A person of a partner company has no department here.
      render: ({ department_name, firm }) =>
        firm === '' ? (
          department_name
        ) : (
          <span className="ellipsis" title={firm}>
            {firm}
          </span>
        ),
    },
    {
      key: 'position',
      title: t('projects.members.position'),
      width: 140,
      optional: true,
      render: ({ position_name }) => standardName('positions', position_name),
    },
    {
      key: 'ends',
      title: t('partners.endsOn'),
      width: 120,
      align: 'right',
      card: 'line',
      render: ({ ends_on: end }) => (end === null ? null : <DateText value={end} />),
    },
    {
      key: 'joined',
      title: t('projects.members.joined'),
      width: 120,
      align: 'right',
      render: ({ joined_at }) => <DateText value={date(joined_at)} />,
    },
    ...(acts === null ? [] : [actsColumn(t, acts)]),
  ];
}

const actsColumn = (t: Translate, acts: Acts): PageColumn<ProjectMember> => ({
  key: 'acts',
  fixed: 'right',
  title: t('projects.list.actions'),
  width: wordWidth(64, 80),
  align: 'right',
  card: 'end',
  render: (member) => (
    <RowMenu
      name={member.name}
      acts={[
        {
          key: 'roles',
          icon: 'role',
          label: t('projects.members.changeRoles'),
          run: () => acts.onRoles(member),
        },
        {
          key: 'remove',
          icon: 'trash',
          label: t('projects.members.remove'),
          danger: true,
          why: member.is_manager ? acts.managerStays : null,
          run: () => acts.onRemove(member),
        },
      ]}
    />
  ),
});
