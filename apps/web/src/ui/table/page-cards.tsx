import { Checkbox } from 'antd';
import type { Key } from 'react';
import { useT } from '../../lib/i18n.ts';
import type { PageColumn } from './table-types.ts';

/** Below 1024 px: each row a card of two lines with its key fields. */
export function PageCards<Row extends object>(props: {
  rows: readonly Row[];
  columns: readonly PageColumn<Row>[];
  rowKey: (row: Row) => number | string;
  onOpen?: (row: Row) => void;
  label: string;
  /** There are things to do with several rows, so rows can be selected. */
  bulk?: readonly unknown[];
  selected: readonly Key[];
  setSelected: (keys: readonly Key[]) => void;
}) {
  const t = useT();
  const at = (place: PageColumn<Row>['card']) => props.columns.filter((column) => column.card === place);
  const titles = at('title').length > 0 ? at('title') : props.columns.slice(0, 1);
  const select = (key: Key, isWanted: boolean) =>
    props.setSelected(isWanted ? [...props.selected, key] : props.selected.filter((other) => other !== key));
  return (
    <ul className="page-cards" aria-label={props.label} tabIndex={0}>
      {props.rows.map((row) => {
        const key = props.rowKey(row);
        const content = (
          <>
            <span className="card-title">
              {titles.map((column) => (
                <span key={column.key} className="ellipsis">
                  {column.render(row)}
                </span>
              ))}
              <span className="card-end">
                {at('end').map((column) => (
                  <span key={column.key}>{column.render(row)}</span>
                ))}
              </span>
            </span>
            <span className="card-line">
              {at('line').map((column) => (
                <span key={column.key} className="ellipsis">
                  {column.render(row)}
                </span>
              ))}
            </span>
          </>
        );
        return (
          <li key={key}>
            {props.bulk && (
              <Checkbox
                className="card-select"
                aria-label={t('common.table.select')}
                checked={props.selected.includes(key)}
                onChange={({ target }) => select(key, target.checked)}
              />
            )}
            {props.onOpen ? (
              <div
                className="page-card"
                role="button"
                tabIndex={0}
                onClick={() => props.onOpen?.(row)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget) props.onOpen?.(row);
                }}
              >
                {content}
              </div>
            ) : (
              <div className="page-card">{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
