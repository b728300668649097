import { useEffect, useRef, type ComponentType } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';

/** A finished task that waits for the confirmation of its assigner. */
export interface ConfirmRow {
  readonly id: number;
  readonly name: string;
  readonly project_name: string;
  readonly from: string;
  readonly since: string;
  readonly overdue: boolean;
}

/** The confirmations of tasks. The tasks provide them, because the desk does not know its subjects. */
export interface ConfirmSlot {
  /** The rows that wait for the reader. Empty while it is off. */
  readonly useRows: (word: string, isOn: boolean) => readonly ConfirmRow[];
  readonly View: ComponentType<{ id: number; isNarrow: boolean; onBack: () => void; onDone: () => void }>;
}

/** The confirmations above the reviews of the queue. */
export function ConfirmRows(props: {
  rows: readonly ConfirmRow[];
  openId: number | null;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
}) {
  const t = useT();
  if (props.rows.length === 0) return null;
  return (
    <>
      <li className="queue-group">
        {t('desk.confirm.group')} <span className="tabular">{props.rows.length}</span>
      </li>
      {props.rows.map((row) => (
        <Row key={row.id} {...props} row={row} isOpen={row.id === props.openId} />
      ))}
      <li className="queue-group">{t('processes.list.todo')}</li>
    </>
  );
}

function Row(props: {
  row: ConfirmRow;
  isOpen: boolean;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
}) {
  const t = useT();
  const { row, isOpen } = props;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={line} className="queue-row" data-open={isOpen}>
      <Link
        className="queue-link"
        to={props.hrefOf(row.id)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          props.onOpen(row.id);
        }}
      >
        <span className="queue-line">
          <span className="queue-name" title={row.name}>
            {row.name}
          </span>
          <span className="queue-fact" title={t('desk.queue.since')}>
            <DateText value={row.since} />
          </span>
        </span>
        <span className="queue-fact queue-cut">{row.project_name}</span>
        <span className="queue-line">
          <span className="queue-fact queue-cut">{t('desk.queue.from', { name: row.from })}</span>
          <StatusChip status={row.overdue ? 'overdue' : 'awaiting_confirmation'} />
        </span>
      </Link>
    </li>
  );
}
