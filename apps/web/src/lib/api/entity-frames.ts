import { queryClient } from './query-client.ts';
import { paced } from './refetch.ts';

/** Kinds whose calls have another name in their path. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { user_group: 'group' };

const paces = new Map<string, () => void>();

/**
 * Another user has changed entries of this kind. Their lists are refetched. Names of entries stand in many other
 * answers, so those become stale and are refetched when they are shown again.
 */
export function refreshEntity(kind: string): void {
  const run = paces.get(kind) ?? paced(() => refreshNow(NAMED_OTHERWISE[kind] ?? kind));
  paces.set(kind, run);
  run();
}

function refreshNow(name: string): void {
  void queryClient.invalidateQueries({ refetchType: 'none' });
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.split('/').includes(name),
  });
}
