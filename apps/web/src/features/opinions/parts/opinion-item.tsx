import { useState } from 'react';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { itemId, type OpinionSubject } from '../../processes/index.ts';
import { isUnresolved } from '../opinions.logic.ts';
import type { OpinionAct, RunAct } from '../opinions.queries.ts';
import { usePersonWords } from '../use-words.ts';
import { GradeChip, StateChip } from './grade-chip.tsx';
import { OpinionActField, type TextAct } from './opinion-act.tsx';
import { PlaceButton } from './place-button.tsx';

/** One opinion: number, grade, state, place, text, author, answer, thread, and the actions of the reader. */
export function OpinionItem(props: {
  row: OpinionRow;
  subject: OpinionSubject;
  run: RunAct;
  isChosen?: boolean;
  onView?: ((row: OpinionRow) => void) | undefined;
}) {
  const t = useT();
  const { row, subject, run, isChosen = false, onView } = props;
  const person = usePersonWords();
  const [act, setAct] = useState<TextAct | null>(null);
  const stage =
    subject.round > 1
      ? t('opinion-pages.list.round', { n: row.round, stage: row.stage_name })
      : t('opinion-pages.list.stage', { stage: row.stage_name });
  return (
    <li
      id={itemId(row.id)}
      className="opinion"
      tabIndex={-1}
      data-state={row.state}
      data-chosen={isChosen}
      aria-label={t('opinion-pages.list.no', { no: row.no })}
    >
      <p className="opinion-head">
        <b className="tabular">{row.no}</b>
        <GradeChip grade={row.grade} />
        <StateChip state={row.state} />
        {row.blocks && <b className="opinion-blocks">{t('opinion-pages.list.blocks')}</b>}
        <span className="opinion-fact">
          <DateText value={row.created_at} fact />
        </span>
      </p>
      <PlaceButton row={row} subject={subject} onView={onView} />
      {act === 'edit' ? null : <p className="opinion-words">{row.text}</p>}
      <p className="opinion-fact">
        {person(row.author, row.for_user)} · {stage}
      </p>
      {row.reply !== null && <Said label="reply" said={row.reply} />}
      {row.ended !== null && !isUnresolved(row) && row.ended.text !== '' && (
        <Said label={row.state === 'kept' ? 'keep' : 'close'} said={row.ended} />
      )}
      <Thread row={row} />
      {act === null ? (
        <Acts row={row} run={run} onAct={setAct} />
      ) : (
        <OpinionActField key={act} act={act} row={row} run={run} onDone={() => setAct(null)} />
      )}
    </li>
  );
}

function Said(props: { label: 'reply' | 'keep' | 'close'; said: NonNullable<OpinionRow['reply']> }) {
  const t = useT();
  const { label, said } = props;
  return (
    <p className="opinion-said">
      <b>{said.user.name}</b> <span className="opinion-fact">{t(`opinion-pages.action.${label}`)}</span> {said.text}
    </p>
  );
}

/** The whole course, folded. A thread of one entry says nothing new. */
function Thread({ row }: { row: OpinionRow }) {
  const t = useT();
  const person = usePersonWords();
  if (row.thread.length < 2) return null;
  return (
    <details className="opinion-thread">
      <summary>{t('opinion-pages.list.thread', { n: row.thread.length })}</summary>
      <ol>
        {row.thread.map((entry) => (
          <li key={entry.id}>
            <b>{person(entry.user, entry.for_user)}</b> {t(`opinion-pages.action.${entry.action}`)}{' '}
            <span className="opinion-fact">
              <DateText value={entry.at} fact />
            </span>
            {entry.text !== '' && <span className="opinion-thread-text">{entry.text}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Acts({ row, run, onAct }: { row: OpinionRow; run: RunAct; onAct: (act: TextAct) => void }) {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { can } = row;
  const at = async (act: OpinionAct) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await run(act, row);
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    const isSure = await confirm({
      title: t('opinion-pages.act.delTitle', { no: row.no }),
      text: t('opinion-pages.act.delText'),
      verb: t('opinion-pages.act.del'),
      danger: true,
    });
    if (isSure) await at('del');
  };
  if (!Object.values(can).some(Boolean)) return null;
  return (
    <>
      <div className="opinion-acts">
        {can.reply && (
          <button type="button" className="button button-small" onClick={() => onAct('reply')}>
            {t('opinion-pages.act.reply')}
          </button>
        )}
        {can.close && (
          <button type="button" className="button button-small" disabled={isBusy} onClick={() => void at('close')}>
            {t('opinion-pages.act.close')}
          </button>
        )}
        {can.keep && (
          <button type="button" className="button button-small button-quiet" onClick={() => onAct('keep')}>
            {t('opinion-pages.act.keep')}
          </button>
        )}
        {can.reopen && (
          <button
            type="button"
            className="button button-small button-quiet"
            disabled={isBusy}
            onClick={() => void at('reopen')}
          >
            {t('opinion-pages.act.reopen')}
          </button>
        )}
        <span className="opinion-gap" />
        {can.edit && (
          <button
            type="button"
            className="icon-button opinion-icon"
            aria-label={`${t('opinion-pages.act.edit')} ${t('opinion-pages.list.no', { no: row.no })}`}
            title={t('opinion-pages.act.edit')}
            onClick={() => onAct('edit')}
          >
            <Icon name="edit" size={14} />
          </button>
        )}
        {can.del && (
          <button
            type="button"
            className="icon-button opinion-icon"
            aria-label={`${t('opinion-pages.act.del')} ${t('opinion-pages.list.no', { no: row.no })}`}
            title={t('opinion-pages.act.del')}
            disabled={isBusy}
            onClick={() => void remove()}
          >
            <Icon name="trash" size={14} />
          </button>
        )}
      </div>
      {problem !== null && (
        <p className="opinion-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
