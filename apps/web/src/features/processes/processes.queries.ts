import * as review from '@prdm/contract/review';
import { useAsk, useDo } from '../../lib/queries.ts';

/** A decision moves what it is about, so tasks and my work are stale too. */
const MOVES = ['task', 'fhome', 'notice'];

export const useReviews = (input: Parameters<typeof useAsk<typeof review.index>>[1]) => useAsk(review.index, input);
export const useReviewCounts = () => useAsk(review.counts, {});
export const usePass = () => useDo(review.pass, { refresh: MOVES, inForm: true });
export const useNotPass = () => useDo(review.notPass, { refresh: MOVES, inForm: true });
export const useTransfer = () => useDo(review.transfer, { refresh: MOVES, inForm: true });
export const useTransferConfirm = () => useDo(review.transferConfirm, { refresh: MOVES });
export const useTransferRefuse = () => useDo(review.transferRefuse, { refresh: MOVES });
export const useTransferWithdraw = () => useDo(review.transferWithdraw, { refresh: MOVES });
export const useWithdraw = () => useDo(review.withdraw, { refresh: MOVES });
export const useRemind = () => useDo(review.remind);
