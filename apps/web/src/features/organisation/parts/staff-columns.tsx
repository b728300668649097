import type { StaffRow } from '@prdm/contract/organisation';
import type { StaffStatus } from '@prdm/contract/status';
import { date } from '../../../lib/format.ts';
import { useMe } from '../../../lib/session/access.ts';
import { standardName, type Translate } from '../../../lib/i18n.ts';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import { gripColumn, moveActs, type RowOrder } from '../../../ui/crud/entity-columns.tsx';
import type { Tone } from '../../../ui/feedback/status.ts';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { RowMenu, type RowAct } from '../../../ui/table/row-menu.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { wordWidth } from '../../../ui/table/word-width.ts';
import { namesAbove, whyNotDisabled } from '../organisation.logic.ts';

const LOOKS: Record<StaffStatus, { tone: Tone; mark: string }> = {
  active: { tone: 'green', mark: '✓' },
  disabled: { tone: 'amber', mark: '‖' },
  former: { tone: 'neutral', mark: '○' },
};

export function StaffStatusChip({ status, t }: { status: StaffStatus; t: Translate }) {
  const { tone, mark } = LOOKS[status];
  return (
    <ToneChip tone={tone} mark={mark}>
      {t(`organisation.status.${status}`)}
    </ToneChip>
  );
}

export interface StaffActs {
  readonly onDisable: (person: StaffRow) => void | Promise<void>;
  readonly onRestore: (person: StaffRow) => void;
  readonly onResetPwd: (person: StaffRow) => void | Promise<void>;
}

/** Without `acts` the list is read-only. */
export function staffColumns(
  t: Translate,
  acts: StaffActs | null,
  order: RowOrder | null = null,
): PageColumn<StaffRow>[] {
  const columns: PageColumn<StaffRow>[] = [
    ...(order === null ? [] : [gripColumn<StaffRow>(t, ({ name }) => name, order)]),
    {
      key: 'name',
      title: t('organisation.field.name'),
      width: 176,
      fixed: true,
      card: 'title',
      render: (person) => (
        <PersonLine person={{ id: person.id, name: person.name, thumb: person.thumb, hint: person.account }} />
      ),
    },
    {
      key: 'department',
      title: t('organisation.department'),
      width: wordWidth(100, 96),
      card: 'line',
      render: ({ department_name }) => department_name,
    },
    {
      key: 'position',
      title: t('organisation.field.position_id'),
      width: wordWidth(112, 144),
      card: 'line',
      render: ({ position_name }) => standardName('positions', position_name),
    },
    {
      key: 'profession',
      title: t('config.kind.profession'),
      width: 110,
      optional: true,
      render: ({ profession_name }) => standardName('profession', profession_name),
    },
    {
      key: 'leader',
      title: t('leading.field.leader_id'),
      width: wordWidth(96, 128),
      optional: true,
      render: ({ leader_name }) => leader_name,
    },
    {
      key: 'company',
      title: t('leading.field.company_id'),
      width: 150,
      optional: true,
      render: ({ company_name }) => company_name,
    },
    {
      key: 'title',
      title: t('leading.field.position_title_id'),
      width: wordWidth(120, 150),
      optional: true,
      render: ({ position_title_name }) => position_title_name,
    },
    {
      key: 'roles',
      title: t('organisation.field.role_ids'),
      render: ({ roles }) => roles.map(({ name }) => standardName('roles', name)).join(t('organisation.staff.and')),
    },
    {
      key: 'phone',
      title: t('organisation.field.phone'),
      width: 116,
      render: ({ phone }) => <span className="tabular">{phone}</span>,
    },
    {
      key: 'employee_no',
      title: t('organisation.field.employee_no'),
      width: wordWidth(96, 112),
      optional: true,
      render: ({ employee_no }) => <span className="tabular">{employee_no}</span>,
    },
    ...(['entry_date', 'formal_date', 'work_start_date'] as const).map((key): PageColumn<StaffRow> => ({
      key,
      title: t(`organisation.field.${key}`),
      width: wordWidth(104, 120),
      optional: true,
      render: (person) => <span className="tabular">{date(person[key])}</span>,
    })),
    { key: 'email', title: t('organisation.field.email'), width: 200, optional: true, render: ({ email }) => email },
    {
      key: 'status',
      title: t('organisation.field.status'),
      width: wordWidth(84, 96),
      card: 'end',
      render: ({ status }) => <StaffStatusChip status={status} t={t} />,
    },
  ];
  if (acts === null) return columns;
  return [
    ...columns,
    {
      key: 'acts',
      fixed: 'right',
      align: 'right',
      title: t('organisation.field.actions'),
      width: wordWidth(64, 80),
      card: 'end',
      render: (person) => <Act person={person} t={t} acts={acts} order={order} />,
    },
  ];
}

function Act(props: { person: StaffRow; t: Translate; acts: StaffActs; order: RowOrder | null }) {
  const { person, t, acts } = props;
  const me = useMe();
  const isActive = person.status === 'active';
  const may = isActive ? person.can.disable : person.can.restore;
  const whyNot = may ? null : isActive ? whyNotDisabled(person, me) : 'above';
  const why =
    whyNot === null
      ? null
      : t(`organisation.staff.notAllowed.${whyNot}`, { roles: namesAbove(person).join(t('organisation.staff.and')) });
  const reset: RowAct = {
    key: 'reset',
    icon: 'key',
    label: t('organisation.staff.reset'),
    run: () => acts.onResetPwd(person),
  };
  const change: RowAct = isActive
    ? {
        key: 'disable',
        icon: 'pause',
        label: t('organisation.staff.disable'),
        danger: true,
        why,
        asked: { call: 'user/disable', subjects: [{ field: 'id', kind: 'user', id: person.id }] },
        run: () => acts.onDisable(person),
      }
    : {
        key: 'restore',
        icon: 'restore',
        label: t('organisation.staff.restore'),
        why,
        asked: { call: 'user/restore', subjects: [{ field: 'id', kind: 'user', id: person.id }] },
        run: () => acts.onRestore(person),
      };
  const moves = moveActs(t, props.order, person.id);
  return <RowMenu name={person.name} acts={[...moves, ...(person.can.resetPwd ? [reset] : []), change]} />;
}
