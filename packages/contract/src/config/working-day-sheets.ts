import { z } from 'zod';
import { done, year } from '../kit/fields.ts';
import { endpoint, XLSX } from '../kit.ts';
import { importCalls } from '../kit/sheet-import.ts';
import { ADMINISTERS_DAYS } from './working-days.ts';

/** Days of the calendar from a spreadsheet: date, type, name. */
export const workingDayImports = importCalls({ path: '/apis/working_day', access: ADMINISTERS_DAYS });

/** Every day of a year as a spreadsheet, with the titles of the import. */
export const workingDayDownload = endpoint({
  method: 'GET',
  path: '/apis/working_day/download',
  access: 'signed-in',
  transport: 'download',
  media: XLSX,
  input: z.strictObject({ year: year() }),
  output: done,
});
