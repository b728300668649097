import { hidesProject, type Principal } from '@prdm/access';
import { SUBJECT_KINDS, type SubjectKindName } from '@prdm/contract/kit';
import { isReadable, type SubjectKinds } from '../http/subjects.ts';

/** A record beside a text that names it. */
export interface ShownRecord {
  /** null: the kind has no names. */
  readonly name: string | null;
  readonly projectId: number | null;
  /** Whether the reader may use the right on the record, so that its page opens. */
  readonly mayOpen: boolean;
}

/**
 * Records of one kind for a reader, by id. Records that are missing, invisible or of a hidden project are left out. An
 * unknown kind has none. It is for names and links only, never for a decision about a call.
 */
export type ShownRecords = (
  principal: Principal,
  kind: string,
  ids: readonly number[],
  right?: string,
) => Promise<ReadonlyMap<number, ShownRecord>>;

const isKind = (kind: string): kind is SubjectKindName => (SUBJECT_KINDS as readonly string[]).includes(kind);

export const shownRecords =
  (kinds: SubjectKinds): ShownRecords =>
  async (principal, kind, ids, right) => {
    const known = isKind(kind) ? kinds.find(kind) : undefined;
    if (known === undefined || ids.length === 0) return new Map();
    const subjects = await known.load(principal, [...new Set(ids)]);
    return new Map(
      subjects
        .filter(({ visible, projectId }) => visible && !hidesProject(principal, projectId))
        .map((subject) => [
          subject.id,
          {
            name: nameOf(subject.row),
            projectId: subject.projectId,
            mayOpen: right !== undefined && isReadable(principal, known, subject, right),
          },
        ]),
    );
  };

function nameOf(row: unknown): string | null {
  const { name, title } = (row ?? {}) as { name?: unknown; title?: unknown };
  if (typeof name === 'string') return name;
  return typeof title === 'string' ? title : null;
}
