import * as contract from '@prdm/contract/config/working-days';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { WorkingDays } from './index.ts';

export function workingDaysRoutes(mount: Mount, workingDays: WorkingDays): void {
  mount(contract.workingDayIndex, ({ year }, { session, lang }) => workingDays.year(session.enterpriseId, year, lang));
  mount(contract.workingDaySet, (input, { actor }) => workingDays.set(actor, input));
  mount(contract.workingDayReset, ({ days, version }, { actor }) =>
    workingDays.set(actor, { days: days.map((day) => ({ day })), version }),
  );
  mount(contract.workingDayWeek, (input, { actor }) => workingDays.setWeek(actor, input));
}
