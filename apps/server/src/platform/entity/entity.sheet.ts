import type { SubjectKindName } from '@prdm/contract/kit';
import { keyInData } from '@prdm/locales/text-key';
import type { Lang } from '@prdm/locales';
import { writeSheet, type SheetColumn } from '../sheets/write-sheet.ts';
import { translate } from '../translate.ts';
import type { Column } from './columns.ts';
import type { EntitySpec } from './spec.ts';

type Row = Readonly<Record<string, unknown>>;
type Cell = string | number | boolean | null;

/** A column of an export. The title is the text `records.columns.<title>`. */
export interface ExportColumn {
  readonly title: string;
  readonly kind?: SheetColumn<Row>['kind'];
  value(row: Row, lang: Lang): Cell;
}

/** The name of the list in the reader's language, for the sheet and its file. */
export const listName = (lang: Lang, kind: SubjectKindName): string =>
  translate(lang, keyInData(`records.kinds.${kind}`));

/** An id of another record shows the name beside it: `profession_id` shows `profession_name`. */
function columnOf({ field, refers, texts, isNumber }: Column): ExportColumn {
  const shown = refers === undefined ? field : field.replace(/_id$/, '_name');
  return {
    title: refers === undefined ? field : field.replace(/_id$/, ''),
    kind: isNumber ? 'number' : 'text',
    value: (row, lang) => {
      const value = row[shown] as Cell;
      return texts && typeof value === 'string' ? translate(lang, keyInData(`${texts}.${value}`)) : value;
    },
  };
}

/** The rows of a list as a spreadsheet: name, the fields of the entity, state and uses. */
export function entitySheet<K extends SubjectKindName>(spec: EntitySpec<K>, rows: readonly Row[], lang: Lang) {
  const columns: ExportColumn[] = [
    { title: 'name', value: (row) => row['name'] as string },
    ...spec.columns.map(columnOf),
    ...(spec.exported ?? []),
    { title: 'state', value: (row) => translate(lang, `records.state.${row['enabled'] ? 'enabled' : 'disabled'}`) },
    { title: 'used', kind: 'number', value: (row) => row['used'] as number },
  ];
  return writeSheet<Row>({
    name: listName(lang, spec.calls.kind),
    columns: columns.map(({ title, kind = 'text', value }) => ({
      title: translate(lang, keyInData(`records.columns.${title}`)),
      kind,
      value: (row) => value(row, lang),
    })),
    rows,
  });
}
