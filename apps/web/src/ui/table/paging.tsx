import { LIMITS } from '@prdm/contract/limits';
import { cappedCount, number } from '../../lib/format.ts';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import { MenuItem, Popup } from '../controls/popup.tsx';
import { PAGE_SIZES, type ListView } from './use-list-view.ts';

/**
 * The shown range and the page buttons. A capped total reads
 * "1,000+". Next then stays enabled as long as pages are full.
 */
export function Paging(props: { view: ListView; total: number; shown: number; whole?: true }) {
  const { view, total, shown } = props;
  const t = useT();
  const from = (view.page - 1) * view.size + 1;
  const to = from + shown - 1;
  const isCapped = total > LIMITS.countCap;
  const hasNext = isCapped ? shown === view.size : to < total;
  // A list without pages that is longer than one answer shows its first entries.
  if (props.whole === true && shown < total)
    return (
      <p className="table-foot">
        {t('common.table.range', { from: 1, to: number(shown), total: cappedCount(total, LIMITS.countCap) })}
      </p>
    );
  if (props.whole === true || (total <= Math.min(view.size, PAGE_SIZES[0]) && view.page === 1))
    return <p className="table-foot">{t('common.table.total', { n: number(total) })}</p>;
  return (
    <nav className="table-foot" aria-label={t('common.table.page', { n: view.page })}>
      <span className="tabular">
        {t('common.table.range', { from: number(from), to: number(to), total: cappedCount(total, LIMITS.countCap) })}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={t('common.table.previousPage')}
        disabled={view.page <= 1}
        onClick={() => view.set({ page: view.page - 1 })}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('common.table.nextPage')}
        disabled={!hasNext}
        onClick={() => view.set({ page: view.page + 1 })}
      >
        <Icon name="right" />
      </button>
      <span className="table-foot-gap" />
      <div className="paging-size">
        <Popup
          kind="menu"
          label={t('common.table.pageSize')}
          className="chip-button"
          button={
            <>
              {t('common.table.perPage', { n: view.size })}
              <Icon name="down" size={12} />
            </>
          }
        >
          {({ close }) =>
            PAGE_SIZES.map((size) => (
              <MenuItem
                key={size}
                checked={size === view.size}
                onSelect={() => {
                  view.set({ size });
                  close();
                }}
              >
                {t('common.table.perPage', { n: size })}
              </MenuItem>
            ))
          }
        </Popup>
      </div>
    </nav>
  );
}
