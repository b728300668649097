import { useState } from 'react';
import type { SessionLine } from '@prdm/contract/identity/sessions';
import type { StaffRow } from '@prdm/contract/organisation';
import { personSessionEnd, personSessions } from '@prdm/contract/organisation/person-sessions';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';
import { dateTime } from '../../../lib/format.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { browserOf, systemOf } from '../../../lib/device.ts';
import './person-sessions.css';

/** The live sessions of a person, for callers who may give the person's roles. They load on request. */
export function PersonSessions({ person }: { person: StaffRow }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <section className="person-sessions" aria-label={t('organisation.staff.sessions.title')}>
      <h3>{t('organisation.staff.sessions.title')}</h3>
      {open ? (
        <Lines person={person} />
      ) : (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          {t('organisation.staff.sessions.open')}
        </button>
      )}
    </section>
  );
}

function Lines({ person: { id, name } }: { person: StaffRow }) {
  const t = useT();
  const { data, error, refetch } = useApiQuery(personSessions, { id });
  const end = useApiMutation(personSessionEnd);
  if (!data && error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={2} />;
  if (data.list.length === 0) return <p className="person-nothing">{t('organisation.staff.sessions.none')}</p>;
  const ask = async (which: { key: string } | { all: true }) => {
    const isAll = 'all' in which;
    const isWanted = await confirm({
      title: t(isAll ? 'organisation.staff.sessions.endAllTitle' : 'organisation.staff.sessions.endTitle', { name }),
      text: t(isAll ? 'organisation.staff.sessions.endAllText' : 'organisation.staff.sessions.endText'),
      verb: t(isAll ? 'organisation.staff.sessions.endAll' : 'recovery.sessions.end'),
      danger: true,
    });
    if (isWanted) end.mutate({ id, ...which }, { onSuccess: () => toast.success(t('recovery.sessions.ended')) });
  };
  return (
    <>
      <ul>
        {data.list.map((line) => (
          <li key={line.key} title={line.agent}>
            <span>
              {deviceName(line, t)}
              <small className="tabular">
                {line.ip} · {t(`identity.profile.way.${line.way}`)} · {dateTime(line.last_seen_at)}
              </small>
            </span>
            <button
              type="button"
              className="link-button"
              disabled={end.isPending}
              aria-label={t('recovery.sessions.endOf', { device: deviceName(line, t) })}
              onClick={() => void ask({ key: line.key })}
            >
              {t('recovery.sessions.end')}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button person-serious"
        disabled={end.isPending}
        onClick={() => void ask({ all: true })}
      >
        {t('organisation.staff.sessions.endAll')}
      </button>
    </>
  );
}

function deviceName({ agent }: SessionLine, t: Translate): string {
  const parts = [browserOf(agent), systemOf(agent)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' · ') : t('recovery.sessions.unknown');
}
