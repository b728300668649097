import type { FastifyInstance } from 'fastify';
import { accessWhy } from '@prdm/contract/organisation/access';
import { CODES, type Code } from '@prdm/contract/codes';
import { idsAt, refsOf, type Endpoint } from '@prdm/contract/kit';
import { AppError } from '../../platform/errors.ts';
import { transportStatus } from '../../platform/http/transport-status.ts';
import type { Answer } from '../worlds/calls.ts';
import { formOf } from '../worlds/calls.ts';
import { cellOf } from './cells.ts';
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

/** A question to `access/why`. */
export interface Question {
  readonly call: string;
  readonly method: Endpoint['method'];
  /** The records as JSON. */
  readonly subjects: string;
  /** Another person. Left out, the asker asks about himself or herself. */
  readonly user_id?: number;
}
export type Verdict = Pick<Answer, 'code' | 'msg' | 'data'>;

/** Where calls and questions get their answers: over HTTP, or inside the program (why-inside.ts). */
export interface Asking {
  /** The answer of the call in the form of a cell of the matrix. */
  call(endpoint: Endpoint, cell: Cell, input: unknown): Promise<string>;
  why(question: Question, asker: string): Promise<Verdict>;
}

/** One actor with ids from one place. */
export interface Cell {
  readonly actor: string;
  readonly place: Place;
}

/** The cells of a call. A call without ids has one place. */
export const cellsOf = (endpoint: Endpoint, world: MatrixWorld): Cell[] => {
  const places = refsOf(endpoint.input).length === 0 ? (['own'] as const) : PLACES;
  // Neither may ask: the one has no session, the other sees no business call.
  const actors = Object.keys(world.tokens).filter((actor) => actor !== 'stranger' && actor !== 'systemAdministrator');
  return actors.flatMap((actor) => places.map((place) => ({ actor, place })));
};

/** One cell of each call. The actors take turns, and the places after each round of the actors. */
export const oneCellOfEach = (endpoints: readonly Endpoint[], world: MatrixWorld): Map<Endpoint, Cell[]> =>
  new Map(
    endpoints.map((endpoint, turn) => {
      const cells = cellsOf(endpoint, world);
      const actors = [...new Set(cells.map(({ actor }) => actor))];
      const own = cells.filter(({ actor }) => actor === actors[turn % actors.length]);
      return [endpoint, own.slice(Math.floor(turn / actors.length) % own.length).slice(0, 1)];
    }),
  );

/** Over HTTP. `gates` is the program without handlers, `app` the whole program. */
export const overHttp = (
  { app, gates }: { readonly app: FastifyInstance; readonly gates: FastifyInstance },
  { tokens }: MatrixWorld,
): Asking => ({
  call: (endpoint, { actor }, input) => cellOf(gates, endpoint, input, tokens[actor] ?? null),
  async why(question, asker) {
    const response = await app.inject({
      method: accessWhy.method,
      url: `${accessWhy.path}?${formOf(question)}`,
      headers: { 'x-token': tokens[asker] ?? '' },
    });
    return response.json() as Answer;
  },
});

/**
 * Compares cells of a call with `access/why`, asked by the actor about himself or herself, and by the superAdmin about
 * the actor.
 */
export async function compareWhy(
  asking: Asking,
  endpoint: Endpoint,
  { idOf, people }: MatrixWorld,
  cellsToAsk: readonly Cell[],
): Promise<Compared> {
  const refs = refsOf(endpoint.input);
  let [cells, byOthers] = [0, 0];
  const differences: Difference[] = [];
  for (const cell of cellsToAsk) {
    const { actor, place } = cell;
    const input = sampleInput(endpoint, (kind, path) => idOf(kind, place, path));
    const subjects = refs.flatMap((path) =>
      idsAt(input, path).map(({ id, field }) => ({ field, kind: path.ref.kind, id: String(id) })),
    );
    const question: Question = {
      call: endpoint.path.slice('/apis/'.length),
      method: endpoint.method,
      subjects: JSON.stringify(subjects),
    };
    const call = await asking.call(endpoint, cell, input);
    const compare = (why: string, by: string) => {
      if (why !== call)
        differences.push({ cell: `${endpoint.method} ${endpoint.path} ${actor} ${place}${by}`, call, why });
    };
    if (!CANNOT_ASK.has(actor)) {
      cells += 1;
      compare(verdictOf(endpoint, await asking.why(question, actor)), '');
    }
    const person = people[actor];
    const mayBeSeen = SEEN.includes(place) && actor !== 'otherEnterprise' && person !== undefined;
    if (!mayBeSeen || actor === 'superAdmin') continue;
    const answer = await asking.why({ ...question, user_id: person }, 'superAdmin');
    // A draft of others or a notice of another person is hidden from the superAdmin too.
    if (answer.code === CODES.notFound || answer.code === CODES.userUnknown) continue;
    byOthers += 1;
    compare(verdictOf(endpoint, answer), ' asked by superAdmin');
  }
  return { cells, byOthers, differences };
}

/** The verdict in the form of a cell of the matrix. */
function verdictOf({ method }: Endpoint, { code, data, msg }: Verdict): string {
  if (code !== CODES.ok) return `not answered: ${code} ${msg}`;
  if (data.allowed !== (data.code === CODES.ok)) return 'a verdict against its code';
  const deciding = data.chain.filter(({ decides }: { decides: boolean }) => decides);
  if (deciding.length === 0) return 'no step decides';
  if (data.allowed) return 'passed';
  // A HEAD has no body, so its cell holds the status of the transport.
  if (method !== 'HEAD') return String(data.code);
  return `status ${transportStatus(new AppError(data.code as Code, 'codes.1005'))}`;
}

/** Compares many calls and adds up. */
export async function compareAll(
  asking: Asking,
  world: MatrixWorld,
  cellsToAsk: ReadonlyMap<Endpoint, readonly Cell[]>,
): Promise<Compared> {
  let sum: Compared = { cells: 0, byOthers: 0, differences: [] };
  for (const [endpoint, some] of cellsToAsk) {
    const { cells, byOthers, differences } = await compareWhy(asking, endpoint, world, some);
    sum = {
      cells: sum.cells + cells,
      byOthers: sum.byOthers + byOthers,
      differences: [...sum.differences, ...differences],
    };
  }
  return sum;
}
