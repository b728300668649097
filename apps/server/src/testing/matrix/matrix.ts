import { registry } from '@prdm/contract';
import { buildApp } from '../../app.ts';
import { AppError } from '../../platform/errors.ts';
import type { TestApp } from '../start-app.ts';
import { rowsOf, toCsv, type Row } from './cells.ts';
import { buildMatrixWorld, type MatrixWorld } from './world.ts';

/** Written anew with `npm run vitest -- run access-matrix -u`; the diff is what a reviewer reads. */
export const GOLDEN = '../access-matrix.csv';

/** Calls that end the session they are made with would change every cell after them. */
const ENDS_SESSION = new Set(['/apis/pub/logout']);

/**
 * The gates of the program without what lies behind them: a call that passes all of them is stopped there and answers -1,
 * so that asking every endpoint as every actor changes nothing.
 */
export async function buildGates(app: TestApp) {
  return buildApp(app.platform, app.modules, app.env, {
    passed: () => {
      throw new AppError(-1 as never, 'codes.0');
    },
  });
}

export async function walkMatrix(app: TestApp): Promise<{ rows: Row[]; csv: string; world: MatrixWorld }> {
  const world = await buildMatrixWorld(app);
  const gates = await buildGates(app);
  const rows: Row[] = [];
  const endpoints = registry.filter(({ transport, path }) => transport !== 'socket' && !ENDS_SESSION.has(path));
  for (const endpoint of endpoints.toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`))) {
    rows.push(...(await rowsOf(gates, endpoint, world)));
  }
  await gates.close();
  return { rows, csv: toCsv(rows), world };
}
