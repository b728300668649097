import { number } from '../../lib/format.ts';
import type { Translate, TextKey } from '../../lib/i18n.ts';
import type { PageColumn } from '../table/table-types.ts';

/** A column of a text of the row. The key is the server's name of the sort field. */
export const textColumn = <Row extends object>(
  t: Translate,
  key: keyof Row & string,
  title: TextKey,
  more: Partial<PageColumn<Row>> = {},
): PageColumn<Row> => ({
  key,
  title: t(title),
  card: 'line',
  render: (row) => {
    const text = String(row[key] ?? '');
    return text === '' ? null : <span title={text}>{text}</span>;
  },
  ...more,
});

/** A column of a whole number of the row, right-aligned. Empty without a number. */
export const numberColumn = <Row extends object>(
  t: Translate,
  key: keyof Row & string,
  title: TextKey,
  more: Partial<PageColumn<Row>> = {},
): PageColumn<Row> => ({
  key,
  title: t(title),
  width: 120,
  align: 'right',
  card: 'line',
  render: (row) => {
    const value = row[key] ?? null;
    return value === null ? null : number(Number(value));
  },
  ...more,
});

/** A column of yes and no of the row. */
export const flagColumn = <Row extends object>(
  t: Translate,
  key: keyof Row & string,
  title: TextKey,
  more: Partial<PageColumn<Row>> = {},
): PageColumn<Row> => ({
  key,
  title: t(title),
  card: 'line',
  render: (row) => t(row[key] === true ? 'common.yes' : 'common.no'),
  ...more,
});
