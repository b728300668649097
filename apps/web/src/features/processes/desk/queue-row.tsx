import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { ReviewListState, ReviewRow } from '@prdm/contract/processes/review';
import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { UnassignableChip } from '../parts/unassignable-chip.tsx';

export interface QueueRowProps {
  readonly row: ReviewRow;
  readonly state: ReviewListState;
  /** Address of the desk with this review open. */
  readonly to: string;
  readonly isOpen: boolean;
  readonly onOpen: (row: ReviewRow) => void;
  /** Undefined: the row cannot be ticked. */
  readonly isTicked: boolean | undefined;
  readonly onTick: (row: ReviewRow) => void;
}

/** One review of the queue: what it is, where, at which stage, from whom, since when, and until when. */
export function QueueRow(props: QueueRowProps) {
  const t = useT();
  const { row, state, isOpen, isTicked } = props;
  const { stage } = row;
  const forUser = row.seat?.for_user;
  const isLate = stage.overdue && row.status === 'under_review';
  const where = [row.project_name, row.detail].filter(Boolean).join(' · ');
  const line = useRef<HTMLLIElement>(null);
  // A key, a decision or a link can open a row outside of the visible part.
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={line} className="queue-row" data-open={isOpen} data-archived={row.project_archived}>
      {isTicked !== undefined && (
        <label className="queue-tick">
          <input
            type="checkbox"
            checked={isTicked}
            aria-label={t('desk.queue.tick', { name: row.name })}
            onChange={() => props.onTick(row)}
          />
        </label>
      )}
      <Link
        className="queue-link"
        to={props.to}
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event) => {
          // Ctrl and a click opens the review in another tab.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          props.onOpen(row);
        }}
      >
        <span className="queue-line">
          <span className="queue-name" title={row.name}>
            {row.name}
          </span>
          <span className="queue-fact" title={state === 'todo' ? t('desk.queue.since') : undefined}>
            <DateText value={row.at} />
          </span>
        </span>
        {where !== '' && (
          <span className="queue-fact queue-cut" title={where}>
            {where}
            {row.project_archived && ` · ${t('processes.list.archived')}`}
          </span>
        )}
        <span className="queue-line">
          <span className="queue-fact queue-cut">
            {t('desk.queue.stage', { n: stage.position, total: row.stage_count, name: stage.name })}
            {' · '}
            {t('desk.queue.from', { name: row.starter.name })}
            {forUser && ` · ${t('delegations.for', { who: forUser.name })}`}
          </span>
          <End row={row} isTodo={state === 'todo'} isLate={isLate} />
        </span>
      </Link>
    </li>
  );
}

/** To do: the deadline, which a late review shows as a chip. Other lists: the status. */
function End({ row, isTodo, isLate }: { row: ReviewRow; isTodo: boolean; isLate: boolean }) {
  const t = useT();
  const { stage } = row;
  if (stage.stranded) return <UnassignableChip />;
  if (isLate) return <StatusChip status="overdue" />;
  if (!isTodo || row.seat?.ask === 'answer') return <StatusChip status={row.label} />;
  if (stage.due_at === null) return null;
  return (
    <span className="queue-fact">
      {t('desk.queue.due')} <DateText value={stage.due_at.slice(0, 10)} />
    </span>
  );
}
