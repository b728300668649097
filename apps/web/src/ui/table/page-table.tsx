import { useEffect, useMemo, useRef, useState, type Key, type ReactNode } from 'react';
import { useAppState } from '../../lib/app-state.ts';
import { useT } from '../../lib/i18n.ts';
import { ROW_HEIGHT, useLook } from '../../lib/theme.ts';
import { EmptyState, FailedState } from '../feedback/states.tsx';
import { useColumnChoice } from './column-choice.ts';
import { DeskTable, VIRTUAL_FROM } from './desk-table.tsx';
import { PageCards } from './page-cards.tsx';
import { Paging } from './paging.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TableHead } from './table-head.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { BulkAction, PageColumn, PageFilter, PageQuery } from './table-types.ts';
import type { ListView } from './use-list-view.ts';
import { useBodyHeight } from './use-body-height.ts';
import { useNarrow } from './use-narrow.ts';
import { useRowKeys } from './use-row-keys.ts';
import './page-table.css';

export interface PageTableProps<Row> {
  /** Key of the stored settings of this table (shown columns). */
  readonly id: string;
  /** Accessible name: the content of the list. */
  readonly label: string;
  readonly columns: readonly PageColumn<Row>[];
  readonly rowKey: (row: Row) => number | string;
  readonly query: PageQuery<Row>;
  readonly view: ListView;
  readonly filters?: readonly PageFilter[];
  /** Placeholder of the search field. Without it there is no search field. */
  readonly search?: string;
  readonly onOpen?: (row: Row) => void;
  /** Address of a row's own page. Ctrl-click and middle click open it in a new tab. */
  readonly hrefOf?: (row: Row) => string | undefined;
  /** The row whose drawer is open. */
  readonly openKey?: number | string | null;
  readonly bulk?: readonly BulkAction<Row>[];
  /** Content left of the filters (saved views, tabs). */
  readonly start?: ReactNode;
  /** Content at the right end of the head: the page's primary button. */
  readonly end?: ReactNode;
  /** Shown when the list itself is empty, not when no row matches. */
  readonly empty?: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
  /** The call returns the whole list, so there are no pages. */
  readonly whole?: true;
  /** Classes of a row or card, for example of a disabled entry. */
  readonly rowClass?: (row: Row) => string;
  /** Alt and an arrow key move the current row by one place. */
  readonly onMove?: (row: Row, by: 1 | -1) => void;
  /** Details below the rows whose keys are open. The page opens and closes them by `onOpen`. */
  readonly details?: { readonly keys: readonly (number | string)[]; readonly render: (row: Row) => ReactNode };
  /** Another part of the page handles the keys now. */
  readonly keysOff?: boolean;
}

/** Smallest height in px of a row that a finger hits. */
const TOUCH_HEIGHT = 44;

/**
 * The list component of the product, dense and keyboard-first. The
 * address holds its state. Old rows stay visible while new ones load.
 */
export function PageTable<Row extends object>(props: PageTableProps<Row>) {
  const { columns, rowKey, query, view } = props;
  const { device } = useAppState();
  const list = useRef<HTMLElement>(null);
  const isNarrow = useNarrow(list);
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
  const move = (index: number, by: 1 | -1) => {
    const row = rows[index];
    if (row !== undefined) props.onMove?.(row, by);
  };
  const { at, setAt } = useRowKeys({
    onMove: props.onMove && move,
    keys: rows.map(rowKey),
    onOpen: open,
    onToggle: toggle,
    active: props.keysOff !== true && !isNarrow,
  });
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at >= 0) body.current?.querySelector('.row-at')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const height = useBodyHeight(body, rows.length > VIRTUAL_FROM);
  const chosen = rows.filter((row) => selected.includes(rowKey(row)));

  return (
    <section
      ref={list}
      className="page-table"
      data-density={density}
      style={{
        '--row-height': `${device === 'mobile' ? Math.max(ROW_HEIGHT[density], TOUCH_HEIGHT) : ROW_HEIGHT[density]}px`,
      }}
      aria-label={props.label}
    >
      <TableHead {...props} choice={choice} isNarrow={isNarrow} />
      <div className="page-table-progress" data-on={query.isFetching && query.data !== undefined} aria-hidden="true" />
      <div ref={body} className="page-table-body">
        <Body
          {...props}
          rows={rows}
          shown={choice.shown}
          at={at}
          height={height}
          isNarrow={isNarrow}
          setAt={setAt}
          selected={selected}
          setSelected={setSelected}
        />
      </div>
      {query.data !== undefined && rows.length > 0 && (
        <Paging view={view} total={query.data.total} shown={rows.length} whole={props.whole} />
      )}
      {props.bulk !== undefined && chosen.length > 0 && (
        <SelectionBar rows={chosen} actions={props.bulk} onClear={() => setSelected([])} />
      )}
    </section>
  );
}

/** Props of the parts that draw the rows. */
export interface BodyProps<Row> extends PageTableProps<Row> {
  readonly rows: Row[];
  readonly shown: readonly PageColumn<Row>[];
  readonly at: number;
  /** Height of the row area in px, used when only visible rows are drawn. */
  readonly height: number;
  /** The list is too narrow for a table. */
  readonly isNarrow: boolean;
  readonly setAt: (index: number) => void;
  readonly selected: readonly Key[];
  readonly setSelected: (keys: readonly Key[]) => void;
}

function Body<Row extends object>(props: BodyProps<Row>) {
  const t = useT();
  const { query, rows, view } = props;
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
  if (props.isNarrow) return <PageCards {...props} />;
  return <DeskTable {...props} />;
}
