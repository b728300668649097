import type { OpinionRow } from '@prdm/contract/processes/opinions';

/** The check record sheet of a process on paper. */
export const recordPath = (processId: number): string => `/print/opinions?process=${processId}`;

/** The models of the project. A model that opens from there takes opinions of the process. */
export const modelsForOpinions = (projectId: number, processId: number): string =>
  `/file/model/index?project_id=${projectId}&process=${processId}`;

/** The model with the stored view of an opinion. Null for a place outside of models. */
export function opinionViewPath(
  { id, place }: Pick<OpinionRow, 'id' | 'place'>,
  { processId, projectId }: { readonly processId: number; readonly projectId: number | null },
): string | null {
  const { model } = place;
  if (model === null || (place.kind !== 'viewpoint' && place.kind !== 'component')) return null;
  const project = projectId === null ? '' : `&project_id=${projectId}`;
  return `/file/model/view?id=${model.id}${project}&process=${processId}&opinion=${id}`;
}
