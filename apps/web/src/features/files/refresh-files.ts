import { askAnew } from '../../lib/ask-anew.ts';

/** Asks anew for what lies in folders. */
export const refreshFiles = askAnew('file');
