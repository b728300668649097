import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '@prdm/contract/kit';
import { refsOf } from '@prdm/contract/kit';
import { formOf } from '../worlds/calls.ts';
import type { MatrixWorld, Place } from './world.ts';
import { PLACES } from './world.ts';
import { sampleInput } from './samples.ts';

/** The results of one actor for one endpoint, by the place of the ids. */
export interface Row {
  readonly endpoint: string;
  readonly actor: string;
  readonly cells: Readonly<Record<Place, string>>;
}

/** The HTTP call of an endpoint with ids from one place. */
export function requestOf(
  endpoint: Endpoint,
  input: unknown,
  token: string | null,
): { method: Endpoint['method']; url: string; headers: Record<string, string>; payload?: string } {
  const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query' || endpoint.transport !== 'form';
  const path = endpoint.path.replace(/:\w+/g, 'nobody');
  const form = formOf(input);
  return {
    method: endpoint.method,
    url: inQuery && form !== '' ? `${path}?${form}` : path,
    headers: {
      ...(token === null ? {} : { 'x-token': token }),
      ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(inQuery ? {} : { payload: form }),
  };
}

/** `passed` when every gate accepts the call, else the code of the refusal. */
export async function cellOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: unknown,
  token: string | null,
): Promise<string> {
  const response = await app.inject(requestOf(endpoint, input, token));
  const code = /"code":(-?\d+)/.exec(response.body)?.[1] ?? '';
  // A HEAD has no body: a passed call answers with the transport's status for an unknown code.
  if (endpoint.method === 'HEAD') return response.statusCode === 422 ? 'passed' : `status ${response.statusCode}`;
  return code === '-1' ? 'passed' : code === '' ? `http ${response.statusCode}` : code;
}

export async function rowsOf(app: FastifyInstance, endpoint: Endpoint, world: MatrixWorld): Promise<Row[]> {
  const hasIds = refsOf(endpoint.input).length > 0;
  const rows: Row[] = [];
  for (const [actor, token] of Object.entries(world.tokens)) {
    const cells = {} as Record<Place, string>;
    for (const place of PLACES) {
      if (!hasIds && place !== 'own') {
        cells[place] = '';
        continue;
      }
      const input = sampleInput(endpoint, (kind, path) => world.idOf(kind, place, path));
      cells[place] = await cellOf(app, endpoint, input, token);
    }
    rows.push({ endpoint: `${endpoint.method} ${endpoint.path}`, actor, cells });
  }
  return rows;
}

export const toCsv = (rows: readonly Row[]): string =>
  [
    `endpoint,actor,${PLACES.join(',')}`,
    ...rows.map(({ endpoint, actor, cells }) => [endpoint, actor, ...PLACES.map((place) => cells[place])].join(',')),
  ].join('\n') + '\n';
