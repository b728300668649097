import { queryClient } from './query-client.ts';

const PAUSE_MS = 1000;

/**
 * Asks anew for the answers of a domain that news of another one make stale: at once, and then at most once a second. Five hundred
 * uploads are not five hundred askings.
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
