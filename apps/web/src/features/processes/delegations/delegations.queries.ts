import * as delegation from '@prdm/contract/processes/delegations';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';

/** A delegation moves reviews between two to-do lists, so reviews and tasks become stale. */
const MOVES = ['review', 'task', 'fhome'];

export const useDelegations = () => useApiQuery(delegation.index, {});
export const useAddDelegation = () => useApiMutation(delegation.add, { refresh: MOVES, inForm: true });
export const useEditDelegation = () => useApiMutation(delegation.edit, { refresh: MOVES, inForm: true });
export const useEndDelegation = () => useApiMutation(delegation.end, { refresh: MOVES });
export const useRefuseDelegation = () => useApiMutation(delegation.refuse, { refresh: MOVES });
