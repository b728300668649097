import { fail } from '../../platform/errors.ts';
import type { FileSubject } from '../files/index.ts';

/** A file of the project that a call attaches, and one of its versions. Without a version the current one counts. */
interface ChosenFile {
  readonly file_id: { readonly id: number; readonly row: unknown; may(right: string): { allowed: boolean } };
  readonly version_id?: { readonly id: number; readonly row: unknown };
}

/**
 * The id of the version to freeze. All readers of the record see an attachment, so download alone is no right to attach:
 * without the right to view it answers 1005. A version of another file answers 1006.
 */
export function frozenVersion({ file_id: file, version_id: version }: ChosenFile, index: number): number {
  if (!file.may('view').allowed) throw fail.denied(false, { field: `files.${index}.file_id` });
  if (version === undefined) return (file.row as FileSubject).version_id;
  if ((version.row as { file_id: number }).file_id !== file.id)
    throw fail.notFound(false, { field: `files.${index}.version_id` });
  return version.id;
}
