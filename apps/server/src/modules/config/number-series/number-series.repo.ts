import { sql, type Kysely } from 'kysely';
import type { DB } from '../../../platform/db-types.ts';

export type NumberSeriesTables = Pick<DB, 'number_series'>;

export const numberSeriesRepo = (db: Kysely<NumberSeriesTables>, enterpriseId: number) => ({
  /** Raises the serial by one and at least to `above` + 1. Locks the row of the series until the transaction ends. */
  async next(series: string, scope: string, above: number): Promise<number> {
    const { last } = await db
      .insertInto('number_series')
      .values({ enterprise_id: enterpriseId, series, scope, last: above + 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['enterprise_id', 'series', 'scope'])
          .doUpdateSet({ last: sql`greatest(number_series.last, ${above}::int) + 1` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow();
    return last;
  },
});
