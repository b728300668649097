import type { FileEntry } from '../files.queries.ts';

/** Folders and files count their ids each by themselves. */
export const rowKeyOf = ({ kind, id }: Pick<FileEntry, 'kind' | 'id'>): string => `${kind}${id}`;
