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
import { useRepeats } from './repeat.ts';
import { call, CallError, type CallTarget, type InputOf, type OutputOf } from './call.ts';

/** Domain of a call: '/apis/task/index' belongs to 'task'. A change of tasks makes all answers of that domain stale. */
export const domainOf = (path: string): string => path.split('/')[2] ?? path;

/** Key of an answer in the query cache: domain, path, input. */
export const keyOf = <T extends CallTarget>(target: T, input?: InputOf<T>): readonly unknown[] =>
  input === undefined ? [domainOf(target.path), target.path] : [domainOf(target.path), target.path, input];

export interface ApiQueryOptions<Answer = unknown> {
  /** False delays the call, e.g. while an id is missing. */
  readonly enabled?: boolean;
  /** Shows the answer of the previous input until the new one arrives. Default: true. */
  readonly keepOld?: boolean;
  readonly staleTime?: number;
  /** Milliseconds between two refetches, or a function of the last answer. False stops the refetches. */
  readonly refetchInterval?: number | ((answer: Answer | undefined) => number | false);
}

/** Calls an endpoint and caches its answer: `const tasks = useApiQuery(task.index, { project_id })`. */
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
  /** Further domains whose answers become stale, besides the call's own. */
  readonly refresh?: readonly string[];
  /** The form shows refusals itself. Otherwise they become a toast. */
  readonly inForm?: boolean;
  readonly onDone?: (data: OutputOf<T>, input: InputOf<T>) => void;
}

/** Makes a change: `const add = useApiMutation(task.add, { refresh: ['fhome'] }); add.mutate(values)`. */
export function useApiMutation<T extends CallTarget>(
  target: T,
  { refresh = [], inForm = false, onDone }: ApiMutationOptions<T> = {},
): UseMutationResult<OutputOf<T>, Error, InputOf<T>> {
  const client = useQueryClient();
  const refetchAll = () =>
    Promise.all([domainOf(target.path), ...refresh].map((domain) => client.invalidateQueries({ queryKey: [domain] })));
  const repeats = useRepeats<InputOf<T>>();
  const mutation = useMutation<OutputOf<T>, Error, InputOf<T>>({
    mutationFn: (input) => repeats.during(input, (repeat) => call(target, input, { repeat })),
    meta: { inForm },
    onSuccess: async (data, input) => {
      onDone?.(data, input);
      await refetchAll();
    },
    // No await: the refusal appears at once, and the refetched data follows.
    onError: (error) => {
      if (isOutdated(error)) void refetchAll();
    },
  });
  return useOnce(mutation);
}

/**
 * Drops duplicate clicks: a button renders as locked only after the first click. While a change is under way, the same
 * input is not sent again. Its callers share the promise of the first one.
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
      // The mutation's own handlers report the error.
      mutateAsync(...args).catch(() => undefined);
    };
    return { mutate, mutateAsync };
  }, [send]);
  return { ...mutation, ...locked };
}

/**
 * Refusals that mean that the screen is stale. The record is deleted, changed or in another state, or its project is
 * closed. The page refetches. Its own call leads to the error page when the page's project is closed.
 */
const OUTDATED: readonly number[] = [
  CODES.notFound,
  CODES.conflict,
  CODES.wrongState,
  CODES.archived,
  CODES.notInProject,
];

const isOutdated = (error: unknown): boolean => error instanceof CallError && OUTDATED.includes(error.code);

/** The record is deleted or not visible to the user. The page shows that and stays. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.code === CODES.notFound;
