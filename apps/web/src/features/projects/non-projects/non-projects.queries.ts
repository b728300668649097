import * as contract from '@prdm/contract/projects/non-projects';
import type { NonProjectStatus } from '@prdm/contract/status';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';

export interface NonProjectQuery {
  readonly page: number;
  readonly size: number;
  readonly state: NonProjectStatus;
  readonly kind?: contract.NonProjectKind;
  readonly word?: string;
}

/** Lists that show the name or the state of a non-project. */
const refresh = ['project', 'task', 'fhome', 'review'];

export const useNonProjects = (query: NonProjectQuery) => useApiQuery(contract.index, query);
/** The page of one record must not show the previous record while it loads (`keepOld: false`). */
export const useNonProject = (id: number) => useApiQuery(contract.info, { id }, { enabled: id > 0, keepOld: false });

export const useAddNonProject = () => useApiMutation(contract.add, { refresh, inForm: true });
export const useEditNonProject = () => useApiMutation(contract.edit, { refresh, inForm: true });
export const useReopenNonProject = () => useApiMutation(contract.reopen, { refresh });
export const useDeleteNonProject = () => useApiMutation(contract.del, { refresh });
