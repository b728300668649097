import type { SessionLine } from '@prdm/contract/identity/sessions';
import { dateTime } from '../../../lib/format.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { browserOf, systemOf } from '../../../lib/device.ts';
import { useOwnSessions, useSessionEnd } from '../profile.queries.ts';

/** The user's live sessions. One of them or all others can be ended here. */
export function OwnSessions() {
  const t = useT();
  return (
    <section className="profile-section" aria-label={t('recovery.sessions.title')}>
      <h2>{t('recovery.sessions.title')}</h2>
      <p className="field-hint">{t('recovery.sessions.hint')}</p>
      <Sessions />
    </section>
  );
}

function Sessions() {
  const t = useT();
  const { data, error, refetch } = useOwnSessions();
  const end = useSessionEnd();
  if (!data && error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={3} />;
  const ended = { onSuccess: () => toast.success(t('recovery.sessions.ended')) };
  const deviceOf = ({ agent }: SessionLine) => deviceName(agent, t);
  return (
    <>
      <div
        className="profile-table sessions-table"
        tabIndex={0}
        role="region"
        aria-label={t('recovery.sessions.table')}
      >
        <table>
          <thead>
            <tr>
              {(['device', 'ip', 'way', 'seen'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`recovery.sessions.${name}`)}
                </th>
              ))}
              <th scope="col">{t('recovery.sessions.act')}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((line) => (
              <tr key={line.key} title={line.agent}>
                <td>{deviceOf(line)}</td>
                <td className="tabular">{line.ip}</td>
                <td>{t(`identity.profile.way.${line.way}`)}</td>
                <td className="tabular">{dateTime(line.last_seen_at)}</td>
                <td>
                  {line.current ? (
                    t('recovery.sessions.current')
                  ) : (
                    <button
                      type="button"
                      className="link-button"
                      disabled={end.isPending}
                      aria-label={t('recovery.sessions.endOf', { device: deviceOf(line) })}
                      onClick={() => end.mutate({ key: line.key }, ended)}
                    >
                      {t('recovery.sessions.end')}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.list.length > 1 && (
        <button
          type="button"
          className="button sessions-end-others"
          disabled={end.isPending}
          onClick={() => end.mutate({ others: true }, ended)}
        >
          {t('recovery.sessions.endOthers')}
        </button>
      )}
    </>
  );
}

function deviceName(agent: string, t: Translate): string {
  const parts = [browserOf(agent), systemOf(agent)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' · ') : t('recovery.sessions.unknown');
}
