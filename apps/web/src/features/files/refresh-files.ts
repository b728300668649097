import { queryClient } from '../../lib/query-client.ts';

const PAUSE_MS = 1000;
let pause: ReturnType<typeof setTimeout> | null = null;
let isStale = false;

/** Asks anew for what lies in folders: at once, and then at most once a second. Five hundred uploads are not five hundred askings. */
export function refreshFiles(): void {
  isStale = pause !== null;
  if (isStale) return;
  void queryClient.invalidateQueries({ queryKey: ['file'] });
  pause = setTimeout(() => {
    pause = null;
    if (isStale) refreshFiles();
  }, PAUSE_MS);
}
