import { sql, type Kysely, type SqlBool } from 'kysely';
import { countCapped } from '../../../platform/statements/count-capped.ts';
import { withinScope } from '../../../platform/http/project-scope.ts';
import { containsWord } from '../../../platform/statements/word-search.ts';
import type { AuditTables } from '../audit.repo.ts';

export interface LogFilter {
  readonly userId: number | null;
  readonly area: string | undefined;
  readonly event: string | undefined;
  readonly record: { readonly kind: string; readonly id: number } | null;
  readonly word: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

const COLUMNS = [
  'l.id',
  'l.at',
  'l.user_id',
  'l.user_name',
  'l.ip',
  'l.agent',
  'l.event',
  'l.target_kind',
  'l.target_id',
  'l.target_name',
  'l.project_id',
  'l.before',
  'l.after',
] as const;

/** The action log for a reader. Rows of the projects in `hidden` are left out. */
export const logRepo = (db: Kysely<AuditTables>, enterpriseId: number, hidden: readonly number[]) => {
  const found = (filter: LogFilter) => {
    const { userId, area, event, record, from, to } = filter;
    const named = containsWord(sql<string>`target_name`, filter.word);
    const isProject = record?.kind === 'project';
    return db
      .selectFrom('action_log as l')
      .where('l.enterprise_id', '=', enterpriseId)
      .where(withinScope('l.project_id', { except: hidden }))
      .$if(hidden.length > 0, (query) =>
        query.where(sql<SqlBool>`(l.target_kind <> 'project' or l.target_id <> all(${hidden as number[]}))`),
      )
      .$if(userId !== null, (query) => query.where('l.user_id', '=', userId))
      .$if(area !== undefined, (query) => query.where(sql<SqlBool>`split_part(l.event, '.', 1) = ${area}`))
      .$if(event !== undefined, (query) => query.where('l.event', '=', event ?? ''))
      .$if(record !== null && !isProject, (query) =>
        query.where('l.target_kind', '=', record?.kind ?? '').where('l.target_id', '=', record?.id ?? 0),
      )
      .$if(isProject, (query) => query.where('l.project_id', '=', record?.id ?? 0))
      .$if(named !== null, (query) => query.where(named ?? sql<SqlBool>`true`))
      .$if(from !== undefined, (query) => query.where('l.at', '>=', from ?? new Date()))
      .$if(to !== undefined, (query) => query.where('l.at', '<', new Date((to ?? new Date()).getTime() + 1000)));
  };
  return {
    page: (filter: LogFilter, window: { limit: number; offset: number }) =>
      found(filter)
        .select(COLUMNS)
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('action_seal as s')
                .select('s.position')
                .whereRef('s.enterprise_id', '=', 'l.enterprise_id')
                .whereRef('s.log_id', '=', 'l.id'),
            )
            .as('sealed'),
        )
        .orderBy('l.at', 'desc')
        .orderBy('l.id', 'desc')
        .limit(window.limit)
        .offset(window.offset)
        .execute(),
    /** Exact up to LIMITS.countCap. */
    count: (filter: LogFilter) => countCapped(db, found(filter)),
    /** The number of rows with an id behind `after`, at most `limit`. */
    countBehind: (filter: LogFilter, after: number, limit: number) =>
      countCapped(db, found(filter).where('l.id', '>', after), limit),
    /** The exact number, for the message of an export that is too long. */
    async countAll(filter: LogFilter): Promise<number> {
      const row = await found(filter)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst();
      return Number(row?.n ?? 0);
    },
  };
};

export type StoredAction = Awaited<ReturnType<ReturnType<typeof logRepo>['page']>>[number];
