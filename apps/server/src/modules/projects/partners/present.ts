import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { wireTime } from '@prdm/contract/kit/fields';
import type { Clock } from '../../../platform/clock.ts';
import type { Value } from '../../../platform/prepared.ts';

/** The present day in Asia/Shanghai, 'YYYY-MM-DD'. */
export const todayOf = ({ clock }: { readonly clock: Clock }): string => wireTime(clock.now()).slice(0, 10);

/**
 * The row of project_member gives rights on this day. A removed member has none, and a membership with a past end date
 * has none from the next day on. Every statement that asks who is a member uses this condition.
 * `alias` names the table in the statement.
 */
export const isMemberOn = (today: Value<string>, alias = 'project_member'): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('removed_at')} is null
    and (${column('ends_on')} is null or ${column('ends_on')} >= ${today}::date))`;
};

/** The user was a member and is none on this day: removed, or the end date has passed. */
export const wasMemberOn = (today: Value<string>, alias = 'project_member'): RawBuilder<SqlBool> =>
  sql<SqlBool>`not ${isMemberOn(today, alias)}`;
