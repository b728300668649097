import type { StatisticsCell } from '@prdm/contract/tasks/statistics';
import type { StatusLabel } from '@prdm/contract/status';

export interface Named {
  readonly id: number;
  readonly name: string;
}
export type Figures = Pick<StatisticsCell, 'total' | 'finished' | 'under_review' | 'overdue'>;

export interface MatrixRow {
  /** Null: tasks without a discipline. */
  readonly profession: Named | null;
  /** One entry for each stage of the matrix. Null: no tasks. */
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

/** The given entries first, then entries that only tasks use, e.g. a stage that is no longer offered. */
const alsoKnown = (given: readonly Named[], found: readonly Named[]): Named[] => {
  const byId = new Map([...given, ...found].map((entry) => [entry.id, entry]));
  return [...byId.values()];
};

/**
 * Disciplines by stages. The rows are all disciplines of the project and of its tasks, then the tasks without a
 * discipline. The columns are all stages with tasks, and the current stage of the project.
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

/** The state that all tasks of a cell share, if it is worth showing. Otherwise null. */
export function stateOf({ total, finished, under_review, overdue }: Figures): StatusLabel | null {
  if (finished === total) return 'finished';
  return under_review === total && overdue === 0 ? 'under_review' : null;
}
