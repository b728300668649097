import { professionIndex, projectTypeIndex, stageIndex } from '@prdm/contract/config';
import { useApiQuery } from '../../lib/api/queries.ts';

/** Dictionaries change rarely, so all pickers share one answer for ten minutes. */
const RARELY = { staleTime: 10 * 60_000 };

export const useStages = () => useApiQuery(stageIndex, {}, RARELY);
export const useProfessions = () => useApiQuery(professionIndex, {}, RARELY);
export const useProjectTypes = () => useApiQuery(projectTypeIndex, {}, RARELY);
