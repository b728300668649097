import { keepPreviousData, MutationCache, QueryClient } from '@tanstack/react-query';
import { CallError, NO_ANSWER } from './call-error.ts';
import { toast } from '../toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { inForm?: boolean };
  }
}

/** Shows a toast for an error that the user has not seen yet. A form shows its own refusals at the field. */
export function showFailure(error: unknown): void {
  if (error instanceof CallError) {
    if (!error.told) toast.error(error.msg);
    return;
  }
  if (error instanceof DOMException && error.name === 'AbortError') return;
  console.error(error);
  toast.error(error instanceof Error ? error.message : String(error));
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal stays a refusal. Only a call without an answer is worth a retry.
      retry: (count, error) => error instanceof CallError && error.code === NO_ANSWER && count < 1,
      // Old rows stay visible while a page or a filter changes.
      placeholderData: keepPreviousData,
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.inForm !== true) showFailure(error);
    },
  }),
});
