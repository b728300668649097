import * as review from '@prdm/contract/review';
import { useApiQuery, useApiMutation } from '../../lib/api/queries.ts';

/** A decision changes the reviewed record, so tasks, my work and notices become stale. */
const MOVES = ['task', 'fhome', 'notice'];

export const useReviews = (input: Parameters<typeof useApiQuery<typeof review.index>>[1]) =>
  useApiQuery(review.index, input);
export const useReviewCounts = () => useApiQuery(review.counts, {});
export const usePass = () => useApiMutation(review.pass, { refresh: MOVES, inForm: true });
export const useNotPass = () => useApiMutation(review.notPass, { refresh: MOVES, inForm: true });
export const useTransfer = () => useApiMutation(review.transfer, { refresh: MOVES, inForm: true });
export const useAddSign = () => useApiMutation(review.addSign, { refresh: MOVES, inForm: true });
export const useTransferConfirm = () => useApiMutation(review.transferConfirm, { refresh: MOVES });
export const useTransferRefuse = () => useApiMutation(review.transferRefuse, { refresh: MOVES });
export const useTransferWithdraw = () => useApiMutation(review.transferWithdraw, { refresh: MOVES });
export const useWithdraw = () => useApiMutation(review.withdraw, { refresh: MOVES });
export const useRemind = () => useApiMutation(review.remind);
