import { sql, type Kysely, type SqlBool } from 'kysely';
import type { ProjectSort } from '@prdm/contract/projects';
import type { ProjectStatus } from '@prdm/contract/status';
import { countCapped } from '../../platform/count-capped.ts';
import { containsWord } from '../../platform/word-search.ts';
import type { ProjectsTables } from './projects.repo.ts';

export interface ProjectFilter {
  /** Limits the list to projects of which this user is a member. null for users who see all projects. */
  readonly memberId: number | null;
  readonly status: ProjectStatus;
  readonly word?: string;
  readonly typeId?: number;
  readonly stageId?: number;
  readonly departmentIds?: readonly number[];
}

export interface ProjectOrder {
  readonly sort: ProjectSort;
  readonly order: 'asc' | 'desc';
}

/** Each column has an index. Projects with equal values are sorted by id. */
const SORT_COLUMN = {
  created: 'p.id',
  name: 'p.name_sort',
  number: 'p.number_sort',
  deadline: 'p.construction_end',
  archived: 'p.archived_at',
} as const;

/** Must equal the expression of the index project_words. */
export const PROJECT_WORDS = sql<string>`p.name || ' ' || p.short_name || ' ' || p.item_number || ' ' || p.pinyin || ' ' || p.initials`;

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
    /** At most LIMITS.countCap + 1. */
    count: (filter: ProjectFilter) => countCapped(db, filtered(filter)),

    page: (filter: ProjectFilter, { sort, order }: ProjectOrder, offset: number, limit: number) =>
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
          'p.construction_end',
          'p.created_at',
          'p.version',
        ])
        .$if(sort === 'deadline', (query) =>
          query.orderBy(SORT_COLUMN.deadline, (by) => (order === 'asc' ? by.asc() : by.desc().nullsLast())),
        )
        .$if(sort !== 'created' && sort !== 'deadline', (query) => query.orderBy(SORT_COLUMN[sort], order))
        .orderBy('p.id', order)
        .offset(offset)
        .limit(limit)
        .execute(),
  };
};
