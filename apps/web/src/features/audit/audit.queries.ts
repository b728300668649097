import { actionLogIndex, type ActionLogRow } from '@prdm/contract/organisation/action-log';
import { useApiQuery } from '../../lib/api/queries.ts';
import type { LogFilters } from './audit.logic.ts';

const FRESH_MAX = 200;
/** New rows are sealed within the same time. */
const LOOK_MS = 10_000;

export const useLog = (input: LogFilters & { page: number; size: number }) => useApiQuery(actionLogIndex, input);

/** The number of rows that are newer than the first row shown. FRESH_MAX means that many or more. */
export function useFresh(filters: LogFilters, first: ActionLogRow | undefined, isOn: boolean): number {
  const { data } = useApiQuery(
    actionLogIndex,
    { ...filters, ...(first === undefined ? {} : { from: first.at }), size: FRESH_MAX },
    { enabled: isOn && first !== undefined, refetchInterval: LOOK_MS },
  );
  if (!isOn || first === undefined) return 0;
  return (data?.list ?? []).filter(({ id, at }) => at >= first.at && id > first.id).length;
}
