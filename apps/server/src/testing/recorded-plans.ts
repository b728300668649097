import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import type { DB } from '../platform/db-types.ts';
import type { TestApp } from './servers/start-app.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): string[] => [
  `${plan['Node Type']} ${plan['Relation Name'] ?? ''}`.trim(),
  ...(plan.Plans ?? []).flatMap(nodesOf),
];

/**
 * The nodes of all PostgreSQL plans for the statements that `work` sends to `db`, such as 'Seq Scan task' or 'Sort'.
 * The result is meaningful only on full and analysed tables. Throws when `work` sends no statement.
 */
export async function plansOf(app: TestApp, work: (db: Kysely<DB>) => Promise<unknown>): Promise<string[]> {
  const { pool } = app.platform.db;
  const sent: CompiledQuery[] = [];
  await work(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: (event) => void sent.push(event.query) }));
  if (sent.length === 0) throw new Error('work sent no statement');
  const plans = await Promise.all(
    sent.map(async ({ sql, parameters }) => {
      const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters]);
      return (rows as { 'QUERY PLAN': { Plan: Plan }[] }[])[0]?.['QUERY PLAN'][0]?.Plan as Plan;
    }),
  );
  return plans.flatMap(nodesOf);
}
