import type { Endpoint } from '@prdm/contract/kit';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `/apis/upload/chunk/:id` as OpenAPI writes it: `/apis/upload/chunk/{id}`. */
export const describedPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** The words of a path in camel case: `/apis/working_day/set` is workingDaySet. */
function wordsOf(path: string): string {
  const words = path
    .replace(/^\/apis\//, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word, at) => (at === 0 ? word : capital(word))).join('');
}

/**
 * The operationId of every call: from its path, and from its method where a path has several. Throws when two calls would
 * have the same one.
 */
export function operationIds<E extends Pick<Endpoint, 'method' | 'path'>>(
  registry: readonly E[],
): ReadonlyMap<E, string> {
  const calls = [...new Set(registry)];
  const methods = new Map<string, number>();
  for (const { path } of calls) methods.set(path, (methods.get(path) ?? 0) + 1);
  const ids = new Map(
    calls.map((call) => {
      const words = wordsOf(call.path);
      return [call, (methods.get(call.path) ?? 0) > 1 ? words + capital(call.method.toLowerCase()) : words] as const;
    }),
  );
  const seen = new Map<string, E>();
  for (const [call, id] of ids) {
    const other = seen.get(id);
    if (other) throw new Error(`${other.method} ${other.path} and ${call.method} ${call.path} are both ${id}`);
    seen.set(id, call);
  }
  return ids;
}

/** The name of a schema of a call: TaskAddInput. */
export const schemaName = (operationId: string, part: 'Input' | 'Data'): string => capital(operationId) + part;
