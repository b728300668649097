import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Access, Endpoint } from '@prdm/contract/kit';

/** The accepted cells. Only `npm run matrix:accept` writes them; a reviewer reads the diff. */
const GOLDEN = join(import.meta.dirname, '..', 'access-matrix.csv');

export const readGolden = (): Promise<string> => readFile(GOLDEN, 'utf8');
export const writeGolden = (csv: string): Promise<void> => writeFile(GOLDEN, csv);

/** The access class of an endpoint, which groups its rows for the reviewer. */
export const classOf = (access: Access): string => {
  if (typeof access === 'string') return access;
  if (access.scope === 'system') return 'system';
  if (access.scope === 'range') return `range: ${access.node}, ${access.use}`;
  const nodes = 'anyOf' in access ? access.anyOf.join(' or ') : access.allOf.join(' and ');
  return `${access.scope}: ${nodes}`;
};

export interface Change {
  readonly sign: '+' | '-' | '~';
  readonly endpoint: string;
  readonly actor: string;
  /** The new cells, or the old cells of a removed row; both for a changed row. */
  readonly cells: string;
}

const rowsOf = (csv: string): Map<string, string> =>
  new Map(
    csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [endpoint = '', actor = '', ...cells] = line.split(',');
        return [`${endpoint},${actor}`, cells.join(' ')] as const;
      }),
  );

/** Rows that are new (+), removed (-) or changed (~), in the order of the new table. */
export function changesOf(before: string, after: string): Change[] {
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const change = (sign: Change['sign'], key: string, cells: string): Change => {
    const [endpoint = '', actor = ''] = key.split(',');
    return { sign, endpoint, actor, cells };
  };
  const written = [...now].flatMap(([key, cells]) => {
    const was = old.get(key);
    if (was === undefined) return [change('+', key, cells)];
    return was === cells ? [] : [change('~', key, `${was} -> ${cells}`)];
  });
  return [...written, ...[...old].flatMap(([key, cells]) => (now.has(key) ? [] : [change('-', key, cells)]))];
}

/** The changes as text, grouped by the class of their endpoint, actors with equal cells in one line. */
export function linesByClass(changes: readonly Change[], endpoints: readonly Endpoint[]): string {
  const classes = new Map(endpoints.map(({ method, path, access }) => [`${method} ${path}`, classOf(access)]));
  const groups = Map.groupBy(changes, ({ endpoint }) => classes.get(endpoint) ?? 'no longer in the registry');
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, rows]) => {
      const lines = Map.groupBy(rows, ({ sign, endpoint, cells }) => `${sign} ${endpoint}\n      ${cells}`);
      return `${name}\n${[...lines].map(([line, of]) => `  ${line}  ${of.map(({ actor }) => actor).join(' ')}`).join('\n')}`;
    })
    .join('\n\n');
}
