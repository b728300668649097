import { writeXlsx, type Cell } from 'hucre/xlsx';
import { LIMITS } from '@prdm/contract/limits';
import type { Lang } from '@prdm/locales';
import type { TextKey } from '@prdm/locales/text-key';
import { translate } from '../../translate.ts';
import { letters, sheetName } from '../write-sheet.ts';
import type { ImportColumn, SheetImport } from './declare.ts';

const AS_TEXT = '@';
const GREY = '808080';
const WIDTH = 20;

/**
 * The template of an import: one sheet with the titles and an example that the import leaves out, one sheet with the
 * notes. Columns with choices offer them in a list.
 */
export async function writeTemplate(declared: SheetImport, lang: Lang): Promise<Uint8Array> {
  const say = (key: TextKey, params = {}): string => translate(lang, key, params);
  const columns = Object.values(declared.columns);
  const titles = columns.map(({ title }) => say(title));
  const examples = columns.map((column) => exampleOf(column, say));
  const noteAt = columns.length;
  const cells = new Map<string, Partial<Cell>>();
  for (let at = 0; at <= noteAt; at += 1) {
    cells.set(`0,${at}`, { style: { font: { bold: true }, numFmt: AS_TEXT } });
    cells.set(`1,${at}`, { style: { font: { italic: true, color: { rgb: GREY } }, numFmt: AS_TEXT } });
  }
  const texts = { numFmt: AS_TEXT };
  const noteTitles = ['column', 'isRequired', 'rule', 'sample'].map((key) => say(`sheets.template.${key}` as TextKey));
  return writeXlsx({
    sheets: [
      {
        name: sheetName(say(declared.name)),
        columns: [...columns.map(({ width }) => ({ width: width ?? WIDTH, ...texts })), { width: 36, ...texts }],
        rows: [
          [...titles, say('sheets.template.noteTitle')],
          [...examples, say('sheets.template.example')],
        ],
        cells,
        freezePane: { rows: 1 },
        dataValidations: columns.flatMap(({ choices }, at) =>
          choices
            ? [
                {
                  type: 'list' as const,
                  values: Object.values(choices).map((key) => say(key)),
                  range: `${letters(at)}2:${letters(at)}${LIMITS.importMax + 2}`,
                  allowBlank: true,
                },
              ]
            : [],
        ),
      },
      {
        name: sheetName(say('sheets.template.notes')),
        columns: [{ width: WIDTH }, { width: 10 }, { width: 60 }, { width: 30 }].map((column) => ({
          ...column,
          ...texts,
        })),
        rows: [
          noteTitles,
          ...columns.map(({ note, required }, at) => [
            titles[at] ?? '',
            say(required ? 'common.yes' : 'common.no'),
            say(note),
            examples[at] ?? '',
          ]),
          [],
          [say('sheets.template.limits', { n: LIMITS.importMax })],
        ],
        cells: new Map(noteTitles.map((_, at) => [`0,${at}`, { style: { font: { bold: true }, numFmt: AS_TEXT } }])),
        freezePane: { rows: 1 },
      },
    ],
  });
}

function exampleOf({ example, choices }: ImportColumn, say: (key: TextKey) => string): string {
  if (typeof example === 'string') return say(example);
  const choice = choices?.[example.value];
  return choice === undefined ? example.value : say(choice);
}
