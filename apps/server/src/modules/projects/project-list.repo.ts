import { sql, type Kysely, type SqlBool } from 'kysely';
import type { ProjectStatus } from '@prdm/contract/status';
import { countCapped } from '../../platform/count-capped.ts';
import { containsWord } from '../../platform/word-search.ts';
import type { ProjectsTables } from './projects.repo.ts';

export interface ProjectFilter {
  /** Only projects this person is a member of; null for who sees all of them. */
  readonly memberId: number | null;
  readonly status: ProjectStatus;
  readonly word?: string;
  readonly typeId?: number;
  readonly stageId?: number;
  readonly departmentIds?: readonly number[];
}

/** As in the index project_words. */
export const PROJECT_WORDS = sql<string>`p.name || ' ' || p.short_name || ' ' || p.item_number`;

export type ListedProject = Awaited<ReturnType<ReturnType<typeof projectListRepo>['page']>>[number];

export const projectListRepo = (db: Kysely<ProjectsTables>, enterpriseId: number) => {
  const filtered = (filter: ProjectFilter) => {
    const found = containsWord(PROJECT_WORDS, filter.word);
    return db
      .selectFrom('project as p')
      .where('p.enterprise_id', '=', enterpriseId)
      .where('p.status', '=', filter.status)
      .where('p.deleted_at', 'is', null)
      .$if(filter.memberId !== null, (query) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('project_member as m')
              .select('m.user_id')
              .whereRef('m.enterprise_id', '=', 'p.enterprise_id')
              .whereRef('m.project_id', '=', 'p.id')
              .where('m.user_id', '=', filter.memberId ?? 0)
              .where('m.removed_at', 'is', null),
          ),
        ),
      )
      .$if(found !== null, (query) => query.where(found ?? sql<SqlBool>`true`))
      .$if(filter.typeId !== undefined, (query) => query.where('p.type_id', '=', filter.typeId ?? 0))
      .$if(filter.stageId !== undefined, (query) => query.where('p.stage_id', '=', filter.stageId ?? 0))
      .$if(filter.departmentIds !== undefined, (query) =>
        query.where('p.department_id', '=', sql<number>`any(${[...(filter.departmentIds ?? [])]})`),
      );
  };

  return {
    /** Up to LIMITS.countCap + 1. */
    count: (filter: ProjectFilter) => countCapped(db, filtered(filter)),

    page: (filter: ProjectFilter, offset: number, limit: number) =>
      filtered(filter)
        .select([
          'p.id',
          'p.name',
          'p.short_name',
          'p.item_number',
          'p.status',
          'p.manager_id',
          'p.type_id',
          'p.stage_id',
          'p.department_id',
          'p.archived_at',
          'p.archived_by',
          'p.created_at',
          'p.version',
        ])
        .orderBy('p.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
  };
};
