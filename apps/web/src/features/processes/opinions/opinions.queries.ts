import { opinionIndex, opinionInfo, type OpinionRow } from '@prdm/contract/processes/opinions';
import { useLive } from '../../../lib/api/live.ts';
import { useApiQuery } from '../../../lib/api/queries.ts';
import { refetch } from '../../../lib/api/refetch.ts';

const refetchOpinions = refetch('opinion');

/** All opinions of a process. A decision of anybody changes what blocks, so frames of reviews make them stale too. */
export function useOpinions(processId: number) {
  useLive('review', refetchOpinions);
  return useApiQuery(opinionIndex, { process_id: processId }, { keepOld: false });
}

/** One opinion with its view. @param projectId the project of the page, if the address names it */
export const useOpinion = (projectId: number | undefined, id: number | null) =>
  useApiQuery(opinionInfo, { project_id: projectId, id: id ?? 0 }, { enabled: id !== null, keepOld: false });

/** Opinions that block the stage under review, by number. */
export function useBlocking(processId: number): readonly OpinionRow[] {
  const { data } = useOpinions(processId);
  return (data?.list ?? []).filter(({ blocks }) => blocks).toSorted((one, other) => one.no - other.no);
}
