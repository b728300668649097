import { actionLogCount, actionLogIndex, type ActionLogRow } from '@prdm/contract/organisation/action-log';
import { useApiQuery } from '../../lib/api/queries.ts';
import type { LogFilters } from './audit.logic.ts';

/** New rows are sealed within the same time. */
const LOOK_MS = 10_000;

export const useLog = (input: LogFilters & { page: number; size: number }) => useApiQuery(actionLogIndex, input);

/** The number of rows that are newer than the rows shown. FRESH_MAX means that many or more. */
export function useFresh(filters: LogFilters, rows: readonly ActionLogRow[], isOn: boolean): number {
  // The list has the order of time. A row of a long transaction has a smaller id than the row below it.
  const after = Math.max(0, ...rows.map(({ id }) => id));
  const isAsked = isOn && after > 0;
  const { data } = useApiQuery(
    actionLogCount,
    { ...filters, after_id: after },
    { enabled: isAsked, keepOld: false, refetchInterval: LOOK_MS },
  );
  return isAsked ? (data?.count ?? 0) : 0;
}
