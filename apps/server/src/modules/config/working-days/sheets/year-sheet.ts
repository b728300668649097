import type { Calendar, CalendarDay } from '@prdm/contract/config/working-days';
import type { Lang } from '@prdm/locales';
import type { TextKey } from '@prdm/locales/text-key';
import { writeSheet } from '../../../../platform/sheets/write-sheet.ts';
import { translate } from '../../../../platform/translate.ts';
import { numberOfDay } from '@prdm/contract/kit/shanghai';
import { weekdayOf } from '../calendar.ts';
import { DAY_TYPE_TEXTS } from './day-import.ts';

/** Every day of a year as a spreadsheet. It has the titles of the import, so a person can edit it and import it. */
export async function yearSheet(calendar: Calendar, lang: Lang): Promise<{ fileName: string; bytes: Uint8Array }> {
  const say = (key: TextKey, params = {}): string => translate(lang, key, params);
  const fileName = say('sheets.yearName', { name: say('sheets.kinds.workingDays'), year: calendar.year });
  const bytes = await writeSheet<CalendarDay>({
    name: fileName,
    columns: [
      { title: say('sheets.columns.day'), kind: 'day', width: 14, value: ({ day }) => day },
      {
        title: say('sheets.columns.weekday'),
        value: ({ day }) => say(`sheets.weekdays.${weekdayOf(numberOfDay(day))}` as TextKey),
      },
      { title: say('sheets.columns.type'), width: 14, value: ({ type }) => say(DAY_TYPE_TEXTS[type]) },
      { title: say('sheets.columns.name'), width: 24, value: ({ name }) => name },
      { title: say('sheets.columns.source'), width: 14, value: ({ source }) => say(`sheets.sources.${source}`) },
    ],
    rows: calendar.days,
  });
  return { fileName, bytes };
}
