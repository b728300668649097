import { useT } from '../../lib/i18n.ts';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];
const WIDTHS = [62, 38, 54, 46, 70, 34, 58, 50];

/** Placeholder of a table before its first rows. It becomes visible after 120 ms. */
export function TableSkeleton({ columns }: { columns: number }) {
  const t = useT();
  return (
    <div className="table-skeleton" role="status" aria-label={t('common.loading')}>
      {ROWS.map((row) => (
        <div key={row} className="table-skeleton-row">
          {Array.from({ length: Math.min(columns, 6) }, (_, column) => (
            <span
              key={column}
              className="skeleton"
              style={{ width: `${WIDTHS[(row * 3 + column) % WIDTHS.length] ?? 50}%`, height: 12 }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
