import type { FileEntry } from '../files.queries.ts';

/** Folders and files have separate id sequences, so the kind is part of the key. */
export const rowKeyOf = ({ kind, id }: Pick<FileEntry, 'kind' | 'id'>): string => `${kind}${id}`;
