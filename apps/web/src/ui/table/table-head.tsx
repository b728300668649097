import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import { MenuGroup, MenuItem, Popup } from '../controls/popup.tsx';
import { SearchField } from '../controls/search-field.tsx';
import { SortControl, sortFieldsOf } from './sort-control.tsx';
import type { useColumnChoice } from './column-choice.ts';
import type { PageTableProps } from './page-table.tsx';
import type { PageFilter, SortField } from './table-types.ts';
import type { ListView } from './use-list-view.ts';

type Choice<Row> = ReturnType<typeof useColumnChoice<Row>>;

/**
 * The head of a list: search, filter chips, sort order, columns and the additions of the page.
 * `sorts` are the sort fields of a list that shows cards at every width. A table uses those of its columns. `isNarrow`: the list
 * shows cards now.
 */
export function TableHead<Row>(
  props: PageTableProps<Row> & { choice: Choice<Row>; isNarrow: boolean; sorts?: readonly SortField[] },
) {
  const { view, filters = [], isNarrow } = props;
  return (
    <div className="table-head">
      {props.start}
      {props.search !== undefined && (
        <SearchField placeholder={props.search} word={view.word} onWord={(word) => view.set({ word })} />
      )}
      <FilterChips filters={filters} view={view} />
      <SortControl fields={props.sorts ?? sortsWithoutHead(props)} view={view} />
      <div className="table-head-end">
        {/* Cards have fixed lines, so there are no columns to choose. */}
        {!isNarrow && <ColumnChooser columns={props.columns} choice={props.choice} />}
        {props.end}
      </div>
    </div>
  );
}

/** Sort fields that no column head offers: those of cards, and those of a table whose sorted column is hidden. */
function sortsWithoutHead<Row>({
  columns,
  choice,
  view,
  isNarrow,
}: PageTableProps<Row> & { choice: Choice<Row>; isNarrow: boolean }): SortField[] {
  const fields = sortFieldsOf(columns);
  if (isNarrow) return fields;
  const isSorted = ({ name }: SortField): boolean => name === view.sort;
  return fields.some(isSorted) && !sortFieldsOf(choice.shown).some(isSorted) ? fields : [];
}

function FilterChips({ filters, view }: { filters: readonly PageFilter[]; view: ListView }) {
  const t = useT();
  const set = filters.filter(({ key }) => view.filters[key] !== undefined);
  const unset = filters.filter(({ key }) => view.filters[key] === undefined);
  return (
    <>
      {set.map((filter) => (
        <FilterChip key={filter.key} filter={filter} view={view} />
      ))}
      {unset.length > 0 && (
        <Popup
          kind="menu"
          align="left"
          label={t('common.table.addFilter')}
          className="chip-button"
          button={
            <>
              <Icon name="filter" size={14} />
              {t('common.table.addFilter')}
            </>
          }
        >
          {({ close }) => (
            <div className="filter-menu">
              {unset.map((filter) => (
                <Options
                  key={filter.key}
                  filter={filter}
                  chosen={undefined}
                  onChoose={(value) => {
                    view.set({ filters: { [filter.key]: value } });
                    close();
                  }}
                />
              ))}
            </div>
          )}
        </Popup>
      )}
      {set.length > 1 && (
        <button type="button" className="chip-button chip-quiet" onClick={view.clear}>
          {t('common.table.clearFilters')}
        </button>
      )}
    </>
  );
}

function FilterChip({ filter, view }: { filter: PageFilter; view: ListView }) {
  const t = useT();
  const value = view.filters[filter.key];
  const label = filter.options.find((option) => option.value === value)?.label ?? value;
  return (
    <span className="filter-chip">
      <Popup
        kind="menu"
        align="left"
        label={`${filter.label}: ${label}`}
        className="filter-chip-value"
        button={
          <>
            <span className="filter-chip-name">{filter.label}</span> {label}
          </>
        }
      >
        {({ close }) => (
          <div className="filter-menu">
            <Options
              filter={filter}
              chosen={value}
              onChoose={(next) => {
                view.set({ filters: { [filter.key]: next } });
                close();
              }}
            />
          </div>
        )}
      </Popup>
      <button
        type="button"
        className="filter-chip-remove"
        aria-label={t('common.table.removeFilter', { name: filter.label })}
        onClick={() => view.set({ filters: { [filter.key]: null } })}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

function Options(props: { filter: PageFilter; chosen: string | undefined; onChoose: (value: string) => void }) {
  return (
    <MenuGroup label={props.filter.label}>
      {props.filter.options.map(({ value, label }) => (
        <MenuItem key={value} checked={value === props.chosen} onSelect={() => props.onChoose(value)}>
          {label}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

function ColumnChooser<Row>({ columns, choice }: { columns: PageTableProps<Row>['columns']; choice: Choice<Row> }) {
  const t = useT();
  const free = columns.filter((column) => column.fixed !== true);
  if (free.length < 2) return null;
  return (
    <Popup kind="dialog" label={t('common.table.columns')} className="icon-button" button={<Icon name="columns" />}>
      {() => (
        <div className="column-menu">
          {free.map((column) => (
            <label key={column.key} className="check">
              <input
                type="checkbox"
                checked={choice.isShown(column)}
                onChange={(event) => choice.toggle(column.key, event.target.checked)}
              />
              {column.title}
            </label>
          ))}
        </div>
      )}
    </Popup>
  );
}
