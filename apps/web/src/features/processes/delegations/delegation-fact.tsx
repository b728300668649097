import { Link } from 'react-router';
import type { ProcessView } from '@prdm/contract/processes/review';
import { dateTime } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { useDelegations } from './delegations.queries.ts';
import './delegations.css';

const PROFILE = '/profile';

/** The reader has delegated the open decision of this review. */
export function DelegationFact({ can }: { can: ProcessView['can'] }) {
  const t = useT();
  if (can.delegated === null) return null;
  const { user, until } = can.delegated;
  return (
    <p className="delegation-fact">
      {t('delegations.panel.given', { who: user.name, until: dateTime(until) })}{' '}
      <Link to={PROFILE}>{t('delegations.panel.change')}</Link>
    </p>
  );
}

/** A quiet line above the queue while the reader's own reviews go to a deputy. */
export function AwayLine() {
  const t = useT();
  const active = useDelegations().data?.given.find(({ state }) => state === 'active');
  if (active === undefined) return null;
  return (
    <p className="delegation-fact delegation-away">
      {t('delegations.desk.away', { who: active.to.name, until: dateTime(active.to_at) })}{' '}
      <Link to={PROFILE}>{t('delegations.desk.change')}</Link>
    </p>
  );
}
