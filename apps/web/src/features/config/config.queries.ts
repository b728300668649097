import { professions, projectTypes, stages } from '@prdm/contract/config/dictionaries';
import { useApiQuery } from '../../lib/api/queries.ts';

/** Dictionaries change rarely, so all pickers share one answer for ten minutes. A live frame reloads it earlier. */
const RARELY = { staleTime: 10 * 60_000 };
const ALL = { ispage: 'not' } as const;

export const useStages = () => useApiQuery(stages.index, ALL, RARELY);
export const useProfessions = () => useApiQuery(professions.index, ALL, RARELY);
export const useProjectTypes = () => useApiQuery(projectTypes.index, ALL, RARELY);
