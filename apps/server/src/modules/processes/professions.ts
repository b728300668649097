import { subjectKey } from './reading.ts';
import type { SubjectKey } from './processes.types.ts';

export interface Profession {
  readonly id: number;
  readonly name: string;
}

/** Of which profession some subjects are, by their ids; told by the module that owns subjects of the kind. */
export type ProfessionsOf = (enterpriseId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Profession>>;

/** Approvals know no subject, and yet their lists tell drawings of architects from those of engineers. */
export function professionsOfSubjects() {
  const owners = new Map<string, ProfessionsOf>();
  return {
    onProfessions(kind: string, professions: ProfessionsOf): void {
      owners.set(kind, professions);
    },
    /** Keyed by `subjectKey(subject)`; subjects without one are absent. */
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
