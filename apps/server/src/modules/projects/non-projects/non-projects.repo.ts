import { sql, type Kysely, type SqlBool } from 'kysely';
import type { DataRange } from '@prdm/access';
import type { NonProjectKind } from '@prdm/contract/projects/non-projects';
import type { NonProjectStatus } from '@prdm/contract/status';
import { countWithin, pageWithin, withinRange, type Condition } from '../../../platform/range/within-range.ts';
import { containsWord } from '../../../platform/statements/word-search.ts';
import { isMemberOn } from '../partners/present.ts';
import { PROJECT_WORDS } from '../project-list.repo.ts';
import type { ProjectsTables } from '../projects.repo.ts';

export interface NonProjectFilter {
  /** The list shows the non-projects of which this user is a member, and those in `range`. */
  readonly memberId: number;
  readonly range: DataRange;
  readonly today: string;
  readonly status: NonProjectStatus;
  readonly kind?: NonProjectKind;
  readonly word?: string;
}

/** Columns of a row in the list. The check of the table makes `kind` required here. */
const LISTED = [
  'p.id',
  'p.name',
  'p.item_number',
  'p.is_project',
  'p.kind',
  'p.status',
  'p.manager_id',
  'p.department_id',
  'p.starts_on',
  'p.ends_on',
  'p.created_at',
  'p.archived_at',
  'p.archived_by',
  'p.version',
] as const;

export const nonProjectsRepo = (db: Kysely<ProjectsTables>, enterpriseId: number) => {
  const shownTo = ({ memberId, range, today }: NonProjectFilter) => {
    const isMember = sql<SqlBool>`exists (select 1 from project_member m where m.enterprise_id = p.enterprise_id
      and m.project_id = p.id and m.user_id = ${memberId} and ${isMemberOn(today, 'm')})`;
    return withinRange(range, { department: 'p.department_id', project: 'p.id' }, [isMember]);
  };
  const rows = () =>
    db.selectFrom('project as p').where('p.enterprise_id', '=', enterpriseId).where('p.deleted_at', 'is', null);
  const filtered = ({ status, kind, word }: NonProjectFilter, condition: Condition) => {
    const found = containsWord(PROJECT_WORDS, word);
    return rows()
      .where('p.status', '=', status)
      .where(condition)
      .$if(found !== null, (query) => query.where(found ?? sql<SqlBool>`true`))
      .$if(kind !== undefined, (query) => query.where('p.kind', '=', kind ?? ''));
  };
  return {
    /** At most LIMITS.countCap + 1. */
    count: (filter: NonProjectFilter) => countWithin(db, shownTo(filter), (condition) => filtered(filter, condition)),

    /** Newest first. */
    page: (filter: NonProjectFilter, offset: number, limit: number) =>
      pageWithin(
        db,
        shownTo(filter),
        {
          query: (condition) => filtered(filter, condition).select(LISTED).orderBy('p.id', 'desc'),
          order: sql`id desc`,
        },
        { offset, limit },
      ),

    row: (id: number) =>
      rows()
        .select(LISTED)
        .select(['p.total_minutes', 'p.description', 'p.created_by', 'p.updated_at'])
        .where('p.id', '=', id)
        .where('p.is_project', '=', false)
        .executeTakeFirst(),

    /** Deletes the non-project with all memberships, so that no list of rights names it. */
    async remove(id: number, version: number, removedBy: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('project')
        .set({ deleted_at: sql`now()`, version: sql`version + 1` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      await db
        .updateTable('project_member')
        .set({ removed_at: sql`now()`, removed_by: removedBy, version: sql`version + 1` })
        .where('enterprise_id', '=', enterpriseId)
        .where('project_id', '=', id)
        .where('removed_at', 'is', null)
        .execute();
      return true;
    },
  };
};
export type ListedNonProject = Awaited<ReturnType<ReturnType<typeof nonProjectsRepo>['page']>>[number];
