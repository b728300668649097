import { Link } from 'react-router';
import type { ReviewRow } from '@prdm/contract/processes/review';
import { useT } from '../../../lib/i18n.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { reviewPath } from '../addresses.ts';
import { DecidedContext, useReview } from '../processes.queries.ts';
import type { RecordSubject, RecordViews } from './record-views.ts';
import { ReviewLayout } from './review-layout.tsx';
import { ReviewPanel } from './review-panel.tsx';

/** The open review: the record in the middle and its review at the right, or below it on a narrow desk. */
export function OpenReview(props: {
  processId: number;
  /** The row of the queue, if it is there. Its record then loads together with the review. */
  row: ReviewRow | undefined;
  views: RecordViews;
  isNarrow: boolean;
  onBack: () => void;
  onDecided: (processId: number) => void;
}) {
  const t = useT();
  const { processId, isNarrow } = props;
  const { data: process, error, refetch } = useReview(processId);
  const subject = process ?? props.row;
  useRecordTitle(subject?.name);
  return (
    <DecidedContext value={() => props.onDecided(processId)}>
      <ReviewLayout
        isNarrow={isNarrow}
        record={
          <>
            {isNarrow && (
              <button type="button" className="button button-quiet review-back" onClick={props.onBack}>
                <Icon name="left" /> {t('desk.record.back')}
              </button>
            )}
            {subject !== undefined && <Record subject={subject} views={props.views} />}
            {subject === undefined && error === null && <SkeletonLines lines={8} />}
            {subject === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
          </>
        }
        review={
          <>
            {process !== undefined && <ReviewPanel process={process} inPage={isNarrow} />}
            {process === undefined && error === null && (
              <div className="review-waits">
                <SkeletonLines lines={6} />
              </div>
            )}
            {process === undefined && error !== null && subject !== undefined && (
              <FailedState error={error} onRetry={() => void refetch()} />
            )}
          </>
        }
      />
    </DecidedContext>
  );
}

/** A kind without a view shows the link to its page. */
function Record({ subject, views }: { subject: RecordSubject; views: RecordViews }) {
  const t = useT();
  const View = views[subject.kind];
  if (View !== undefined) return <View subject={subject} />;
  return (
    <p>
      <Link to={reviewPath(subject)}>{t('desk.record.openPage', { name: subject.name })}</Link>
    </p>
  );
}
