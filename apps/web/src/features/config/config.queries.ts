import { professionIndex, projectTypeIndex, stageIndex } from '@prdm/contract/config';
import { useAsk } from '../../lib/queries.ts';

/** Dictionaries change a few times a year: one answer serves all pickers of a visit. */
const RARELY = { staleTime: 10 * 60_000 };

export const useStages = () => useAsk(stageIndex, {}, RARELY);
export const useProfessions = () => useAsk(professionIndex, {}, RARELY);
export const useProjectTypes = () => useAsk(projectTypeIndex, {}, RARELY);
