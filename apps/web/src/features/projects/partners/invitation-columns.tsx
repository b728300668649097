import type { Invitation, InvitationState, ReceivedInvitation } from '@prdm/contract/projects/partners';
import { date } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import type { Tone } from '../../../ui/feedback/status.ts';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { wordWidth } from '../../../ui/table/word-width.ts';
import { RoleTags } from '../parts/members/role-tags.tsx';

const TONES: Readonly<Record<InvitationState, Tone>> = {
  invited: 'blue',
  accepted: 'green',
  refused: 'red',
  cancelled: 'neutral',
  expired: 'neutral',
};

const StateChip = ({ t, state }: { t: Translate; state: InvitationState }) => (
  <ToneChip tone={TONES[state]}>{t(`partners.state.${state}`)}</ToneChip>
);

type Shared = Pick<Invitation, 'firm' | 'roles' | 'ends_on' | 'state' | 'created_at' | 'expires_at'>;

const firmColumn = <Row extends Shared>(t: Translate): PageColumn<Row> => ({
  key: 'firm',
  title: t('partners.firm'),
  width: 180,
  card: 'line',
  render: ({ firm }) => firm,
});
const rolesColumn = <Row extends Shared>(t: Translate): PageColumn<Row> => ({
  key: 'roles',
  title: t('partners.roles'),
  card: 'line',
  render: ({ roles }) => <RoleTags roles={roles} />,
});
const endColumn = <Row extends Shared>(t: Translate): PageColumn<Row> => ({
  key: 'ends',
  title: t('partners.endsOn'),
  width: 120,
  align: 'right',
  card: 'line',
  render: ({ ends_on: end }) =>
    end === null ? <span className="muted">{t('partners.noEnd')}</span> : <DateText value={end} />,
});
const stateColumn = <Row extends Shared>(t: Translate): PageColumn<Row> => ({
  key: 'state',
  title: t('partners.stateTitle'),
  width: wordWidth(100, 150),
  card: 'line',
  render: ({ state }) => <StateChip t={t} state={state} />,
});
const expiryColumn = <Row extends Shared>(t: Translate): PageColumn<Row> => ({
  key: 'expires',
  title: t('partners.expiresAt'),
  width: 120,
  align: 'right',
  optional: true,
  render: ({ expires_at: at }) => <DateText value={date(at)} />,
});

/** The invited person, as far as known. */
export const personOf = ({ name, email, firm }: Invitation): string => name || email || firm;

export const invitationColumns = (t: Translate, onCancel: (row: Invitation) => unknown): PageColumn<Invitation>[] => [
  {
    key: 'person',
    title: t('partners.person'),
    width: 220,
    fixed: true,
    card: 'title',
    render: (row) => (
      <span className="ellipsis" title={row.account}>
        {personOf(row)}
      </span>
    ),
  },
  firmColumn(t),
  rolesColumn(t),
  endColumn(t),
  stateColumn(t),
  { key: 'by', title: t('partners.inviter'), width: 110, render: (row) => row.invited_by_name },
  {
    key: 'at',
    title: t('partners.invitedAt'),
    width: 120,
    align: 'right',
    render: (row) => <DateText value={date(row.created_at)} />,
  },
  expiryColumn(t),
  {
    key: 'acts',
    fixed: 'right',
    title: t('projects.list.actions'),
    width: wordWidth(64, 80),
    align: 'right',
    card: 'end',
    render: (row) =>
      row.state === 'invited' && (
        <RowMenu
          name={personOf(row)}
          acts={[
            {
              key: 'cancel',
              icon: 'close',
              label: t('partners.cancel'),
              danger: true,
              run: () => onCancel(row),
            },
          ]}
        />
      ),
  },
];

interface Answers {
  readonly isBusy: boolean;
  readonly onAccept: (row: ReceivedInvitation) => unknown;
  readonly onRefuse: (row: ReceivedInvitation) => unknown;
  readonly onOpen: (projectId: number) => unknown;
}

export const receivedColumns = (t: Translate, answers: Answers): PageColumn<ReceivedInvitation>[] => [
  {
    key: 'project',
    title: t('partners.own.project'),
    width: 260,
    fixed: true,
    card: 'title',
    render: ({ project_name: name }) =>
      name === '' ? <span className="muted">{t('partners.own.hiddenProject')}</span> : name,
  },
  firmColumn(t),
  rolesColumn(t),
  endColumn(t),
  stateColumn(t),
  { key: 'by', title: t('partners.inviter'), width: 110, card: 'line', render: ({ inviter }) => inviter },
  expiryColumn(t),
  {
    key: 'acts',
    title: t('projects.list.actions'),
    width: 190,
    card: 'end',
    render: (row) => <AnswerButtons t={t} row={row} answers={answers} />,
  },
];

function AnswerButtons({ t, row, answers }: { t: Translate; row: ReceivedInvitation; answers: Answers }) {
  const { project_id: projectId } = row;
  if (projectId !== null)
    return (
      <button type="button" className="link-button" onClick={() => answers.onOpen(projectId)}>
        {t('partners.own.open')}
      </button>
    );
  if (row.state !== 'invited') return null;
  return (
    <span className="invite-answers">
      <button
        type="button"
        className="button button-primary"
        disabled={answers.isBusy}
        onClick={() => void answers.onAccept(row)}
      >
        {t('partners.own.accept')}
      </button>
      <button type="button" className="button" disabled={answers.isBusy} onClick={() => void answers.onRefuse(row)}>
        {t('partners.own.refuse')}
      </button>
    </span>
  );
}
