import { useState, type KeyboardEvent } from 'react';
import type { ProcessView } from '@prdm/contract/processes/review';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { StaffPicker } from '../../organisation/index.ts';
import { useTransfer, useTransferConfirm, useTransferRefuse, useTransferWithdraw } from '../processes.queries.ts';
import { assignmentIn } from './assignments.ts';

interface AssignmentProps {
  readonly process: ProcessView;
  readonly assignmentId: number;
}

/** Chooses another person to decide. The picker omits the present reviewers of the stage. */
export function Transfer({ process, assignmentId, onClose }: AssignmentProps & { onClose: () => void }) {
  const t = useT();
  const transfer = useTransfer();
  const [target, setTarget] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const assigned = assignmentIn(process, assignmentId)?.stage.seats.map(({ user }) => user.id);
  // Escape in an open list closes the list only.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (event.target as Element).closest('[aria-expanded="true"]') !== null) return;
    event.preventDefault();
    onClose();
  };
  const send = async () => {
    if (target === null) {
      setProblem(t('processes.decide.targetRequired'));
      return;
    }
    try {
      await transfer.mutateAsync({ seat_id: assignmentId, target_id: target });
      toast.success(t('processes.decide.transferAsked'));
      onClose();
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  return (
    <section className="decision" aria-label={t('processes.decide.transfer')} onKeyDown={leave}>
      <StaffPicker
        value={target}
        onChange={setTarget}
        projectId={process.project_id ?? undefined}
        exclude={assigned}
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

/** The target of a transfer accepts or refuses it. */
export function AnswerTransfer({ process, assignmentId }: AssignmentProps) {
  const t = useT();
  const [confirmIt, refuseIt] = [useTransferConfirm(), useTransferRefuse()];
  const busy = confirmIt.isPending || refuseIt.isPending;
  const found = assignmentIn(process, assignmentId);
  return (
    <section className="decision" aria-label={t('processes.decide.title')}>
      <p>{t('processes.decide.asked', { from: found?.assignment.user.name ?? '', stage: found?.stage.name ?? '' })}</p>
      <div className="decision-buttons">
        <button
          type="button"
          className="button button-primary"
          disabled={busy}
          onClick={() => confirmIt.mutate({ seat_id: assignmentId })}
        >
          {t('processes.decide.accept')}
        </button>
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => refuseIt.mutate({ seat_id: assignmentId })}
        >
          {t('processes.decide.refuse')}
        </button>
      </div>
    </section>
  );
}

/** The reviewer who requested the transfer waits for the answer or withdraws the request. */
export function TakeBack({ process, assignmentId }: AssignmentProps) {
  const t = useT();
  const takeBack = useTransferWithdraw();
  const to = assignmentIn(process, assignmentId)?.assignment.transfer_to?.name ?? '';
  return (
    <section className="decision" aria-label={t('processes.decide.title')}>
      <p>{t('processes.decide.waitingForTarget', { to })}</p>
      <div className="decision-buttons">
        <button
          type="button"
          className="button"
          disabled={takeBack.isPending}
          onClick={() => takeBack.mutate({ seat_id: assignmentId })}
        >
          {t('processes.decide.takeBack')}
        </button>
      </div>
    </section>
  );
}
