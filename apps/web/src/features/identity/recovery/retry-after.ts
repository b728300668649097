import { CallError } from '../../../lib/api/call-error.ts';

/** Seconds until a refused call may be repeated, or 0. */
export function retryAfter(error: unknown): number {
  if (!(error instanceof CallError) || typeof error.data !== 'object' || error.data === null) return 0;
  const { retry_after: seconds } = error.data as { retry_after?: unknown };
  return typeof seconds === 'number' ? seconds : 0;
}
