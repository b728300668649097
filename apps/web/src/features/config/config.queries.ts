import { professionIndex, projectTypeIndex, stageIndex } from '@prdm/contract/config';
import { useApiQuery } from '../../lib/api/queries.ts';

/** Dictionaries change a few times a year: one answer serves all pickers of a visit. */
const RARELY = { staleTime: 10 * 60_000 };

export const useStages = () => useApiQuery(stageIndex, {}, RARELY);
export const useProfessions = () => useApiQuery(professionIndex, {}, RARELY);
export const useProjectTypes = () => useApiQuery(projectTypeIndex, {}, RARELY);
