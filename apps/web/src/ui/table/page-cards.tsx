import { Checkbox } from 'antd';
import type { Key, ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { isOnControl } from './on-control.ts';
import { sortNameOf, type PageColumn } from './table-types.ts';
import type { ListView } from './use-list-view.ts';

interface Cards<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly PageColumn<Row>[];
  readonly rowKey: (row: Row) => number | string;
  readonly view: ListView;
  readonly onOpen?: (row: Row) => void;
  readonly rowClass?: (row: Row) => string;
  readonly label: string;
  /** The bulk actions. When present, rows can be selected. */
  readonly bulk?: readonly unknown[];
  readonly selected: readonly Key[];
  readonly setSelected: (keys: readonly Key[]) => void;
  readonly details?: { readonly keys: readonly (number | string)[]; readonly render: (row: Row) => ReactNode };
}

/** A narrow list: each row is a card of two lines with its key fields. */
export function PageCards<Row extends object>(props: Cards<Row>) {
  const t = useT();
  const select = (key: Key, isWanted: boolean) =>
    props.setSelected(isWanted ? [...props.selected, key] : props.selected.filter((other) => other !== key));
  return (
    <ul className="page-cards" aria-label={props.label} tabIndex={0}>
      {props.rows.map((row) => {
        const key = props.rowKey(row);
        return (
          <li key={key} className={props.rowClass?.(row)}>
            {props.bulk && (
              <Checkbox
                className="card-select"
                aria-label={t('common.table.select')}
                checked={props.selected.includes(key)}
                onChange={({ target }) => select(key, target.checked)}
              />
            )}
            <Card row={row} columns={props.columns} sort={props.view.sort} onOpen={props.onOpen} />
            {props.details?.keys.includes(key) && props.details.render(row)}
          </li>
        );
      })}
    </ul>
  );
}

/** The name is the button, so the card can hold other buttons. A tap elsewhere on the card also opens it. */
function Card<Row extends object>({
  row,
  columns,
  sort,
  onOpen,
}: Pick<Cards<Row>, 'columns' | 'onOpen'> & { row: Row; sort: string | null }) {
  const at = (place: PageColumn<Row>['card']) => columns.filter((column) => column.card === place);
  // A column without a place shows only while the list is sorted by it. The head of the list names it.
  const sorted = at(undefined).filter((column) => sort !== null && sortNameOf(column) === sort);
  const titles = at('title').length > 0 ? at('title') : columns.slice(0, 1);
  const name: ReactNode = titles.map((column) => (
    <span key={column.key} className="ellipsis">
      {column.render(row)}
    </span>
  ));
  return (
    // oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions -- the name inside is the button for the keyboard
    <div
      className="page-card"
      data-opens={onOpen !== undefined}
      onClick={(event) => {
        if (!isOnControl(event.target)) onOpen?.(row);
      }}
    >
      <div className="card-title">
        {onOpen ? (
          <button type="button" className="card-name" onClick={() => onOpen(row)}>
            {name}
          </button>
        ) : (
          <span className="card-name">{name}</span>
        )}
        <span className="card-end">
          {at('end').map((column) => (
            <span key={column.key}>{column.render(row)}</span>
          ))}
        </span>
      </div>
      <div className="card-line">
        {at('line').map((column) => (
          <CardField key={column.key} column={column} row={row} />
        ))}
        {sorted.map((column) => (
          <span key={column.key} className="card-sorted ellipsis" title={column.title}>
            {column.render(row)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A field of the second line. A figure needs its title, because a card has no heads. An empty field takes no space. */
function CardField<Row>({ column, row }: { column: PageColumn<Row>; row: Row }) {
  const value = column.render(row);
  if (value === null || value === undefined || value === '') return null;
  return (
    <span className="ellipsis">
      {column.align === 'right' && <span className="card-head">{column.title}</span>}
      {value}
    </span>
  );
}
