import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { DB } from '../../platform/db-types.ts';
import { inParts } from '../../platform/statements/in-parts.ts';
import { withinScope } from '../../platform/http/project-scope.ts';

export type AuditTables = Pick<DB, 'action_log' | 'login_history' | 'action_seal'>;

export interface ActionRow {
  user_id: number | null;
  user_name: string;
  ip: string;
  agent: string;
  event: string;
  target_kind: string;
  target_id: number | null;
  target_name: string;
  project_id: number | null;
  before: string | null;
  after: string | null;
}

export const auditRepo = (db: Kysely<AuditTables>, enterpriseId: number) => ({
  async addActions(rows: readonly ActionRow[]): Promise<void> {
    for (const some of inParts(rows))
      await db
        .insertInto('action_log')
        .values(some.map((row) => ({ ...row, enterprise_id: enterpriseId })))
        .execute();
  },
  /**
   * `before` and `after` hold amounts and content of others. Answer them through `shownSealed` only. Rows of the
   * projects in `hidden` are left out.
   */
  newestActions: (limit: number, hidden: readonly number[]) =>
    db
      .selectFrom('action_log')
      .select(['id', 'at', 'user_name', 'event', 'target_kind', 'target_id', 'target_name', 'before', 'after'])
      .where('enterprise_id', '=', enterpriseId)
      .where(withinScope('project_id', { except: hidden }))
      .$if(hidden.length > 0, (query) =>
        query.where(sql<boolean>`(target_kind <> 'project' or target_id <> all(${hidden as number[]}))`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  async addLogin(row: { user_id: number; ip: string; agent: string; way: string; result: string }): Promise<void> {
    await db
      .insertInto('login_history')
      .values({ ...row, enterprise_id: enterpriseId })
      .execute();
  },
  loginsOf: (userId: number) =>
    db
      .selectFrom('login_history')
      .select(['id', 'at', 'ip', 'agent', 'way', 'result'])
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(LIMITS.loginHistory)
      .execute(),
});
