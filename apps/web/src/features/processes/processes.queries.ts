import { createContext, useContext } from 'react';
import { counts as homeCounts } from '@prdm/contract/home';
import * as review from '@prdm/contract/processes/review';
import { useApiQuery, useApiMutation } from '../../lib/api/queries.ts';

/** A decision changes the reviewed record and what blocks it, so tasks, my work, notices and opinions become stale. */
const MOVES = ['task', 'fhome', 'notice', 'opinion'];

/** Called after a decision of the reader that takes the review out of the reader's hands. */
export const DecidedContext = createContext<() => void>(() => undefined);

export const useReviews = (input: Parameters<typeof useApiQuery<typeof review.index>>[1]) =>
  useApiQuery(review.index, input);
/** One review. The answer of another review is never shown in its place, because its buttons would decide that one. */
export const useReview = (processId: number | null) =>
  useApiQuery(review.info, { id: processId ?? 0 }, { enabled: processId !== null, keepOld: false });
export const useReviewCounts = () => useApiQuery(review.counts, {});
/** The number of entries of the desk that wait for me: reviews and confirmations of finished tasks. Undefined until the reviews are counted. */
export function useDeskCount(): number | undefined {
  const reviews = useReviewCounts().data;
  const work = useApiQuery(homeCounts, {}).data;
  return reviews && reviews.todo + (work?.confirm ?? 0);
}
export const usePass = () =>
  useApiMutation(review.pass, { refresh: MOVES, inForm: true, onDone: useContext(DecidedContext) });
export const usePassMany = () => useApiMutation(review.passMany, { refresh: MOVES, inForm: true });
export const useNotPass = () =>
  useApiMutation(review.notPass, { refresh: MOVES, inForm: true, onDone: useContext(DecidedContext) });
export const useTransfer = () =>
  useApiMutation(review.transfer, { refresh: MOVES, inForm: true, onDone: useContext(DecidedContext) });
/** A stage added before the present one decides first. A stage added after it leaves the decision to the reader. */
export const useAddSign = () => {
  const decided = useContext(DecidedContext);
  const onDone = (_data: unknown, { where }: { where: string }) => {
    if (where === 'before') decided();
  };
  return useApiMutation(review.addSign, { refresh: MOVES, inForm: true, onDone });
};
export const useTransferConfirm = () => useApiMutation(review.transferConfirm, { refresh: MOVES });
export const useTransferRefuse = () =>
  useApiMutation(review.transferRefuse, { refresh: MOVES, onDone: useContext(DecidedContext) });
export const useTransferWithdraw = () => useApiMutation(review.transferWithdraw, { refresh: MOVES });
export const useWithdraw = () => useApiMutation(review.withdraw, { refresh: MOVES });
export const useRemind = () => useApiMutation(review.remind);
