import * as contract from '@prdm/contract/processes/opinions';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { call, type OutputOf } from '../../lib/api/call.ts';
import { showFailure } from '../../lib/api/query-client.ts';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';
import { translate } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';

export type OpinionList = OutputOf<typeof contract.opinionIndex>;
export type OpinionRecord = OutputOf<typeof contract.opinionRecord>;

export const useOpinionRecord = (processId: number | null) =>
  useApiQuery(contract.opinionRecord, { process_id: processId ?? 0 }, { enabled: processId !== null });

export const useRaise = () => useApiMutation(contract.opinionAdd, { inForm: true });

/** Changes of a row. `edit` also takes the grade. */
export type OpinionAct = 'reply' | 'close' | 'keep' | 'reopen' | 'edit' | 'del';

/** Runs a change of an opinion. It fails with the refusal, which the row shows. */
export type RunAct = (act: OpinionAct, row: OpinionRow, text?: string, grade?: OpinionRow['grade']) => Promise<void>;

export function useOpinionActs(): { run: RunAct; isBusy: boolean } {
  const options = { inForm: true } as const;
  const reply = useApiMutation(contract.opinionReply, options);
  const close = useApiMutation(contract.opinionClose, options);
  const keep = useApiMutation(contract.opinionKeep, options);
  const reopen = useApiMutation(contract.opinionReopen, options);
  const edit = useApiMutation(contract.opinionEdit, options);
  const del = useApiMutation(contract.opinionDel, options);
  const undo = async (row: OpinionRow) => {
    try {
      // The version after the closing is not part of its answer.
      const { version } = await call(contract.opinionInfo, { id: row.id });
      await reopen.mutateAsync({ id: row.id, version });
    } catch (error) {
      showFailure(error);
    }
  };
  const run: RunAct = async (act, row, text = '', grade = row.grade) => {
    const named = { id: row.id, version: row.version };
    if (act === 'reply') await reply.mutateAsync({ ...named, text });
    else if (act === 'keep') await keep.mutateAsync({ ...named, text });
    else if (act === 'edit') await edit.mutateAsync({ ...named, text, grade });
    else if (act === 'reopen') await reopen.mutateAsync(named);
    else if (act === 'del') await del.mutateAsync(named);
    else {
      await close.mutateAsync(named);
      toast.success(translate('opinion-pages.act.closed', { no: row.no }), {
        label: translate('opinion-pages.act.undo'),
        run: () => void undo(row),
      });
    }
  };
  const isBusy = [reply, close, keep, reopen, edit, del].some(({ isPending }) => isPending);
  return { run, isBusy };
}
