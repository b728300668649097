import type { Fate, ImportOutcome, ImportRow } from '@prdm/contract/kit/sheet-import';
import type { Tone } from '../feedback/status.ts';

export type FateFilter = Fate | 'all';

/** Colour and mark of a fate. The mark shows the difference without colour. */
export const FATE_LOOK: Readonly<Record<Fate, { tone: Tone; mark: string }>> = {
  new: { tone: 'green', mark: '+' },
  changed: { tone: 'blue', mark: '~' },
  same: { tone: 'neutral', mark: '=' },
  refused: { tone: 'red', mark: '×' },
};

/** Number of rows that the import would write. */
export const writtenBy = ({ counts }: Pick<ImportOutcome, 'counts'>): number => counts.new + counts.changed;

/** The filters that have rows. */
export const filtersOf = ({ counts, rows }: Pick<ImportOutcome, 'counts' | 'rows'>) =>
  (['all', 'new', 'changed', 'same', 'refused'] as const)
    .map((fate) => ({ fate, count: fate === 'all' ? rows.length : counts[fate] }))
    .filter(({ fate, count }) => fate === 'all' || count > 0);

export const rowsWith = (rows: readonly ImportRow[], filter: FateFilter): readonly ImportRow[] =>
  filter === 'all' ? rows : rows.filter(({ fate }) => fate === filter);

/** The reason of a refused row. It names its column, because the cell is often outside the view or empty. */
export const reasonOf = ({ reason, column }: Pick<ImportRow, 'reason' | 'column'>, columns: readonly string[]) =>
  [column === null ? undefined : columns[column], reason ?? undefined].filter((part) => part !== undefined).join(' · ');

/** Formats that the server reads. The server judges the bytes, this is only the choice of the file dialog. */
export const ACCEPTED = '.xlsx,.csv,.txt';
