import type { Trx } from '../../platform/db.ts';
import { isOwnCheck } from './own-check.ts';
import type { SubjectKey } from './processes.types.ts';
import type { Step } from './step.ts';

/** Whose work a subject is, besides its starter's; told by the module that owns subjects of the kind. */
export type AuthorsOf = (trx: Trx, enterpriseId: number, subjectId: number) => Promise<readonly number[]>;

export function ownWork() {
  const owners = new Map<string, AuthorsOf>();
  return {
    onAuthors(kind: string, authors: AuthorsOf): void {
      owners.set(kind, authors);
    },
    async authorsOf(trx: Trx, enterpriseId: number, { kind, id }: SubjectKey): Promise<readonly number[]> {
      return (await owners.get(kind)?.(trx, enterpriseId, id)) ?? [];
    },
  };
}

/** Who would decide the own work with a seat of this stage. */
export interface Own {
  readonly starterId: number;
  readonly authorIds: readonly number[];
}

/**
 * Nobody decides the own work by taking a seat over (separation rule, decisions.md 5.2): whoever names the people of a stage may decide
 * otherwise, and it is warned of, but those concerned may not among themselves. Only the own check (自校) may go from author to author.
 */
export async function ownIn({ parts, trx, actor, row, stages }: Step, stage: Step['stages'][number]): Promise<Own> {
  const subject = { kind: row.subject_kind, id: row.subject_id };
  const authorIds = isOwnCheck(stage, stages.length) ? [] : await parts.authorsOf(trx, actor.enterpriseId, subject);
  return { starterId: row.starter_id, authorIds };
}
