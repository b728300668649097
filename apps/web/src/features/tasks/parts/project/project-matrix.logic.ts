import type { StatisticsCell } from '@prdm/contract/tasks/statistics';
import type { StatusLabel } from '@prdm/contract/status';

export interface Named {
  readonly id: number;
  readonly name: string;
}
export type Figures = Pick<StatisticsCell, 'total' | 'finished' | 'under_review' | 'overdue'>;

export interface MatrixRow {
  /** null: tasks of no profession. */
  readonly profession: Named | null;
  /** One for each stage of the matrix, null where nothing is to be done. */
  readonly cells: readonly (Figures | null)[];
  readonly all: Figures;
}
export interface Matrix {
  readonly stages: readonly Named[];
  readonly rows: readonly MatrixRow[];
}

const sumOf = (cells: readonly Figures[]): Figures => ({
  total: cells.reduce((sum, { total }) => sum + total, 0),
  finished: cells.reduce((sum, { finished }) => sum + finished, 0),
  under_review: cells.reduce((sum, { under_review }) => sum + under_review, 0),
  overdue: cells.reduce((sum, { overdue }) => sum + overdue, 0),
});

/** In the given order first, then what has tasks without standing there any more (an entry that is offered no longer). */
const alsoKnown = (given: readonly Named[], found: readonly Named[]): Named[] => {
  const byId = new Map([...given, ...found].map((entry) => [entry.id, entry]));
  return [...byId.values()];
};

/**
 * Professions by stages: every participating profession, every stage that has tasks, and the one the project stands in. Tasks of no
 * profession come last.
 */
export function matrixOf(
  cells: readonly StatisticsCell[],
  stages: readonly (Named & { readonly current: boolean })[],
  professions: readonly Named[],
): Matrix {
  const used = new Set(cells.map(({ stage }) => stage.id));
  const shown = alsoKnown(
    stages.filter(({ id, current }) => current || used.has(id)),
    cells.map(({ stage }) => stage),
  );
  const rowOf = (profession: Named | null): MatrixRow => {
    const own = cells.filter((cell) => cell.profession?.id === profession?.id);
    return {
      profession,
      cells: shown.map(({ id }) => own.find(({ stage }) => stage.id === id) ?? null),
      all: sumOf(own),
    };
  };
  const known = alsoKnown(
    professions,
    cells.flatMap(({ profession }) => profession ?? []),
  );
  const rest = cells.some(({ profession }) => profession === null) ? [null] : [];
  return { stages: shown, rows: [...known, ...rest].map(rowOf) };
}

/** The one state that all tasks of a cell are in, where there is one worth a word. */
export function stateOf({ total, finished, under_review, overdue }: Figures): StatusLabel | null {
  if (finished === total) return 'finished';
  return under_review === total && overdue === 0 ? 'under_review' : null;
}
