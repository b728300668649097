import type { ReactNode } from 'react';
import type { StaffRow } from '@prdm/contract/organisation';
import { userModify } from '@prdm/contract/staff';
import { date } from '../../../lib/format.ts';
import { standardName, useT, keyInData } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { RecordDrawer } from '../../../ui/records/record-drawer.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { personPath } from '../addresses.ts';
import { namesAbove } from '../organisation.logic.ts';
import { usePerson } from '../organisation.queries.ts';
import { PersonSessions } from '../staff/person-sessions.tsx';
import { PersonWhy } from '../why/person-why.tsx';
import { StaffStatusChip } from './staff-columns.tsx';

export type PersonAct = 'edit' | 'resetPwd' | 'disable' | 'restore' | 'handOver' | 'del';

/** One person beside the list: the record, and the actions that the server allows. */
export function PersonDrawer(props: {
  id: number;
  ids: readonly number[];
  onWalk: (id: number) => void;
  onClose: () => void;
  onAct: (act: PersonAct, person: StaffRow) => void;
}) {
  const t = useT();
  const { data: person, error, refetch } = usePerson(props.id);
  useRecordTitle(person?.name, person && { kind: 'person', id: person.id, to: personPath(person.id) });
  return (
    <RecordDrawer
      id={props.id}
      ids={props.ids}
      onWalk={props.onWalk}
      onClose={props.onClose}
      label={t('organisation.staff.drawer')}
      title={
        person && (
          <span className="person-title">
            <Avatar id={person.id} name={person.name} thumb={person.thumb} size={32} />
            <span className="ellipsis">{person.name}</span>
            <StaffStatusChip status={person.status} t={t} />
          </span>
        )
      }
      footer={person && <Acts person={person} onAct={(act) => props.onAct(act, person)} />}
    >
      {!person && error === null && <SkeletonLines lines={8} />}
      {!person && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {person && <Facts person={person} />}
      {/* The server asks for the same right as for a new password. */}
      {person?.can.resetPwd && <PersonSessions key={`sessions ${person.id}`} person={person} />}
      {person && <PersonWhy key={`why ${person.id}`} id={person.id} />}
    </RecordDrawer>
  );
}

function Facts({ person }: { person: StaffRow }) {
  const t = useT();
  const facts: [string, ReactNode][] = [
    [t('organisation.field.account'), person.account],
    [t('organisation.department'), person.department_name],
    [t('organisation.field.position_id'), standardName('positions', person.position_name)],
    [t('leading.field.leader_id'), person.leader_name],
    [t('leading.field.company_id'), person.company_name],
    [t('config.kind.profession'), standardName('profession', person.profession_name)],
    [t('leading.field.position_title_id'), person.position_title_name],
    ...(person.phone === null ? [] : [[t('organisation.field.phone'), person.phone] satisfies [string, ReactNode]]),
    ...(person.email === null ? [] : [[t('organisation.field.email'), person.email] satisfies [string, ReactNode]]),
    [t('organisation.field.sex'), person.sex === '' ? '' : t(keyInData(`organisation.sex.${person.sex}`))],
    [t('organisation.field.employee_no'), person.employee_no],
    [t('organisation.field.entry_date'), date(person.entry_date)],
    [t('organisation.field.formal_date'), date(person.formal_date)],
    [t('organisation.field.work_start_date'), date(person.work_start_date)],
    [
      t('organisation.field.role_ids'),
      person.roles.map(({ name }) => standardName('roles', name)).join(t('organisation.staff.and')),
    ],
    [t('organisation.field.created_at'), date(person.created_at)],
  ];
  return (
    <dl className="person-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' ? <span className="person-nothing">{t('organisation.staff.nothing')}</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

const ACTS: readonly PersonAct[] = ['edit', 'restore', 'resetPwd', 'handOver', 'disable', 'del'];
const SERIOUS: readonly PersonAct[] = ['disable', 'del'];

/** Shows only allowed actions. A text gives the reason for missing ones. */
function Acts({ person, onAct }: { person: StaffRow; onAct: (act: PersonAct) => void }) {
  const t = useT();
  const acts = ACTS.filter((act) => person.can[act]);
  // The head of a department changes nobody, so no reason is missing.
  const above = useMay()(userModify) ? namesAbove(person).join(t('organisation.staff.and')) : '';
  return (
    <div className="person-acts">
      {above !== '' && (
        <span className="person-nothing person-above">
          {t('organisation.staff.notAllowed.above', { roles: above })}
        </span>
      )}
      {acts.map((act, index) => (
        <button
          key={act}
          type="button"
          className={`button ${SERIOUS.includes(act) ? 'person-serious' : index === 0 ? 'button-primary' : ''}`}
          onClick={() => onAct(act)}
        >
          {t(`organisation.staff.act.${act}`)}
        </button>
      ))}
    </div>
  );
}
