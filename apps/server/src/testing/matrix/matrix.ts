import { registry } from '@prdm/contract';
import type { Endpoint } from '@prdm/contract/kit';
import { buildApp } from '../../app.ts';
import { AppError } from '../../platform/errors.ts';
import type { TestApp } from '../servers/start-app.ts';
import { rowsOf, toCsv, type Row } from './cells.ts';
import { buildMatrixWorld, type MatrixWorld } from './world.ts';

/** Calls that end their own session would change every later cell. */
const ENDS_SESSION = new Set(['/apis/pub/logout']);

/**
 * The gates of the program without the handlers. A call that passes all gates answers -1, so that the matrix of all
 * endpoints and actors changes nothing.
 */
export async function buildGates(app: TestApp) {
  return buildApp(app.platform, app.modules, app.env, {
    passed: () => {
      throw new AppError(-1 as never, 'codes.0');
    },
  });
}

/** The calls of the matrix in their order. */
export const walked = (): Endpoint[] =>
  registry
    .filter(({ transport, path }) => transport !== 'socket' && !ENDS_SESSION.has(path))
    .toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));

export async function walkMatrix(app: TestApp): Promise<{ rows: Row[]; csv: string; world: MatrixWorld }> {
  const world = await buildMatrixWorld(app);
  const gates = await buildGates(app);
  const rows: Row[] = [];
  for (const endpoint of walked()) {
    rows.push(...(await rowsOf(gates, endpoint, world)));
  }
  await gates.close();
  return { rows, csv: toCsv(rows), world };
}
