import { useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ImportOutcome, ImportRow } from '@prdm/contract/kit/sheet-import';
import { useT } from '../../lib/i18n.ts';
import { Segments } from '../controls/segments.tsx';
import { ToneChip } from '../feedback/status-chip.tsx';
import { FATE_LOOK, filtersOf, reasonOf, rowsWith, type FateFilter } from './import.logic.ts';

const ROW = 36;

/** The checked rows with their fates. Only visible rows are in the page, because a file has up to 5,000. */
export function ImportRows({ outcome }: { outcome: ImportOutcome }) {
  const t = useT();
  const [filter, setFilter] = useState<FateFilter>(outcome.counts.refused > 0 ? 'refused' : 'all');
  const rows = rowsWith(outcome.rows, filter);
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
    initialRect: { width: 800, height: 360 },
  });
  // The reason stands beside the result, so that a phone shows it without scrolling. All lines have the same width.
  const line = {
    gridTemplateColumns: `48px 92px ${outcome.counts.refused > 0 ? 'minmax(140px, 1.4fr) ' : ''}repeat(${outcome.columns.length}, minmax(110px, 1fr))`,
    minWidth: 280 + outcome.columns.length * 110,
  };
  return (
    <>
      <Segments
        label={t('sheets.dialog.filter')}
        value={filter}
        options={filtersOf(outcome).map(({ fate, count }) => ({
          value: fate,
          label: t(`sheets.fates.${fate}`),
          count,
        }))}
        onChange={setFilter}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area without controls needs the keyboard */}
      <div
        ref={scroll}
        className="import-rows"
        role="table"
        aria-label={t('sheets.dialog.rows')}
        aria-rowcount={rows.length + 1}
        tabIndex={0}
      >
        <div className="import-line import-titles" role="row" aria-rowindex={1} style={line}>
          <span role="columnheader">{t('sheets.dialog.line')}</span>
          <span role="columnheader">{t('sheets.dialog.fate')}</span>
          {outcome.counts.refused > 0 && <span role="columnheader">{t('sheets.dialog.reason')}</span>}
          {outcome.columns.map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
        <div role="rowgroup" className="import-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={row.line}
                  className="import-line"
                  role="row"
                  aria-rowindex={index + 2}
                  style={{ ...line, transform: `translateY(${start}px)`, height: ROW }}
                >
                  <RowCells row={row} reason={outcome.counts.refused > 0 ? reasonOf(row, outcome.columns) : null} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </>
  );
}

function RowCells({ row, reason }: { row: ImportRow; reason: string | null }) {
  const t = useT();
  const { tone, mark } = FATE_LOOK[row.fate];
  return (
    <>
      <span role="cell" className="tabular">
        {row.line}
      </span>
      <span role="cell">
        <ToneChip tone={tone} mark={mark}>
          {t(`sheets.fates.${row.fate}`)}
        </ToneChip>
      </span>
      {reason !== null && (
        <span role="cell" title={reason} className="import-reason">
          {reason}
        </span>
      )}
      {row.cells.map((text, at) => {
        const was = row.was?.[at] ?? null;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the place is the identity of a cell
          <span key={at} role="cell" title={text} data-wrong={row.column === at}>
            {was !== null && was !== '' && <del>{was}</del>}
            {text}
          </span>
        );
      })}
    </>
  );
}
