import type { Endpoint } from '@prdm/contract/kit';

/** The calls that create and change one kind of record: `department`, `project/member`. */
export interface Noun {
  readonly noun: string;
  /** Paths of the calls that create a record. */
  readonly creates: readonly string[];
  /** Paths of the other writing calls of the noun. */
  readonly changes: readonly string[];
}

type Call = Pick<Endpoint, 'method' | 'path' | 'transport' | 'inputFrom' | 'input' | 'output'>;

const CREATES = /^(?:(.*?)(?:Add|Create|New)|add|create|new|mkdir)$/;

const fieldsOf = (schema: Call['input']): string[] =>
  Object.keys((schema as unknown as { shape?: Record<string, unknown> }).shape ?? {});
const isVersioned = ({ input }: Call): boolean => fieldsOf(input).includes('version');

interface Place {
  readonly prefix: string;
  readonly word: string;
}

/** `/apis/project/memberAdd` is the word `memberAdd` below the prefix `project`. */
function placeOf({ path }: Call): Place {
  const steps = path.split('/').slice(2);
  return { prefix: steps.slice(0, -1).join('/'), word: steps.at(-1) ?? '' };
}

/** By its name, or by its shape: the answer holds a new `id` and the input no version of an old record. */
const creates = (call: Call): boolean =>
  CREATES.test(placeOf(call).word) || (fieldsOf(call.output).includes('id') && !isVersioned(call));

const startsWith = (word: string, stem: string): boolean => word === stem || new RegExp(`^${stem}[A-Z]`).test(word);

/**
 * The nouns of a registry: a prefix of paths, or a stem below it (`memberAdd`, `memberDel`) that has a creating call.
 * Reading calls, uploads of bytes and downloads do not count.
 */
export function nounsOf(registry: readonly Call[]): Noun[] {
  // A POST with its input in the query reads only.
  const writing = registry.filter(
    ({ method, transport, inputFrom }) => method === 'POST' && transport === 'form' && inputFrom !== 'query',
  );
  const beside = ({ prefix }: Place): Place[] => writing.map(placeOf).filter((other) => other.prefix === prefix);
  const stemOf = (place: Place): string => {
    const named = CREATES.exec(place.word);
    if (named) return named[1] ?? '';
    // A creating call without a verb of its own: `comment` beside `commentDel`.
    return beside(place).some(({ word }) => word !== place.word && startsWith(word, place.word)) ? place.word : '';
  };
  const creating = writing.filter(creates).map(placeOf);
  const nounOf = (call: Call): string => {
    const { prefix, word } = placeOf(call);
    const stems = creating.filter((place) => place.prefix === prefix).map(stemOf);
    const own = creates(call)
      ? stemOf({ prefix, word })
      : stems.filter((stem) => stem !== '' && startsWith(word, stem)).sort((a, b) => b.length - a.length)[0];
    return own ? `${prefix}/${own}` : prefix;
  };
  return [...new Set(writing.filter(creates).map(nounOf))].map((noun) => {
    const calls = writing.filter((call) => nounOf(call) === noun);
    return {
      noun,
      creates: calls.filter(creates).map(({ path }) => path),
      changes: calls.filter((call) => !creates(call)).map(({ path }) => path),
    };
  });
}

/** Versioned calls that belong to no noun: their record has no creating call that this file recognises. */
export function loneChanges(registry: readonly Call[]): string[] {
  const known = new Set(nounsOf(registry).flatMap(({ creates: made, changes }) => [...made, ...changes]));
  return registry
    .filter((call) => call.method === 'POST' && isVersioned(call) && !known.has(call.path))
    .map(({ path }) => path);
}

/**
 * The faults of a set of descriptions: nouns and lone changes without a description or an exception, and answers that
 * name nothing in the registry. Empty when the set is complete.
 */
export function gaps(
  registry: readonly Call[],
  described: readonly string[],
  exceptions: Readonly<Record<string, string>>,
): string[] {
  const ordinary = nounsOf(registry).filter(({ changes }) => changes.length > 0);
  const wanted = [...ordinary.map(({ noun }) => noun), ...loneChanges(registry)];
  const answered = [...described, ...Object.keys(exceptions)];
  return [
    ...wanted.filter((name) => !answered.includes(name)).map((name) => `${name}: neither described nor excepted`),
    ...answered.filter((name) => !wanted.includes(name)).map((name) => `${name}: not in the registry`),
    ...described.filter((name) => name in exceptions).map((name) => `${name}: described and excepted`),
    ...Object.entries(exceptions)
      .filter(([, reason]) => reason.trim().length < 20)
      .map(([name]) => `${name}: excepted without a reason`),
  ];
}
