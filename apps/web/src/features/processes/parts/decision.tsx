import { useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import type { ProcessView } from '@prdm/contract/review';
import { CallError } from '../../../lib/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { StaffPicker } from '../../organisation/index.ts';
import {
  useNotPass,
  usePass,
  useTransfer,
  useTransferConfirm,
  useTransferRefuse,
  useTransferWithdraw,
} from '../processes.queries.ts';
import './stage-line.css';

/** What the reader may decide now: pass, not pass (with a reason), transfer; answer or take back a transfer. Nothing when it is not their turn. */
export function Decision({ process }: { process: ProcessView }) {
  const { can } = process;
  if (can.answer_seat_id !== null) return <AnswerTransfer seatId={can.answer_seat_id} />;
  if (can.take_back_seat_id !== null) return <TakeBack seatId={can.take_back_seat_id} />;
  if (can.decide_seat_id !== null) return <Decide process={process} seatId={can.decide_seat_id} />;
  return null;
}

function Decide({ process, seatId }: { process: ProcessView; seatId: number }) {
  const t = useT();
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isTransferring, setTransferring] = useState(false);
  const [pass, notPass] = [usePass(), useNotPass()];
  const stage = process.stages.find(({ seats }) => seats.some(({ id }) => id === seatId));
  const busy = pass.isPending || notPass.isPending;

  const run = async (act: () => Promise<unknown>, said: string) => {
    try {
      await act();
      toast.success(said);
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  const refuse = (to?: 'starter' | 'previous') => {
    if (comment.trim() === '') {
      setProblem(t('processes.decide.reasonRequired'));
      return;
    }
    void run(
      () => notPass.mutateAsync({ seat_id: seatId, comment, ...(to ? { to } : {}) }),
      t('processes.decide.notPassed'),
    );
  };

  if (isTransferring)
    return <Transfer seatId={seatId} projectId={process.project_id} onClose={() => setTransferring(false)} />;
  return (
    <section className="decision" aria-label={t('processes.decide.title')}>
      <textarea
        rows={2}
        value={comment}
        maxLength={LIMITS.commentMax}
        placeholder={t('processes.decide.placeholder')}
        aria-label={t('processes.decide.placeholder')}
        aria-invalid={problem !== null}
        onChange={(event) => {
          setComment(event.target.value);
          setProblem(null);
        }}
      />
      {problem !== null && (
        <p className="decision-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="decision-buttons">
        <button
          type="button"
          className="button button-primary"
          disabled={busy}
          onClick={() => void run(() => pass.mutateAsync({ seat_id: seatId, comment }), t('processes.decide.passed'))}
        >
          {t('processes.decide.pass')}
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => refuse('starter')}>
          {t('processes.decide.notPass')}
        </button>
        {stage?.reject_to === 'previous' && stage.position > 1 && (
          <button type="button" className="button" disabled={busy} onClick={() => refuse('previous')}>
            {t('processes.decide.toPrevious')}
          </button>
        )}
        {stage?.allow_transfer === true && (
          <button type="button" className="button" disabled={busy} onClick={() => setTransferring(true)}>
            {t('processes.decide.transfer')}
          </button>
        )}
      </div>
    </section>
  );
}

function Transfer({ seatId, projectId, onClose }: { seatId: number; projectId: number | null; onClose: () => void }) {
  const t = useT();
  const transfer = useTransfer();
  const [target, setTarget] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    if (target === null) {
      setProblem(t('processes.decide.targetRequired'));
      return;
    }
    try {
      await transfer.mutateAsync({ seat_id: seatId, target_id: target });
      toast.success(t('processes.decide.transferAsked'));
      onClose();
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  return (
    <section className="decision" aria-label={t('processes.decide.transfer')}>
      <StaffPicker
        value={target}
        onChange={setTarget}
        projectId={projectId ?? undefined}
        aria-label={t('processes.decide.target')}
        placeholder={t('processes.decide.target')}
      />
      {problem !== null && (
        <p className="decision-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="decision-buttons">
        <button
          type="button"
          className="button button-primary"
          disabled={transfer.isPending}
          onClick={() => void send()}
        >
          {t('processes.decide.transfer')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </section>
  );
}

function AnswerTransfer({ seatId }: { seatId: number }) {
  const t = useT();
  const [confirmIt, refuseIt] = [useTransferConfirm(), useTransferRefuse()];
  return (
    <section className="decision" aria-label={t('processes.decide.title')}>
      <p>{t('processes.decide.asked')}</p>
      <div className="decision-buttons">
        <button type="button" className="button button-primary" onClick={() => confirmIt.mutate({ seat_id: seatId })}>
          {t('processes.decide.accept')}
        </button>
        <button type="button" className="button" onClick={() => refuseIt.mutate({ seat_id: seatId })}>
          {t('processes.decide.refuse')}
        </button>
      </div>
    </section>
  );
}

function TakeBack({ seatId }: { seatId: number }) {
  const t = useT();
  const takeBack = useTransferWithdraw();
  return (
    <section className="decision" aria-label={t('processes.decide.title')}>
      <p>{t('processes.decide.waitingForTarget')}</p>
      <div className="decision-buttons">
        <button type="button" className="button" onClick={() => takeBack.mutate({ seat_id: seatId })}>
          {t('processes.decide.takeBack')}
        </button>
      </div>
    </section>
  );
}
