import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import { MenuGroup, MenuItem, Popup } from '../controls/popup.tsx';
import { sortNameOf, type PageColumn, type SortField } from './table-types.ts';
import type { ListView } from './use-list-view.ts';

/** The sort fields of the sortable columns, in column order. */
export const sortFieldsOf = <Row,>(columns: readonly PageColumn<Row>[]): SortField[] =>
  columns.flatMap((column) => {
    const name = sortNameOf(column);
    return name === undefined ? [] : [{ name, label: column.title }];
  });

/**
 * The sort order of a list without column heads: a menu of fields, and a button that reverses the direction.
 * It writes the same parameters as a column head, so the order survives a change to a wide window.
 */
export function SortControl({ fields, view }: { fields: readonly SortField[]; view: ListView }) {
  const t = useT();
  if (fields.length === 0) return null;
  const chosen = fields.find(({ name }) => name === view.sort);
  const order = t('common.table.order');
  const direction = t(`common.table.${view.order}`);
  const reverse = t(view.order === 'asc' ? 'common.table.toDescending' : 'common.table.toAscending');
  return (
    // One element in both states: the popup stays mounted, so the focus can return to its button.
    <span className={chosen === undefined ? 'sort-control' : 'sort-control filter-chip'}>
      <Popup
        kind="menu"
        align="left"
        label={chosen === undefined ? order : `${order}: ${chosen.label}, ${direction}`}
        className={chosen === undefined ? 'chip-button' : 'filter-chip-value'}
        button={
          <>
            <Icon name="sort" size={14} />
            <span className="ellipsis">{chosen?.label ?? order}</span>
          </>
        }
      >
        {({ close }) => {
          const choose = (sort: string | null, towards: 'asc' | 'desc') => {
            view.set({ sort, order: towards });
            close();
          };
          return (
            <MenuGroup label={order}>
              <MenuItem checked={chosen === undefined} onSelect={() => choose(null, 'asc')}>
                {t('common.table.usualOrder')}
              </MenuItem>
              {fields.map((field) => (
                <MenuItem
                  key={field.name}
                  checked={field === chosen}
                  onSelect={() => choose(field.name, field === chosen ? view.order : (field.first ?? 'asc'))}
                >
                  {field.label}
                </MenuItem>
              ))}
            </MenuGroup>
          );
        }}
      </Popup>
      {chosen !== undefined && (
        <button
          type="button"
          className="filter-chip-remove"
          aria-label={reverse}
          title={reverse}
          onClick={() => view.set({ order: view.order === 'asc' ? 'desc' : 'asc' })}
        >
          <Icon name={view.order === 'asc' ? 'ascending' : 'descending'} size={14} />
        </button>
      )}
    </span>
  );
}
