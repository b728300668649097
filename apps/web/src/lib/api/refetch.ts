import { queryClient } from './query-client.ts';

const PAUSE_MS = 1000;

/**
 * Returns a function that refetches the answers of `domain`. Events of other domains that make them stale call it. It
 * runs at once and then at most once a second: 500 uploads must not cause 500 requests.
 */
export function refetch(domain: string): () => void {
  let pause: ReturnType<typeof setTimeout> | null = null;
  let isStale = false;
  return function ask(): void {
    isStale = pause !== null;
    if (isStale) return;
    void queryClient.invalidateQueries({ queryKey: [domain] });
    pause = setTimeout(() => {
      pause = null;
      if (isStale) ask();
    }, PAUSE_MS);
  };
}
