import { Table } from 'antd';
import { cloneElement, isValidElement, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { isOnControl } from './on-control.ts';
import type { BodyProps } from './page-table.tsx';
import { sortNameOf, type PageColumn } from './table-types.ts';
import type { ListView } from './use-list-view.ts';

/** Above this number of rows, the table draws only the visible ones. */
export const VIRTUAL_FROM = 120;
/** Minimum width in px of a column without a width. When space runs out, the table scrolls sideways. */
const FLEXIBLE_MIN = 160;

/** The rows as a dense table with a sticky head. */
export function DeskTable<Row extends object>({
  rows,
  shown,
  rowKey,
  view,
  at,
  setAt,
  selected,
  setSelected,
  ...props
}: BodyProps<Row>) {
  const t = useT();
  const virtual = rows.length > VIRTUAL_FROM;
  const columns = shown.map((column) => ({
    key: column.key,
    title: column.title,
    width: column.width,
    align: column.align,
    fixed: column.fixed === true ? ('left' as const) : column.fixed,
    ellipsis: true,
    className: column.align === 'right' ? 'tabular' : undefined,
    sorter: column.sort !== undefined,
    showSorterTooltip: false,
    sortOrder: sortOf(column, view),
    render: (_value: unknown, row: Row) => column.render(row),
  }));
  const width = shown.reduce((sum, column) => sum + (column.width ?? FLEXIBLE_MIN), props.bulk === undefined ? 0 : 40);
  return (
    <Table<Row>
      aria-label={props.label}
      size="small"
      columns={columns}
      dataSource={rows}
      rowKey={(row) => rowKey(row)}
      pagination={false}
      sticky
      virtual={virtual}
      scroll={{ x: width, y: virtual ? props.height : '100%' }}
      expandable={
        props.details && {
          expandedRowKeys: props.details.keys,
          expandedRowRender: props.details.render,
          showExpandColumn: false,
        }
      }
      rowClassName={(row, index) =>
        [
          index === at ? 'row-at' : '',
          props.openKey === rowKey(row) ? 'row-open' : '',
          props.rowClass?.(row) ?? '',
        ].join(' ')
      }
      rowSelection={
        props.bulk === undefined
          ? undefined
          : {
              selectedRowKeys: [...selected],
              onChange: setSelected,
              columnWidth: 40,
              columnTitle: selectAll,
              fixed: true,
              getCheckboxProps: () => ({ 'aria-label': t('common.table.select') }),
            }
      }
      onChange={(_pages, _filters, sorter) => {
        const [{ columnKey, order } = {}] = [sorter].flat();
        const column = shown.find(({ key }) => key === columnKey);
        const name = column && sortNameOf(column);
        view.set({ sort: order && name !== undefined ? name : null, order: order === 'descend' ? 'desc' : 'asc' });
      }}
      onRow={(row, index = 0) => ({
        'aria-current': index === at ? 'true' : undefined,
        style: props.onOpen ? { cursor: 'pointer' } : undefined,
        onClick: (event) => {
          if (isOnControl(event.target)) return;
          setAt(index);
          const href = props.hrefOf?.(row);
          if (href !== undefined && (event.ctrlKey || event.metaKey)) window.open(href, '_blank', 'noopener');
          else props.onOpen?.(row);
        },
        onAuxClick: (event) => {
          const href = props.hrefOf?.(row);
          if (event.button === 1 && href !== undefined) window.open(href, '_blank', 'noopener');
        },
      })}
    />
  );
}

/** antd draws the head a second time, hidden, to measure the columns. The keyboard must not reach the hidden copy. */
const selectAll = (checkbox: ReactNode): ReactNode => <SelectAll>{checkbox}</SelectAll>;

function SelectAll({ children }: { children: ReactNode }) {
  const t = useT();
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (element.current?.closest('[aria-hidden="true"]')) element.current.inert = true;
  }, []);
  // The library's own name is English in every language.
  const label = { 'aria-label': t('common.table.selectAll') };
  return <span ref={element}>{isValidElement(children) ? cloneElement(children, label) : children}</span>;
}

function sortOf<Row>(column: PageColumn<Row>, view: ListView): 'ascend' | 'descend' | null {
  const name = sortNameOf(column);
  if (name === undefined || view.sort !== name) return null;
  return view.order === 'desc' ? 'descend' : 'ascend';
}
