import * as contract from '@prdm/contract/config/working-days';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';

/** Domains that count working days, so a change can move what they show. */
export const COUNTING = ['task', 'review', 'fhome'];

export const useCalendar = (year: number) => useApiQuery(contract.workingDayIndex, { year });
export const useSetDays = () => useApiMutation(contract.workingDaySet, { refresh: COUNTING });
export const useSetWeek = () => useApiMutation(contract.workingDayWeek, { refresh: COUNTING });
