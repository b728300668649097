import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ReviewRow } from '@prdm/contract/processes/review';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useNarrow } from '../../../ui/table/use-narrow.ts';
import { BatchBar } from '../desk/batch.tsx';
import { ConfirmRows, type ConfirmSlot } from '../desk/confirm-slot.tsx';
import { nextAfter, stepFrom } from '../desk/desk.logic.ts';
import { OpenReview } from '../desk/open-review.tsx';
import { QueueList } from '../desk/queue.tsx';
import type { RecordViews } from '../desk/record-views.ts';
import { useDeskKeys } from '../desk/use-desk-keys.ts';
import { useOpenRow } from '../desk/use-open-row.ts';
import { useLastAt, useQueue } from '../desk/use-queue.ts';
import '../desk/desk.css';

/** Width in px of the desk from which queue, record and review stand side by side. */
const WIDE_FROM = 900;

/**
 * The review desk: the queue at the left, the record large in the middle, its review at the right. After a decision the
 * next review opens. A narrow desk shows the queue, then the record with the decision at its foot.
 */
export default function ReviewDeskPage({ views, confirm }: { views: RecordViews; confirm: ConfirmSlot }) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(frame, WIDE_FROM);
  const queue = useQueue();
  useErrorPage(queue.query.error);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const { rows, state } = queue;
  const first = queue.isOld ? undefined : rows.find(({ project_archived }) => !project_archived);
  const confirms = confirm.useRows(
    queue.view.word,
    state === 'todo' && queue.view.page === 1 && (queue.kind ?? 'task') === 'task',
  );
  const isEmpty = queue.query.data !== undefined && !queue.isOld && rows.length === 0;
  const open = useOpenRow({
    isNarrow,
    first: first?.process_id,
    firstConfirm: isEmpty ? confirms[0]?.id : undefined,
  });
  const row = rows.find(({ process_id }) => process_id === open.id);
  // The confirmations stand above the reviews, and the keys walk through both.
  const at =
    open.confirmId === null
      ? row === undefined
        ? -1
        : confirms.length + rows.indexOf(row)
      : confirms.findIndex(({ id }) => id === open.confirmId);
  const lastAt = useLastAt(at);

  const show = (target: ReviewRow | undefined) => {
    if (target === undefined) return;
    if (target.project_archived) toast.warning(t('processes.list.archivedTold', { project: target.project_name }));
    else open.show(target.process_id);
  };
  const tick = ({ seat }: ReviewRow) => {
    if (seat === null || seat.ask !== 'decide') return;
    setTicked((before) => {
      const next = new Set(before);
      if (!next.delete(seat.id)) next.add(seat.id);
      return next;
    });
  };
  // An answer can arrive after the reader has opened another review. Its callback then knows the former one only.
  const openNow = useRef(open);
  useEffect(() => {
    openNow.current = open;
  });
  const decided = (processId: number) => {
    if (state === 'todo') queue.hide(processId);
    if (processId === openNow.current.id) open.leave(nextAfter(rows, processId)?.process_id ?? null);
  };
  const isTickable = ({ seat }: ReviewRow): boolean => state === 'todo' && seat?.ask === 'decide';
  const chosen = rows.filter((one) => isTickable(one) && ticked.has(one.seat?.id ?? 0));
  const passed = (seatIds: readonly number[]) => {
    const gone = (one: ReviewRow): boolean => one.seat !== null && seatIds.includes(one.seat.id);
    for (const one of rows.filter(gone)) queue.hide(one.process_id);
    setTicked(new Set());
    if (row !== undefined && gone(row))
      open.leave(rows.find((one) => !gone(one) && !one.project_archived)?.process_id ?? null);
  };
  useDeskKeys({
    onStep: (by) => {
      const to = stepFrom(at, by, confirms.length + rows.length, lastAt);
      const target = confirms[to];
      if (target === undefined) show(rows[to - confirms.length]);
      else open.showConfirm(target.id);
    },
    onTick: row === undefined || !isTickable(row) ? undefined : () => tick(row),
  });

  const list = (
    <QueueList
      queue={{
        ...queue,
        setState: (next) => {
          setTicked(new Set());
          queue.setState(next);
        },
      }}
      openId={open.id}
      onOpen={show}
      hrefOf={({ process_id }) => open.hrefOf(process_id)}
      ticked={ticked}
      onTick={tick}
      before={
        confirms.length === 0 ? undefined : (
          <ConfirmRows
            rows={confirms}
            openId={open.confirmId}
            hrefOf={(id) => open.hrefOf(id, 'confirm')}
            onOpen={open.showConfirm}
          />
        )
      }
    >
      <BatchBar
        rows={chosen}
        onPassed={passed}
        onAll={() => setTicked(new Set(rows.filter(isTickable).flatMap(({ seat }) => seat?.id ?? [])))}
        onClear={() => setTicked(new Set())}
      />
    </QueueList>
  );
  const confirmed = (id: number) => {
    const next = confirms.filter((one) => one.id !== id)[Math.max(0, at)] ?? confirms.find((one) => one.id !== id);
    if (id !== openNow.current.confirmId) return;
    if (next === undefined) open.leave(first?.process_id ?? null);
    else open.showConfirm(next.id);
  };
  const { confirmId } = open;
  const review =
    confirmId !== null ? (
      <confirm.View
        key={`confirm ${confirmId}`}
        id={confirmId}
        isNarrow={isNarrow}
        onBack={open.close}
        onDone={() => confirmed(confirmId)}
      />
    ) : open.id === null ? (
      <Nothing>
        {rows.length + confirms.length > 0 || queue.isOld ? null : <AllDone isTodo={state === 'todo'} />}
      </Nothing>
    ) : (
      <OpenReview
        key={open.id}
        processId={open.id}
        row={row}
        views={views}
        isNarrow={isNarrow}
        onBack={open.close}
        onDecided={decided}
      />
    );
  const isOpen = open.id !== null || confirmId !== null;
  return (
    <div ref={frame} className="desk" data-narrow={isNarrow}>
      {(!isNarrow || !isOpen) && list}
      {(!isNarrow || isOpen) && review}
    </div>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => <div className="desk-nothing">{children}</div>;

function AllDone({ isTodo }: { isTodo: boolean }) {
  const t = useT();
  if (!isTodo) return null;
  return <EmptyState icon="check" title={t('desk.queue.allDone')} text={t('desk.queue.allDoneText')} />;
}
