import type { ReactNode } from 'react';
import type { ProcessKind } from '@prdm/contract/processes/kinds';
import { REVIEW_STATES, type ReviewRow } from '@prdm/contract/processes/review';
import { useT, keyInData } from '../../../lib/i18n.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Paging } from '../../../ui/table/paging.tsx';
import { SortControl } from '../../../ui/table/sort-control.tsx';
import { AwayLine } from '../delegations/delegation-fact.tsx';
import { useDeskCount, useReviewCounts } from '../processes.queries.ts';
import { QueueRow } from './queue-row.tsx';
import type { Queue } from './use-queue.ts';
import '../../../ui/table/page-table.css';

export interface QueueProps {
  readonly queue: Queue;
  readonly openId: number | null;
  readonly onOpen: (row: ReviewRow) => void;
  readonly hrefOf: (row: ReviewRow) => string;
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (row: ReviewRow) => void;
  /** Rows of another kind above the reviews. */
  readonly before?: ReactNode;
  /** Content below the rows: the bar of the batch. */
  readonly children?: ReactNode;
}

/** The reader's reviews: four lists, kinds with counts, search, order, rows. */
export function QueueList(props: QueueProps) {
  const t = useT();
  const { queue } = props;
  const { state, view } = queue;
  const counts = useReviewCounts().data;
  const waiting = useDeskCount();
  return (
    <section className="queue" aria-label={t('desk.queue.label')}>
      <div className="queue-head">
        <Segments
          label={t('processes.list.title')}
          value={state}
          options={REVIEW_STATES.map((value) => ({
            value,
            label: t(`processes.list.${value}`),
            count: value === 'todo' ? waiting : undefined,
          }))}
          onChange={queue.setState}
        />
        {state === 'todo' && <Kinds kinds={counts?.kinds ?? {}} chosen={queue.kind} onChoose={queue.setKind} />}
        <div className="queue-tools">
          <SearchField
            placeholder={t('processes.list.search')}
            word={view.word}
            onWord={(word) => view.set({ word })}
          />
          <SortControl
            fields={[
              { name: 'due', label: t('processes.list.due') },
              { name: 'at', label: t('desk.queue.at'), first: 'desc' },
              { name: 'name', label: t('processes.list.name') },
            ]}
            view={view}
          />
        </div>
      </div>
      {state === 'todo' && <AwayLine />}
      <div className="page-table-progress" data-on={queue.query.isFetching && !queue.isOld} aria-hidden="true" />
      <Rows {...props} />
      {props.children}
      {queue.rows.length > 0 && (
        <Paging view={view} total={queue.query.data?.total ?? 0} shown={queue.query.data?.list.length ?? 0} />
      )}
    </section>
  );
}

function Rows(props: QueueProps) {
  const t = useT();
  const { queue, openId, ticked } = props;
  const { query, rows, state, view } = queue;
  if (query.data === undefined)
    return query.error === null ? (
      <div className="queue-waits">
        <SkeletonLines lines={8} />
      </div>
    ) : (
      <FailedState error={query.error} onRetry={() => void query.refetch()} />
    );
  const isBare = props.before === undefined;
  if (rows.length === 0 && isBare) {
    if (view.isNarrowed)
      return (
        <EmptyState title={t('common.table.noMatch')}>
          <button type="button" className="button" onClick={view.clear}>
            {t('common.table.clearFilters')}
          </button>
        </EmptyState>
      );
    return <EmptyState title={t(`processes.list.empty.${state}`)} />;
  }
  return (
    <ul className="queue-rows" tabIndex={0} aria-label={t(`processes.list.${state}`)} data-old={queue.isOld}>
      {props.before}
      {rows.map((row) => (
        <QueueRow
          key={row.line_id}
          row={row}
          state={state}
          to={props.hrefOf(row)}
          isOpen={row.process_id === openId}
          onOpen={props.onOpen}
          isTicked={state === 'todo' && row.seat?.ask === 'decide' ? ticked.has(row.seat.id) : undefined}
          onTick={props.onTick}
        />
      ))}
    </ul>
  );
}

/** The kinds that wait, with their counts. A single kind needs no choice. */
function Kinds(props: {
  kinds: Readonly<Record<string, number>>;
  chosen: ProcessKind | undefined;
  onChoose: (kind: ProcessKind | null) => void;
}) {
  const t = useT();
  const { chosen } = props;
  const kinds = Object.entries(props.kinds).filter(([, count]) => count > 0);
  if (kinds.length < 2 && chosen === undefined) return null;
  const all = kinds.reduce((sum, [, count]) => sum + count, 0);
  const shown = [
    ['all', all] as const,
    ...kinds,
    ...(chosen === undefined || kinds.some(([kind]) => kind === chosen) ? [] : [[chosen, 0] as const]),
  ];
  return (
    <ul className="queue-kinds" aria-label={t('desk.kinds.label')}>
      {shown.map(([kind, count]) => (
        <li key={kind}>
          <button
            type="button"
            aria-pressed={kind === (chosen ?? 'all')}
            onClick={() => props.onChoose(kind === 'all' ? null : (kind as ProcessKind))}
          >
            {t(keyInData(`desk.kinds.${kind}`))} <span className="tabular">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
