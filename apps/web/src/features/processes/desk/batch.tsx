import { useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import type { ReviewRow } from '@prdm/contract/processes/review';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Box } from '../../../ui/box.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { usePassMany } from '../processes.queries.ts';
import { hasUnsentOpinion } from '../words/decision-draft.ts';
import './batch.css';

interface BatchProps {
  readonly rows: readonly ReviewRow[];
  /** Called with the assignments that passed. */
  readonly onPassed: (seatIds: readonly number[]) => void;
}

/** The ticked reviews, at the foot of the queue: pass them together, tick all of the page, or none. */
export function BatchBar(props: BatchProps & { onAll: () => void; onClear: () => void }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const { rows } = props;
  return (
    <>
      <div
        hidden={rows.length === 0}
        className="batch-bar"
        role="toolbar"
        aria-label={t('desk.batch.chosen', { n: rows.length })}
      >
        <span className="tabular">{t('desk.batch.chosen', { n: rows.length })}</span>
        <button type="button" className="link-button" onClick={props.onAll}>
          {t('desk.batch.tickAll')}
        </button>
        <span className="batch-gap" />
        <button type="button" className="button button-small button-primary" onClick={() => setAsking(true)}>
          {t('desk.batch.pass')}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('desk.batch.clear')}
          title={t('desk.batch.clear')}
          onClick={props.onClear}
        >
          <Icon name="close" />
        </button>
      </div>
      {isAsking && <BatchDialog rows={rows} onPassed={props.onPassed} onClose={() => setAsking(false)} />}
    </>
  );
}

interface Refused {
  readonly row: ReviewRow;
  readonly message: string;
}

/** Lists the reviews before they pass, and afterwards those that did not, with the reason of each. */
function BatchDialog(props: BatchProps & { onClose: () => void }) {
  const t = useT();
  const passMany = usePassMany();
  // The rows at the time of the question. The queue changes while the dialog is open.
  const [rows] = useState(props.rows);
  // Unresolved and unsent opinions need a look at the review itself.
  const clear = rows.filter((row) => obstacleOf(t, row) === null);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);

  const run = async () => {
    setProblem(null);
    const seatIds = clear.flatMap(({ seat }) => (seat === null ? [] : [seat.id]));
    try {
      const { list } = await passMany.mutateAsync({ seat_ids: seatIds, comment });
      const messages = new Map(list.filter(({ ok }) => !ok).map(({ id, message = '' }) => [id, message]));
      const passed = seatIds.filter((id) => !messages.has(id));
      props.onPassed(passed);
      if (messages.size === 0) {
        toast.success(t('desk.batch.done', { n: passed.length }));
        props.onClose();
        return;
      }
      setRefused(
        rows.flatMap((row) => {
          const message = messages.get(row.seat?.id ?? 0);
          return message === undefined ? [] : [{ row, message }];
        }),
      );
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  const end = (
    <button type="button" className="button button-primary" onClick={props.onClose}>
      {t('desk.batch.close')}
    </button>
  );
  if (refused !== null)
    return (
      <Box
        title={t('desk.batch.partTitle', { passed: clear.length - refused.length, failed: refused.length })}
        onClose={props.onClose}
        actions={end}
      >
        <p>{t('desk.batch.partText')}</p>
        <ul className="batch-rows">
          {refused.map(({ row, message }) => (
            <BatchRow key={row.line_id} row={row} problem={message} />
          ))}
        </ul>
      </Box>
    );
  const asked = (
    <ul className="batch-rows">
      {rows.map((row) => (
        <BatchRow key={row.line_id} row={row} problem={obstacleOf(t, row)} />
      ))}
    </ul>
  );
  if (clear.length === 0)
    return (
      <Box title={t('desk.batch.noneTitle')} onClose={props.onClose} actions={end}>
        {asked}
      </Box>
    );
  return (
    <Box
      title={t('desk.batch.title', { n: clear.length })}
      onClose={props.onClose}
      actions={
        <>
          <button type="button" className="button" onClick={props.onClose}>
            {t('common.cancel')}
          </button>
          <button
            type="button"
            className="button button-primary"
            disabled={passMany.isPending || clear.length > LIMITS.reviewBatchMax}
            onClick={() => void run()}
          >
            {t('desk.batch.run', { n: clear.length })}
          </button>
        </>
      }
    >
      {asked}
      <textarea
        className="batch-comment"
        rows={2}
        value={comment}
        maxLength={LIMITS.commentMax}
        placeholder={t('desk.batch.comment')}
        aria-label={t('desk.batch.comment')}
        onChange={(event) => setComment(event.target.value)}
      />
      {problem !== null && (
        <p className="batch-problem" role="alert">
          {problem}
        </p>
      )}
    </Box>
  );
}

/** The reason why a ticked review cannot pass here, as in a single pass. Null: it can. */
function obstacleOf(t: Translate, { process_id: processId, unresolved }: ReviewRow): string | null {
  if (hasUnsentOpinion(processId)) return t('processes.decide.unsentOpinion');
  return unresolved > 0 ? t('opinion-pages.batch.unresolved', { count: unresolved }) : null;
}

function BatchRow({ row, problem }: { row: ReviewRow; problem: string | null }) {
  const t = useT();
  const { stage } = row;
  return (
    <li>
      <b>{row.name}</b>
      <span>
        {[
          row.project_name,
          t('desk.queue.stage', { n: stage.position, total: row.stage_count, name: stage.name }),
        ].join(' · ')}
      </span>
      {problem !== null && <span className="batch-problem">{problem}</span>}
    </li>
  );
}
