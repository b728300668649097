import { queryClient } from './query-client.ts';

const PAUSE_MS = 1000;

/** Returns a function that runs at once and then at most once a second: 500 events must not cause 500 requests. */
export function paced(run: () => void): () => void {
  let pause: ReturnType<typeof setTimeout> | null = null;
  let isStale = false;
  return function ask(): void {
    isStale = pause !== null;
    if (isStale) return;
    run();
    pause = setTimeout(() => {
      pause = null;
      if (isStale) ask();
    }, PAUSE_MS);
  };
}

/** Returns a function that refetches the answers of `domain`. Events of other domains that make them stale call it. */
export const refetch = (domain: string): (() => void) =>
  paced(() => void queryClient.invalidateQueries({ queryKey: [domain] }));
