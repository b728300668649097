import type { FastifyInstance } from 'fastify';
import { accessWhy } from '@prdm/contract/organisation/access';
import { CODES, type Code } from '@prdm/contract/codes';
import { idsAt, refsOf, type Endpoint } from '@prdm/contract/kit';
import { AppError } from '../../platform/errors.ts';
import { transportStatus } from '../../platform/http/transport-status.ts';
import type { Answer } from '../worlds/calls.ts';
import { formOf } from '../worlds/calls.ts';
import { cellOf } from './cells.ts';
import { classOf } from './golden.ts';
import { sampleInput } from './samples.ts';
import { PLACES, type MatrixWorld, type Place } from './world.ts';

/** A cell whose call and explanation differ. */
export interface Difference {
  readonly cell: string;
  readonly call: string;
  readonly why: string;
}

/** The questions that were put, and those whose answer differs from the call. */
export interface Compared {
  readonly cells: number;
  readonly byOthers: number;
  readonly differences: readonly Difference[];
}

/** Actors without a person of this enterprise who could ask: the stranger never signs in, the disabled one cannot. */
const CANNOT_ASK = new Set(['stranger', 'disabled']);
/** Places whose records the superAdmin sees. */
const SEEN: readonly Place[] = ['own', 'sister', 'archived'];

/**
 * Compares each cell of an endpoint with `access/why`, asked by the actor about himself or herself, and by the
 * superAdmin about the actor. `gates` is the program without handlers, `app` the whole program.
 */
export async function compareWhy(
  { app, gates }: { readonly app: FastifyInstance; readonly gates: FastifyInstance },
  endpoint: Endpoint,
  world: MatrixWorld,
  within: readonly Place[] = PLACES,
): Promise<Compared> {
  const { people } = world;
  const refs = refsOf(endpoint.input);
  let [cells, byOthers] = [0, 0];
  const differences: Difference[] = [];
  const places = refs.length === 0 ? (['own'] as const) : within;
  for (const [actor, token] of Object.entries(world.tokens)) {
    if (actor === 'stranger') continue;
    for (const place of places) {
      const input = sampleInput(endpoint, (kind, path) => world.idOf(kind, place, path));
      const subjects = refs.flatMap((path) =>
        idsAt(input, path).map(({ id, field }) => ({ field, kind: path.ref.kind, id: String(id) })),
      );
      const question = {
        call: endpoint.path.slice('/apis/'.length),
        method: endpoint.method,
        subjects: JSON.stringify(subjects),
      };
      const call = await cellOf(gates, endpoint, input, token);
      const compare = (why: string, by: string) => {
        if (why !== call)
          differences.push({ cell: `${endpoint.method} ${endpoint.path} ${actor} ${place}${by}`, call, why });
      };
      if (!CANNOT_ASK.has(actor)) {
        cells += 1;
        compare(verdictOf(endpoint, await ask(app, question, token)), '');
      }
      const mayBeSeen = SEEN.includes(place) && actor !== 'otherEnterprise' && people[actor] !== undefined;
      if (!mayBeSeen || actor === 'superAdmin') continue;
      const answer = await ask(app, { ...question, user_id: people[actor] }, world.tokens['superAdmin'] ?? null);
      // A draft of others or a notice of another person is hidden from the superAdmin too.
      if (answer.code === CODES.notFound || answer.code === CODES.userUnknown) continue;
      byOthers += 1;
      compare(verdictOf(endpoint, answer), ' asked by superAdmin');
    }
  }
  return { cells, byOthers, differences };
}

async function ask(app: FastifyInstance, question: object, token: string | null): Promise<Answer> {
  const response = await app.inject({
    method: accessWhy.method,
    url: `${accessWhy.path}?${formOf(question)}`,
    headers: token === null ? {} : { 'x-token': token },
  });
  return response.json() as Answer;
}

/** The verdict in the form of a cell of the matrix. */
function verdictOf({ method }: Endpoint, { code, data, msg }: Answer): string {
  if (code !== CODES.ok) return `not answered: ${code} ${msg}`;
  if (data.allowed !== (data.code === CODES.ok)) return 'a verdict against its code';
  const deciding = data.chain.filter(({ decides }: { decides: boolean }) => decides);
  if (deciding.length === 0) return 'no step decides';
  if (data.allowed) return 'passed';
  // A HEAD has no body, so its cell holds the status of the transport.
  if (method !== 'HEAD') return String(data.code);
  return `status ${transportStatus(new AppError(data.code as Code, 'codes.1005'))}`;
}

/** Compares many endpoints and adds up. */
export async function compareAll(
  apps: Parameters<typeof compareWhy>[0],
  endpoints: readonly Endpoint[],
  world: MatrixWorld,
  within?: readonly Place[],
): Promise<Compared> {
  let sum: Compared = { cells: 0, byOthers: 0, differences: [] };
  for (const endpoint of endpoints) {
    const { cells, byOthers, differences } = await compareWhy(apps, endpoint, world, within);
    sum = {
      cells: sum.cells + cells,
      byOthers: sum.byOthers + byOthers,
      differences: [...sum.differences, ...differences],
    };
  }
  return sum;
}

/**
 * Calls that together cover every way in which the gate judges: each access class, page and archive rule, and each kind
 * of record with each right.
 */
export function oneOfEachWay(endpoints: readonly Endpoint[]): Endpoint[] {
  const known = new Set<string>();
  return endpoints.filter((endpoint) => {
    const isNew = waysOf(endpoint).filter((way) => !known.has(way));
    for (const way of isNew) known.add(way);
    return isNew.length > 0;
  });
}

const waysOf = ({ access, page, archived, input }: Endpoint): string[] => [
  JSON.stringify([classOf(access), page, archived]),
  ...refsOf(input).map(({ ref: { kind, right } }) => `${kind}/${right}`),
];
