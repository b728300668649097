import type { Principal } from '@prdm/access';
import type { SubjectKindName } from '@prdm/contract/kit';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { keyInData } from '@prdm/locales/text-key';
import type { Lang } from '@prdm/locales';
import { fail } from '../errors.ts';
import type { Amount } from '../money/amount.ts';
import { writeSheet, type SheetColumn } from '../sheets/write-sheet.ts';
import { standardName, translate } from '../translate.ts';
import type { Column } from './columns.ts';
import type { EntitySpec } from './spec.ts';

type Row = Readonly<Record<string, unknown>>;
type Cell = string | number | boolean | Amount | null;

/** A column of an export. Its title is that of the field on the page, `entities.field.<field>`. */
export interface ExportColumn {
  readonly field: string;
  readonly kind?: SheetColumn<Row>['kind'];
  value(row: Row, lang: Lang): Cell;
}

/** The name of the list in the reader's language, for the sheet and its file. */
export const listName = (lang: Lang, kind: SubjectKindName): string =>
  translate(lang, keyInData(`entities.many.${kind}`));

/** Kinds whose standard names have another group of texts. */
const GROUPS: Partial<Record<SubjectKindName, string>> = { position_template: 'positions', position: 'positions' };

/** An id of another record shows the name beside it: `profession_id` shows `profession_name`. */
const columnOf = ({ field, refers, texts, isNumber, isMoney }: Column): ExportColumn => ({
  field,
  kind: isMoney ? 'money' : isNumber ? 'number' : 'text',
  value(row, lang) {
    if (refers !== undefined)
      return standardName(lang, GROUPS[refers] ?? refers, row[field.replace(/_id$/, '_name')] as string);
    const value = row[field] as Cell;
    if (typeof value === 'boolean') return translate(lang, value ? 'common.yes' : 'common.no');
    return texts && typeof value === 'string' ? translate(lang, keyInData(`${texts}.${value}`)) : value;
  },
});

/** Throws 1001 when more rows match the filters than an export holds. */
export function refuseTooMany(total: number): void {
  if (total > LIMITS.exportMax)
    throw fail.of(CODES.invalid, 'records.exportTooMany', { params: { total, n: LIMITS.exportMax } });
}

/** The rows of a list as a spreadsheet with the amounts that the reader sees: name, the fields of the entity, state and uses, as on its page. */
export function entitySheet<K extends SubjectKindName>(
  spec: Pick<EntitySpec<K>, 'columns' | 'exported'> & { calls: { kind: K } },
  rows: readonly Row[],
  { lang, reader }: { lang: Lang; reader: Principal },
): Promise<Uint8Array> {
  const { kind } = spec.calls;
  const fields = [...spec.columns.filter(({ isData }) => !isData).map(columnOf), ...(spec.exported ?? [])];
  const columns: SheetColumn<Row>[] = [
    {
      title: translate(lang, 'entities.name'),
      width: 30,
      value: (row) => standardName(lang, GROUPS[kind] ?? kind, row['name'] as string),
    },
    ...fields.map(({ field, kind: cells = 'text', value }): SheetColumn<Row> => ({
      title: translate(lang, keyInData(`entities.field.${field}`)),
      kind: cells,
      ...(cells === 'text' ? { width: 20 } : {}),
      value: (row) => value(row, lang),
    })),
    {
      title: translate(lang, 'entities.state'),
      value: (row) => translate(lang, `entities.states.${row['enabled'] ? 'enabled' : 'disabled'}`),
    },
    { title: translate(lang, 'entities.used'), kind: 'number', value: (row) => row['used'] as number },
  ];
  return writeSheet<Row>({ name: listName(lang, kind), columns, rows, reader });
}
