import { Link, useLocation } from 'react-router';
import { badgeText } from '../../../ui/feedback/badge.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { useT } from '../../../lib/i18n.ts';
import { REVIEWS_PATH } from '../addresses.ts';
import { useReviewCounts } from '../processes.queries.ts';

/**
 * Link to the reviews on every page, with the number that waits for the reader. The live channel refreshes the number.
 */
export default function ReviewsLink() {
  const t = useT();
  const { pathname } = useLocation();
  const waiting = useReviewCounts().data?.todo ?? 0;
  const label = waiting === 0 ? t('processes.bar') : t('processes.barWith', { n: waiting });
  return (
    <Link
      className="bar-button bar-way"
      to={REVIEWS_PATH}
      aria-label={label}
      title={label}
      aria-current={pathname === REVIEWS_PATH ? 'page' : undefined}
    >
      <Icon name="review" />
      <span className="bar-word">{t('processes.bar')}</span>
      {waiting > 0 && (
        <span className="bar-count tabular" data-testid="review-badge" aria-hidden="true">
          {badgeText(waiting)}
        </span>
      )}
    </Link>
  );
}
