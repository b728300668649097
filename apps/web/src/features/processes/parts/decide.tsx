import { useRef, useState } from 'react';
import type { ProcessView } from '@prdm/contract/processes/review';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { PASS_BLOCKED, PassBlocked } from '../opinions/blocked.tsx';
import { useBlocking } from '../opinions/opinions.queries.ts';
import { useNotPass, usePass } from '../processes.queries.ts';
import { AddSign } from './add-sign.tsx';
import { Transfer } from './assignment-transfer.tsx';
import { assignmentIn } from './assignments.ts';
import { hasUnsentOpinion, useDecisionWords } from '../words/decision-draft.ts';
import { OpinionField } from './opinion-field.tsx';
import { ReturnChoice, returnName, type ReturnPlace } from './return-choice.tsx';

/**
 * Pass, not pass with a reason, transfer, or add a reviewer. A colleague can decide the stage while the reviewer types, and the
 * reviewer can also have the next stage. The typed text then belongs to the earlier stage. The buttons stay disabled
 * until the reviewer keeps or drops the text.
 */
export function Decide({ process, assignmentId }: { process: ProcessView; assignmentId: number }) {
  const t = useT();
  const [opinion, store] = useDecisionWords(process.process_id, assignmentId);
  const [problem, setProblem] = useState<string | null>(null);
  const [transferring, setTransferring] = useState<number | null>(null);
  const [adding, setAdding] = useState<number | null>(null);
  const [choosing, setChoosing] = useState<number | null>(null);
  const [pass, notPass] = [usePass(), useNotPass()];
  const field = useRef<HTMLTextAreaElement>(null);
  const blocking = useBlocking(process.process_id);
  const stage = assignmentIn(process, assignmentId)?.stage;
  const starter = process.starter.name;
  const isOvertaken = opinion.text !== '' && opinion.assignmentId !== assignmentId;
  const isClosed = isOvertaken || pass.isPending || notPass.isPending;
  const label = t('processes.decide.opinion', { stage: stage?.name ?? '' });

  const write = (text: string) => {
    store(text);
    setProblem(null);
  };
  const run = async (act: () => Promise<unknown>, said: string) => {
    if (hasUnsentOpinion(process.process_id)) {
      setProblem(t('processes.decide.unsentOpinion'));
      return;
    }
    try {
      await act();
      write('');
      toast.success(said);
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  const hasReason = () => {
    if (opinion.text.trim() !== '') return true;
    setProblem(t('processes.decide.reasonRequired'));
    // Without the focus here, the letters of the reason are keys of the desk.
    field.current?.focus();
    return false;
  };
  const refuse = ({ to, position }: ReturnPlace) => {
    if (!hasReason()) return;
    void run(
      () =>
        notPass.mutateAsync({
          seat_id: assignmentId,
          comment: opinion.text,
          to,
          // Only a chosen stage is named by its position.
          position: to === 'stage' && position !== null ? position : undefined,
        }),
      position === null
        ? t('processes.decide.notPassed', { name: starter })
        : t('processes.decide.notPassedStage', { stage: returnName(process, position).stage }),
    );
  };
  const others = process.can.returns.filter(({ position }) => position !== null);
  const [only, ...more] = others;

  if (transferring === assignmentId)
    return <Transfer process={process} assignmentId={assignmentId} onClose={() => setTransferring(null)} />;
  return (
    <section className="decision" aria-label={t('processes.decide.title')}>
      {process.can.for_user && (
        <p className="stage-fact">{t('delegations.panel.youFor', { who: process.can.for_user.name })}</p>
      )}
      <OpinionField field={field} label={label} value={opinion.text} problem={problem} onChange={write}>
        {isOvertaken && (
          <p className="notice-line" role="alert">
            <span className="decision-told">{t('processes.decide.overtaken', { stage: stage?.name ?? '' })}</span>
            <button type="button" className="link-button" onClick={() => write(opinion.text)}>
              {t('processes.decide.keepWords')}
            </button>
            <button type="button" className="link-button" onClick={() => write('')}>
              {t('processes.decide.dropWords')}
            </button>
          </p>
        )}
      </OpinionField>
      <PassBlocked blocking={blocking} />
      <div className="decision-buttons">
        <button
          type="button"
          className="button button-primary"
          data-act="pass"
          disabled={isClosed || blocking.length > 0}
          aria-describedby={blocking.length > 0 ? PASS_BLOCKED : undefined}
          onClick={() =>
            void run(
              () => pass.mutateAsync({ seat_id: assignmentId, comment: opinion.text }),
              t('processes.decide.passed'),
            )
          }
        >
          {t('processes.decide.pass')}
        </button>
        <button
          type="button"
          className="button"
          data-act="return"
          disabled={isClosed}
          onClick={() => refuse({ to: 'starter', position: null })}
        >
          {t('processes.decide.notPass', { name: starter })}
        </button>
        {only !== undefined && only.position !== null && more.length === 0 && (
          <button type="button" className="button" disabled={isClosed} onClick={() => refuse(only)}>
            {t('processes.decide.toStage', returnName(process, only.position))}
          </button>
        )}
        {more.length > 0 && (
          <button
            type="button"
            className="button"
            disabled={isClosed}
            onClick={() => hasReason() && setChoosing(assignmentId)}
          >
            {t('processes.decide.toOther')}
          </button>
        )}
        {stage?.allow_transfer === true && (
          <button type="button" className="button" disabled={isClosed} onClick={() => setTransferring(assignmentId)}>
            {t('processes.decide.transfer')}
          </button>
        )}
        {process.can.add_sign && (
          <button type="button" className="button" disabled={isClosed} onClick={() => setAdding(assignmentId)}>
            {t('processes.addSign.title')}
          </button>
        )}
      </div>
      {choosing === assignmentId && (
        <ReturnChoice process={process} places={others} onChoose={refuse} onClose={() => setChoosing(null)} />
      )}
      {adding === assignmentId && (
        <AddSign process={process} assignmentId={assignmentId} onClose={() => setAdding(null)} />
      )}
    </section>
  );
}
