import type { ProcessView } from '@prdm/contract/processes/review';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { useRemind, useWithdraw } from '../processes.queries.ts';

/**
 * Actions of the submitter: remind the reviewers who have not decided, or withdraw the review before its first pass.
 */
export function StarterActs({ process }: { process: ProcessView }) {
  const t = useT();
  const [remind, withdraw] = [useRemind(), useWithdraw()];
  const { id, can } = { id: process.process_id, can: process.can };
  if (!can.remind && !can.withdraw) return null;
  const takeBack = async () => {
    const question = { title: t('processes.starter.withdrawTitle'), text: t('processes.starter.withdrawText') };
    if (!(await confirm({ ...question, verb: t('processes.starter.withdraw') }))) return;
    withdraw.mutate({ id }, { onSuccess: () => toast.success(t('processes.starter.withdrawn')) });
  };
  return (
    <div className="decision-buttons">
      {can.remind && (
        <button
          type="button"
          className="button"
          disabled={remind.isPending}
          onClick={() => remind.mutate({ id }, { onSuccess: () => toast.success(t('processes.starter.reminded')) })}
        >
          {t('processes.starter.remind')}
        </button>
      )}
      {can.withdraw && (
        <button type="button" className="button" disabled={withdraw.isPending} onClick={() => void takeBack()}>
          {t('processes.starter.withdraw')}
        </button>
      )}
    </div>
  );
}
