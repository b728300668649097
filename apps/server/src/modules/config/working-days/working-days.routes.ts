import * as contract from '@prdm/contract/config/working-days';
import { workingDayDownload, workingDayImports } from '@prdm/contract/config/working-day-sheets';
import type { Mount } from '../../../platform/http/mounting.ts';
import { mountImport } from '../../../platform/sheets/imports/imports.routes.ts';
import type { SheetImports } from '../../../platform/sheets/imports/index.ts';
import { sendSheet } from '../../../platform/sheets/send-sheet.ts';
import type { WorkingDays } from './index.ts';
import { yearSheet } from './sheets/year-sheet.ts';

export async function workingDaysRoutes(mount: Mount, workingDays: WorkingDays, imports: SheetImports): Promise<void> {
  mount(contract.workingDayIndex, ({ year }, { session, lang }) => workingDays.year(session.enterpriseId, year, lang));
  mount(contract.workingDaySet, (input, { actor }) => workingDays.set(actor, input));
  mount(contract.workingDayReset, ({ days, version }, { actor }) =>
    workingDays.set(actor, { days: days.map((day) => ({ day })), version }),
  );
  mount(contract.workingDayWeek, (input, { actor }) => workingDays.setWeek(actor, input));
  mount.raw(workingDayDownload, async ({ year }, { session, lang }, raw) => {
    await sendSheet(raw, await yearSheet(await workingDays.year(session.enterpriseId, year, lang), lang));
  });
  await mountImport(mount, imports, workingDayImports, workingDays.imports);
}
