import { Table } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type Key, type ReactNode } from 'react';
import { useAppState } from '../../lib/app-state.ts';
import { useT } from '../../lib/i18n.ts';
import { useLook } from '../../lib/theme.ts';
import { EmptyState, FailedState } from '../states.tsx';
import { useColumnChoice } from './column-choice.ts';
import { PageCards } from './page-cards.tsx';
import { Paging } from './paging.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TableHead } from './table-head.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { BulkAction, PageColumn, PageFilter, PageQuery } from './table-types.ts';
import type { ListView } from './use-list-view.ts';
import { useBodyHeight } from './use-body-height.ts';
import { useRowKeys } from './use-row-keys.ts';
import './page-table.css';

export interface PageTableProps<Row> {
  /** Names the table for what is kept of it (columns shown). */
  readonly id: string;
  /** What the list holds, for readers of screens. */
  readonly label: string;
  readonly columns: readonly PageColumn<Row>[];
  readonly rowKey: (row: Row) => number | string;
  readonly query: PageQuery<Row>;
  readonly view: ListView;
  readonly filters?: readonly PageFilter[];
  /** Placeholder of the search field; no field without one. */
  readonly search?: string;
  readonly onOpen?: (row: Row) => void;
  /** The address of a row's own page: Ctrl-click and middle click open it in a new tab. */
  readonly hrefOf?: (row: Row) => string;
  /** The row whose drawer is open. */
  readonly openKey?: number | string | null;
  readonly bulk?: readonly BulkAction<Row>[];
  /** Left of the filters (saved views, tabs). */
  readonly start?: ReactNode;
  /** Right end of the head: the page's primary button. */
  readonly end?: ReactNode;
  /** Shown when there is nothing at all (not when nothing matches). */
  readonly empty?: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
  /** The keyboard belongs to something else now. */
  readonly keysOff?: boolean;
}

/** The one list of the product: dense, keyboard first, its state in the address, old rows kept while new ones come. */
export function PageTable<Row extends object>(props: PageTableProps<Row>) {
  const { columns, rowKey, query, view } = props;
  const { device } = useAppState();
  const { density } = useLook();
  const [selected, setSelected] = useState<readonly Key[]>([]);
  const choice = useColumnChoice(props.id, columns);
  const rows = useMemo(() => [...(query.data?.list ?? [])], [query.data]);
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined) props.onOpen?.(row);
  };
  const toggle = (index: number) => {
    const row = rows[index];
    if (row === undefined || props.bulk === undefined) return;
    const key = rowKey(row);
    setSelected((before) => (before.includes(key) ? before.filter((other) => other !== key) : [...before, key]));
  };
  const { at, setAt } = useRowKeys({
    count: rows.length,
    onOpen: open,
    onToggle: toggle,
    active: props.keysOff !== true && device === 'desktop',
  });
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at >= 0) body.current?.querySelector('.row-at')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const height = useBodyHeight(body, rows.length > VIRTUAL_FROM);
  const chosen = rows.filter((row) => selected.includes(rowKey(row)));

  return (
    <section className="page-table" data-density={density} aria-label={props.label}>
      <TableHead {...props} choice={choice} />
      <div className="page-table-progress" data-on={query.isFetching && query.data !== undefined} aria-hidden="true" />
      <div ref={body} className="page-table-body">
        <Body
          {...props}
          rows={rows}
          shown={choice.shown}
          at={at}
          height={height}
          setAt={setAt}
          selected={selected}
          setSelected={setSelected}
        />
      </div>
      {query.data !== undefined && rows.length > 0 && (
        <Paging view={view} total={query.data.total} shown={rows.length} />
      )}
      {props.bulk !== undefined && chosen.length > 0 && (
        <SelectionBar rows={chosen} actions={props.bulk} onClear={() => setSelected([])} />
      )}
    </section>
  );
}

interface BodyProps<Row> extends PageTableProps<Row> {
  readonly rows: Row[];
  readonly shown: readonly PageColumn<Row>[];
  readonly at: number;
  /** Pixels for the rows, where only those in sight are drawn. */
  readonly height: number;
  readonly setAt: (index: number) => void;
  readonly selected: readonly Key[];
  readonly setSelected: (keys: readonly Key[]) => void;
}

function Body<Row extends object>(props: BodyProps<Row>) {
  const t = useT();
  const { query, rows, view } = props;
  const { device } = useAppState();
  if (query.data === undefined) {
    if (query.error !== null) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
    return <TableSkeleton columns={props.shown.length} />;
  }
  if (rows.length === 0) {
    if (view.isNarrowed || view.page > 1)
      return (
        <EmptyState title={t('common.table.noMatch')}>
          <button type="button" className="button" onClick={view.clear}>
            {t('common.table.clearFilters')}
          </button>
        </EmptyState>
      );
    const { title = t('common.table.empty'), text, action } = props.empty ?? {};
    return (
      <EmptyState title={title} text={text}>
        {action}
      </EmptyState>
    );
  }
  if (device === 'mobile') return <PageCards {...props} />;
  return <Desk {...props} />;
}

const VIRTUAL_FROM = 120;
/** A column that takes what is left never gets narrower than this; then the table scrolls sideways. */
const FLEXIBLE_MIN = 160;

function Desk<Row extends object>({
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
      rowClassName={(row, index) =>
        [index === at ? 'row-at' : '', props.openKey === rowKey(row) ? 'row-open' : ''].join(' ')
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
        const name = column?.sort === true ? column.key : (column?.sort ?? null);
        view.set({ sort: order ? name : null, order: order === 'descend' ? 'desc' : 'asc' });
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

/**
 * antd draws the head a second time, hidden, to measure the columns; what is in there must not be reached by keyboard.
 */
const selectAll = (checkbox: ReactNode): ReactNode => <UnreachableWhereHidden>{checkbox}</UnreachableWhereHidden>;

function UnreachableWhereHidden({ children }: { children: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (element.current?.closest('[aria-hidden="true"]')) element.current.inert = true;
  }, []);
  return <span ref={element}>{children}</span>;
}

function sortOf<Row>(column: PageColumn<Row>, view: ListView): 'ascend' | 'descend' | null {
  const name = column.sort === true ? column.key : column.sort;
  if (name === undefined || view.sort !== name) return null;
  return view.order === 'desc' ? 'descend' : 'ascend';
}

/** A click on something that acts by itself does not open the row. */
const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('a,button,input,label,select,textarea,.ant-checkbox-wrapper,.ant-select') !== null;
