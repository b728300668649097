import { subjectKey } from './reviews/reading.ts';
import type { SubjectKey } from './process.types.ts';

export interface Profession {
  readonly id: number;
  readonly name: string;
}

/** Returns the professions of subjects by id. The module that owns the kind provides it. */
export type ProfessionsOf = (enterpriseId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Profession>>;

/** Registry of professions by kind. The engine knows no subject, but its lists show the profession of each. */
export function professionsOfSubjects() {
  const owners = new Map<string, ProfessionsOf>();
  return {
    onProfessions(kind: string, professions: ProfessionsOf): void {
      owners.set(kind, professions);
    },
    /** Keyed by `subjectKey(subject)`. Subjects without a profession are absent. */
    async professionsOf(
      enterpriseId: number,
      subjects: readonly SubjectKey[],
    ): Promise<ReadonlyMap<string, Profession>> {
      const kinds = [...Map.groupBy(subjects, ({ kind }) => kind)];
      const found = await Promise.all(
        kinds.map(async ([kind, some]) => {
          const ids = some.map(({ id }) => id);
          const professions = (await owners.get(kind)?.(enterpriseId, ids)) ?? new Map<number, Profession>();
          return [...professions].map(([id, profession]) => [subjectKey({ kind, id }), profession] as const);
        }),
      );
      return new Map(found.flat());
    },
  };
}
