import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { cappedCount } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useComments, type CommentCalls, type Commented } from '../comments.queries.ts';
import { CommentLine } from './comment-line.tsx';
import { Composer } from './composer.tsx';
import './comments.css';

/** The comments of a record with their composer. A notice opens the record at one of them (`comment` in the address). */
export function Comments({ calls, record }: { calls: CommentCalls; record: Commented }) {
  const t = useT();
  const { list, total, isLoaded, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useComments(
    calls,
    record,
  );
  const [address] = useSearchParams();
  const wanted = Number(address.get('comment') ?? 0);
  const isFound = list.some(({ id }) => id === wanted);
  // The wanted comment may be on an earlier page.
  useEffect(() => {
    if (wanted > 0 && isLoaded && !isFound && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [wanted, isLoaded, isFound, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const seen = useRef(0);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isFound || seen.current === wanted) return;
    seen.current = wanted;
    place.current?.scrollIntoView({ block: 'center' });
  }, [isFound, wanted]);
  return (
    <section className="comments" aria-label={t('comments.title')}>
      <h3>
        {t('comments.title')}
        {total > 0 && <span className="comments-total tabular">{cappedCount(total, LIMITS.countCap)}</span>}
      </h3>
      {!isLoaded && error === null && <SkeletonLines lines={3} />}
      {!isLoaded && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {isLoaded && total === 0 && <p className="comments-none">{t('comments.none')}</p>}
      {hasNextPage && (
        <button
          type="button"
          className="link-button"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('comments.earlier')}
        </button>
      )}
      <ol className="comment-list" aria-live="polite">
        {list.map((comment) => (
          <CommentLine
            key={comment.id}
            place={comment.id === wanted ? place : undefined}
            comment={comment}
            calls={calls}
            record={record}
            isWanted={comment.id === wanted}
          />
        ))}
      </ol>
      {isLoaded && <Composer key={record.id} calls={calls} record={record} />}
    </section>
  );
}
