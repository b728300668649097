import * as contract from '@prdm/contract/processes/opinions';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { call, type InputOf, type OutputOf } from '../../lib/api/call.ts';
import { showFailure } from '../../lib/api/query-client.ts';
import { refetch } from '../../lib/api/refetch.ts';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';
import { useLive } from '../../lib/api/live.ts';
import { translate } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';

export type OpinionList = OutputOf<typeof contract.opinionIndex>;
export type OpinionInfo = OutputOf<typeof contract.opinionInfo>;
export type OpinionRecord = OutputOf<typeof contract.opinionRecord>;
export type OpinionInput = InputOf<typeof contract.opinionAdd>;

const refetchOpinions = refetch('opinion');

/** All opinions of a process. A decision of anybody changes what blocks, so frames of reviews make them stale too. */
export function useOpinions(processId: number | null) {
  useLive('review', refetchOpinions);
  return useApiQuery(
    contract.opinionIndex,
    { process_id: processId ?? 0 },
    { enabled: processId !== null, keepOld: false },
  );
}

/** One opinion with its view. @param projectId the project of the page, if the address names it */
export const useOpinion = (projectId: number | undefined, id: number | null) =>
  useApiQuery(contract.opinionInfo, { project_id: projectId, id: id ?? 0 }, { enabled: id !== null, keepOld: false });

export const useOpinionRecord = (processId: number | null) =>
  useApiQuery(contract.opinionRecord, { process_id: processId ?? 0 }, { enabled: processId !== null });

/** Opinions that block the stage under review, by number. */
export function useBlocking(processId: number): readonly OpinionRow[] {
  const { data } = useOpinions(processId);
  return (data?.list ?? []).filter(({ blocks }) => blocks).toSorted((one, other) => one.no - other.no);
}

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
