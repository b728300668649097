import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '@prdm/contract/kit';
import { refsOf } from '@prdm/contract/kit';
import { requestOf } from './cells.ts';
import { choicesOf, sampleInput, type Input } from './samples.ts';
import type { MatrixWorld, Place } from './world.ts';

/** One answer with a forbidden word. */
export interface Leak {
  readonly call: string;
  readonly asked: string;
  readonly shows: string;
}

interface Question {
  readonly asked: string;
  readonly input: unknown;
}

/** The kinds of records that a careless call could read by an undeclared id. */
const UNDECLARED = [
  'file',
  'folder',
  'file_version',
  'model',
  'model_version',
  'viewpoint',
  'task',
  'process',
  'project',
  'notice',
  'trash',
];

/**
 * The variants of one call: with ids from a place, without optional ids, with each word of each choice, and not paged.
 * Texts also hold a piece of a foreign name. Numbers and texts that are not ids also hold foreign ids.
 */
export function* questionsOf(endpoint: Endpoint, world: MatrixWorld, place: Place = 'own'): Generator<Question> {
  const from = (where: Place, fields?: Input) =>
    sampleInput(endpoint, (kind, path) => world.idOf(kind, where, path), fields);
  const both = function* (asked: string, fields: Input): Generator<Question> {
    yield { asked, input: from(place, fields) };
    if (refsOf(endpoint.input).length > 0)
      yield { asked: `${asked}, needed ids only`, input: from(place, { ...fields, onlyNeeded: true }) };
  };
  yield* both(`ids of ${place}`, {});
  // Ids that exclude one another are sent one at a time.
  const paths = refsOf(endpoint.input).map(({ path }) => path.join('.'));
  if (paths.length > 1)
    for (const path of paths) yield { asked: `${path} of ${place} alone`, input: from(place, { onlyNeeded: path }) };
  for (const { path, words } of choicesOf(endpoint.input)) {
    for (const word of words) yield* both(`${path}=${word}`, { fill: (at) => (at === path ? word : undefined) });
  }
  yield* both('a piece of a foreign name', { fill: () => 'q7' });
  if (place !== 'own') return;
  if (refsOf(endpoint.input).length > 0) yield { asked: 'ids of the sister project', input: from('sister') };
  for (const kind of UNDECLARED) {
    const id = String(world.idOf(kind as 'file', 'sister', ''));
    yield* both(`the sister's ${kind} as number and text`, { fill: () => id });
  }
}

/** Makes the call and returns the words found in its answer: body and headers, for every code. */
export async function wordsIn(
  app: FastifyInstance,
  endpoint: Endpoint,
  { input }: Question,
  token: string | null,
  words: readonly string[],
): Promise<{ shows: string[]; code: number | null }> {
  const response = await app.inject(requestOf(endpoint, input, token));
  const code = /^\{"code":(-?\d+)/.exec(response.body)?.[1];
  const text = `${response.body} ${JSON.stringify(response.headers)}`.toLowerCase();
  return { shows: words.filter((word) => text.includes(word)), code: code === undefined ? null : Number(code) };
}

/** Sends every variant of a call and returns the forbidden words in the answers. */
export async function leaksOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  { world, token, words }: { world: MatrixWorld; token: string | null; words: readonly string[] },
): Promise<{ leaks: Leak[]; questions: number; passed: number }> {
  const leaks: Leak[] = [];
  let [questions, passed] = [0, 0];
  const asked = new Set<string>();
  for (const question of questionsOf(endpoint, world)) {
    // An input that no field of the call accepts repeats the same variant.
    const same = JSON.stringify(question.input);
    if (asked.has(same)) continue;
    asked.add(same);
    const { shows, code } = await wordsIn(app, endpoint, question, token, words);
    questions += 1;
    if (code === 0) passed += 1;
    // A successful write consumes its records, so the next variant needs new ones.
    if (code === 0 && endpoint.method !== 'GET') await world.renewOwn();
    leaks.push(
      ...shows.map((word) => ({ call: `${endpoint.method} ${endpoint.path}`, asked: question.asked, shows: word })),
    );
  }
  return { leaks, questions, passed };
}
