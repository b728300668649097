import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { DataRange } from '@prdm/access';
import type { ProjectSort } from '@prdm/contract/projects';
import type { ProjectStatus } from '@prdm/contract/status';
import { countWithin, pageWithin, withinRange, type Condition } from '../../platform/range/within-range.ts';
import { containsWord } from '../../platform/statements/word-search.ts';
import { isMemberOn } from './partners/present.ts';
import type { ProjectsTables } from './projects.repo.ts';

export interface ProjectFilter {
  /** The day that decides which memberships have ended. */
  readonly today: string;
  /** The list shows the projects of which this user is a member, and those in `range`. */
  readonly memberId: number;
  readonly range: DataRange;
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

/** The order of the list over the columns of its result. */
const unitedOrder = ({ sort, order }: ProjectOrder): RawBuilder<unknown> => {
  const way = sql.raw(order);
  if (sort === 'created') return sql`id ${way}`;
  const nulls = sort === 'deadline' && order === 'desc' ? sql` nulls last` : sql``;
  return sql`sort_key ${way}${nulls}, id ${way}`;
};

export type ListedProject = Awaited<ReturnType<ReturnType<typeof projectListRepo>['page']>>[number];

export const projectListRepo = (db: Kysely<ProjectsTables>, enterpriseId: number) => {
  const shownTo = ({ memberId, range, today }: ProjectFilter) => {
    const isMember = sql<SqlBool>`exists (select 1 from project_member m where m.enterprise_id = p.enterprise_id
      and m.project_id = p.id and m.user_id = ${memberId} and ${isMemberOn(today, 'm')})`;
    return withinRange(range, { department: 'p.department_id', project: 'p.id' }, [isMember]);
  };
  const filtered = (filter: ProjectFilter, condition: Condition) => {
    const found = containsWord(PROJECT_WORDS, filter.word);
    return db
      .selectFrom('project as p')
      .where('p.enterprise_id', '=', enterpriseId)
      .where('p.status', '=', filter.status)
      .where('p.deleted_at', 'is', null)
      .where(condition)
      .$if(found !== null, (query) => query.where(found ?? sql<SqlBool>`true`))
      .$if(filter.typeId !== undefined, (query) => query.where('p.type_id', '=', filter.typeId ?? 0))
      .$if(filter.stageId !== undefined, (query) => query.where('p.stage_id', '=', filter.stageId ?? 0))
      .$if(filter.departmentIds !== undefined, (query) =>
        query.where('p.department_id', '=', sql<number>`any(${[...(filter.departmentIds ?? [])]})`),
      );
  };

  const ordered = (filter: ProjectFilter, condition: Condition, { sort, order }: ProjectOrder) =>
    filtered(filter, condition)
      .select([
        'p.id',
        'p.name',
        'p.short_name',
        'p.thumb',
        'p.item_number',
        'p.is_project',
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
      .select(sql.ref(SORT_COLUMN[sort]).as('sort_key'))
      .$if(sort === 'deadline', (query) =>
        query.orderBy(SORT_COLUMN.deadline, (by) => (order === 'asc' ? by.asc() : by.desc().nullsLast())),
      )
      .$if(sort !== 'created' && sort !== 'deadline', (query) => query.orderBy(SORT_COLUMN[sort], order))
      .orderBy('p.id', order);

  return {
    /** At most LIMITS.countCap + 1. */
    count: (filter: ProjectFilter) => countWithin(db, shownTo(filter), (condition) => filtered(filter, condition)),

    page: (filter: ProjectFilter, { sort, order }: ProjectOrder, offset: number, limit: number) =>
      pageWithin(
        db,
        shownTo(filter),
        { query: (condition) => ordered(filter, condition, { sort, order }), order: unitedOrder({ sort, order }) },
        { offset, limit },
      ),
  };
};
