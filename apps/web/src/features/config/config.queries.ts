import {
  industries,
  labels,
  professions,
  projectGrades,
  projectTypes,
  serviceContents,
  stages,
  staskTypes,
  structureTypes,
} from '@prdm/contract/config/dictionaries';
import { useApiQuery } from '../../lib/api/queries.ts';

/** Dictionaries change rarely, so all pickers share one answer for ten minutes. A live frame reloads it earlier. */
const RARELY = { staleTime: 10 * 60_000 };
const ALL = { ispage: 'not' } as const;

export const useStages = () => useApiQuery(stages.index, ALL, RARELY);
export const useProfessions = () => useApiQuery(professions.index, ALL, RARELY);
/** The dictionaries of a project sheet. */
const OF_SHEET = {
  industry: industries,
  label: labels,
  project_grade: projectGrades,
  service_content: serviceContents,
  stask_type: staskTypes,
  structure_type: structureTypes,
} as const;
export type SheetDictionary = keyof typeof OF_SHEET;

export const useDictionary = (kind: SheetDictionary) => useApiQuery(OF_SHEET[kind].index, ALL, RARELY);
export const useProjectTypes = () => useApiQuery(projectTypes.index, ALL, RARELY);
