import { z } from 'zod';
import { done, year } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';
import { importCalls } from '../kit/sheet-import.ts';
import { ADMINISTERS_DAYS } from './working-days.ts';

/** Days of the calendar from a spreadsheet: date, type, name. */
export const workingDayImports = importCalls({ path: '/apis/working_day', access: ADMINISTERS_DAYS });
export const {
  template: workingDayImportTemplate,
  run: workingDayImport,
  index: workingDayImportIndex,
  undo: workingDayImportUndo,
} = workingDayImports;

/** Every day of a year as a spreadsheet, with the titles of the import. */
export const workingDayDownload = endpoint({
  method: 'GET',
  path: '/apis/working_day/download',
  access: 'signed-in',
  transport: 'download',
  input: z.strictObject({ year: year() }),
  output: done,
});
