import { dateTime } from '../../../lib/format.ts';
import { useT, keyInData } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useLoginHistory } from '../profile.queries.ts';

/** The last sign-ins with this account. The user can detect a foreign one here. */
export function SignIns() {
  const t = useT();
  const { data, error, refetch } = useLoginHistory();
  if (!data && error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={4} />;
  return (
    <div className="profile-table" tabIndex={0} role="region" aria-label={t('identity.profile.signIns')}>
      <table>
        <caption>{t('identity.profile.signIns')}</caption>
        <thead>
          <tr>
            {(['at', 'ip', 'way', 'result'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`identity.profile.signIn.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.list.map((entry) => (
            <tr key={entry.id} title={entry.agent}>
              <td className="tabular">{dateTime(entry.at)}</td>
              <td className="tabular">{entry.ip}</td>
              <td>{t(keyInData(`identity.profile.way.${entry.way}`))}</td>
              <td data-failed={entry.result !== 'success'}>
                {t(keyInData(`identity.profile.result.${entry.result}`))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
