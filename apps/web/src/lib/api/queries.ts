import { useMemo, useRef } from 'react';
import {
  hashKey,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { CODES } from '@prdm/contract/codes';
import { call, CallError, type CallTarget, type InputOf, type OutputOf } from './call.ts';

/** '/apis/task/index' belongs to 'task': what a change of tasks makes stale. */
export const domainOf = (path: string): string => path.split('/')[2] ?? path;

/** The key of a call's answer in the query cache: domain, path, input. */
export const keyOf = <T extends CallTarget>(target: T, input?: InputOf<T>): readonly unknown[] =>
  input === undefined ? [domainOf(target.path), target.path] : [domainOf(target.path), target.path, input];

export interface ApiQueryOptions<Answer = unknown> {
  /** Do not ask yet (an id is still missing). */
  readonly enabled?: boolean;
  /** Show the answer of the previous input until the new one is there; on by default. */
  readonly keepOld?: boolean;
  readonly staleTime?: number;
  /** Milliseconds between two askings, or what they are for the answer one has; false asks no more. */
  readonly refetchInterval?: number | ((answer: Answer | undefined) => number | false);
}

/** Asks a call and keeps its answer: `const tasks = useAsk(task.index, { project_id })`. */
export function useApiQuery<T extends CallTarget>(
  target: T,
  input: InputOf<T>,
  { keepOld = true, refetchInterval, ...options }: ApiQueryOptions<OutputOf<T>> = {},
): UseQueryResult<OutputOf<T>, Error> {
  return useQuery<OutputOf<T>, Error>({
    queryKey: keyOf(target, input),
    queryFn: ({ signal, client, queryKey }) => {
      const { data, dataUpdateCount = 0, errorUpdateCount = 0 } = client.getQueryState(queryKey) ?? {};
      const isAgain = dataUpdateCount + errorUpdateCount > 0;
      return call(target, input, { signal, isOnScreen: data !== undefined, isAgain });
    },
    ...(keepOld ? {} : { placeholderData: undefined }),
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval:
            typeof refetchInterval === 'number'
              ? refetchInterval
              : ({ state }: { state: { data: OutputOf<T> | undefined } }) => refetchInterval(state.data),
        }),
    ...options,
  });
}

export interface ApiMutationOptions<T extends CallTarget> {
  /** Domains whose answers this makes stale, besides its own. */
  readonly refresh?: readonly string[];
  /** The form shows refusals itself; otherwise they become a toast. */
  readonly inForm?: boolean;
  readonly onDone?: (data: OutputOf<T>, input: InputOf<T>) => void;
}

/** Makes a change: `const add = useDo(task.add, { refresh: ['fhome'] }); add.mutate(values)`. */
export function useApiMutation<T extends CallTarget>(
  target: T,
  { refresh = [], inForm = false, onDone }: ApiMutationOptions<T> = {},
): UseMutationResult<OutputOf<T>, Error, InputOf<T>> {
  const client = useQueryClient();
  const refetchAll = () =>
    Promise.all([domainOf(target.path), ...refresh].map((domain) => client.invalidateQueries({ queryKey: [domain] })));
  const mutation = useMutation<OutputOf<T>, Error, InputOf<T>>({
    mutationFn: (input) => call(target, input),
    meta: { inForm },
    onSuccess: async (data, input) => {
      onDone?.(data, input);
      await refetchAll();
    },
    // Not awaited: the refusal is told at once, and what the screen should have shown comes after it.
    onError: (error) => {
      if (isOutdated(error)) void refetchAll();
    },
  });
  return useOnce(mutation);
}

/**
 * A button is drawn locked only after the click; a second click may come before that. The same change again while it is under way is
 * that change: it is not sent twice, and who waits for it waits for the first.
 */
function useOnce<Answer, Input>(mutation: UseMutationResult<Answer, Error, Input>): typeof mutation {
  const underWay = useRef(new Map<string, Promise<Answer>>());
  const { mutateAsync: send } = mutation;
  const locked = useMemo(() => {
    const mutateAsync: typeof send = (...args) => {
      const key = hashKey([args[0]]);
      const first = underWay.current.get(key);
      if (first !== undefined) return first;
      const sent = send(...args).finally(() => underWay.current.delete(key));
      underWay.current.set(key, sent);
      return sent;
    };
    const mutate: (typeof mutation)['mutate'] = (...args) => {
      // Told by the mutation's own listeners.
      mutateAsync(...args).catch(() => undefined);
    };
    return { mutate, mutateAsync };
  }, [send]);
  return { ...mutation, ...locked };
}

/**
 * Refusals that say: what this screen shows is no longer so. The record is gone, was changed, or has moved on; its project is closed.
 * The page asks again, and its own call leads to the error page where the page's project is the closed one.
 */
const OUTDATED: readonly number[] = [
  CODES.notFound,
  CODES.conflict,
  CODES.wrongState,
  CODES.archived,
  CODES.notInProject,
];

const isOutdated = (error: unknown): boolean => error instanceof CallError && OUTDATED.includes(error.code);

/** The record that was asked for is not there (any more), or may not be seen: its page says so and stays. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.code === CODES.notFound;
