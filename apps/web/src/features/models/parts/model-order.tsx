import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuItem, Popup } from '../../../ui/popup.tsx';
import type { ListView } from '../../../ui/table/use-list-view.ts';

/** Orders that are worth having, the first one being the list's own: it leaves the address clean. */
const ORDERS = [
  { name: 'newest', sort: null, order: 'asc' },
  { name: 'oldest', sort: 'time', order: 'asc' },
  { name: 'name', sort: 'name', order: 'asc' },
  { name: 'largest', sort: 'size', order: 'desc' },
] as const;

/** Cards have no column heads to click: their order is a menu. */
export function ModelOrder({ view }: { view: ListView }) {
  const t = useT();
  const now =
    ORDERS.find(({ sort, order }) => sort === view.sort && (sort === null || order === view.order)) ?? ORDERS[0];
  return (
    <Popup
      kind="menu"
      label={t('viewer.models.order', { order: t(`viewer.models.orders.${now.name}`) })}
      className="chip-button"
      button={
        <>
          {t(`viewer.models.orders.${now.name}`)}
          <Icon name="down" size={12} />
        </>
      }
    >
      {({ close }) =>
        ORDERS.map((entry) => (
          <MenuItem
            key={entry.name}
            checked={entry === now}
            onSelect={() => {
              view.set({ sort: entry.sort, order: entry.order });
              close();
            }}
          >
            {t(`viewer.models.orders.${entry.name}`)}
          </MenuItem>
        ))
      }
    </Popup>
  );
}
