import { refetch } from '../../lib/api/refetch.ts';

/** Refetches the contents of folders. */
export const refreshFiles = refetch('file');
