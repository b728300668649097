import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import type { DB } from '../platform/db-types.ts';
import type { TestApp } from './start-app.ts';

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
 * How PostgreSQL would run what `work` asks of `db`: the nodes of all plans, such as 'Seq Scan task' or 'Sort'. Worth
 * something only on tables that are full and analysed; asking nothing at all throws.
 */
export async function plansOf(app: TestApp, work: (db: Kysely<DB>) => Promise<unknown>): Promise<string[]> {
  const { pool } = app.platform.db;
  const asked: CompiledQuery[] = [];
  await work(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: (event) => void asked.push(event.query) }));
  if (asked.length === 0) throw new Error('nothing was asked');
  const plans = await Promise.all(
    asked.map(async ({ sql, parameters }) => {
      const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters]);
      return (rows as { 'QUERY PLAN': { Plan: Plan }[] }[])[0]?.['QUERY PLAN'][0]?.Plan as Plan;
    }),
  );
  return plans.flatMap(nodesOf);
}
