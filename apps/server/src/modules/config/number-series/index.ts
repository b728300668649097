import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { numberSeriesRepo, type NumberSeriesTables } from './number-series.repo.ts';
import { numberOf, type PatternValues } from './pattern.ts';

export { numberOf, type PatternValues } from './pattern.ts';
export type { NumberSeriesTables };

/** A series counts on its own for each scope, for example for each year or for each project. */
export interface NumberSeries {
  /** The kind of record, for example `project`. */
  readonly name: string;
  /** Separates the counts. Empty: one count for the enterprise. */
  readonly scope: string;
  readonly pattern: string;
  readonly values?: PatternValues;
}

export interface Numbered<T> {
  readonly number: string;
  readonly record: T;
}

const TRIES = 1000;

/**
 * Number series. Invariants: the serial is taken in the transaction of its record, so a rollback returns it and the
 * series has no gap. Two writers of one scope wait for each other. Writers of different scopes do not.
 */
export function createNumberSeries({ tables }: { tables: ModuleDb<NumberSeriesTables> }) {
  return {
    /**
     * Stores a record under the next free number. `insert` returns null if another record has the number. The series
     * then continues above `usedUpTo`, the highest serial that other records use with this pattern, or with the next
     * serial. Call it as late as possible, because the row of the series stays locked until the transaction ends.
     * Throws after 1,000 numbers, because then `insert` returns null for another reason.
     */
    async add<T>(
      trx: Trx,
      enterpriseId: number,
      series: NumberSeries,
      insert: (number: string) => Promise<T | null>,
      usedUpTo: () => Promise<number> = () => Promise.resolve(0),
    ): Promise<Numbered<T>> {
      const repo = numberSeriesRepo(tables.within(trx), enterpriseId);
      for (let tried = 0, above = 0; tried < TRIES; tried += 1, above = await usedUpTo()) {
        const serial = await repo.next(series.name, series.scope, above);
        const number = numberOf(series.pattern, serial, series.values);
        const record = await insert(number);
        if (record !== null) return { number, record };
      }
      throw new Error(`no number of the series "${series.name}" is free`);
    },
  };
}
