import type { ActionLogRow } from '@prdm/contract/organisation/action-log';
import type { Lang } from '@prdm/locales';
import { writeSheet } from '../../../platform/sheets/write-sheet.ts';
import { translate } from '../../../platform/translate.ts';

const LIST_MAX = 30_000;

/** The fields of one side, one line for each. */
const side =
  (of: 'before' | 'after') =>
  (row: ActionLogRow): string =>
    row.changes
      .flatMap((change) => (change[of] === null ? [] : [`${change.label}: ${change[of]}`]))
      .join('\n')
      .slice(0, LIST_MAX);

/** The rows of the log as a spreadsheet. The changes of a row stand in two cells, one line for each field. */
export function logSheet(rows: readonly ActionLogRow[], lang: Lang): Promise<Uint8Array> {
  return writeSheet<ActionLogRow>({
    name: translate(lang, 'action-log.titles.log'),
    rows,
    columns: [
      { title: translate(lang, 'action-log.column.at'), kind: 'moment', width: 20, value: (row) => row.at },
      { title: translate(lang, 'action-log.column.user'), width: 14, value: (row) => row.user_name },
      { title: translate(lang, 'action-log.column.action'), width: 24, value: (row) => row.action },
      { title: translate(lang, 'action-log.column.kind'), width: 14, value: (row) => row.kind_name },
      { title: translate(lang, 'action-log.column.record'), width: 36, value: (row) => row.target_name },
      { title: translate(lang, 'action-log.column.project'), width: 30, value: (row) => row.project_name },
      { title: translate(lang, 'action-log.column.before'), width: 44, value: side('before') },
      { title: translate(lang, 'action-log.column.after'), width: 44, value: side('after') },
      { title: translate(lang, 'action-log.column.ip'), width: 16, value: (row) => row.ip },
      { title: translate(lang, 'action-log.column.device'), width: 44, value: (row) => row.agent },
      {
        title: translate(lang, 'action-log.column.sealed'),
        width: 14,
        value: (row) => translate(lang, row.sealed ? 'action-log.sealed' : 'action-log.unsealed'),
      },
    ],
  });
}
