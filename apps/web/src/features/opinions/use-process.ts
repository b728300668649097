import { info } from '@prdm/contract/processes/review';
import { useApiQuery } from '../../lib/api/queries.ts';

/** The review of the opinions, for pages that do not show it themselves. */
export const useProcess = (id: number) => useApiQuery(info, { id }, { keepOld: false });
