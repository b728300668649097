import { sql, type Kysely } from 'kysely';
import type { PartnerInvite } from '@prdm/contract/organisation/settings';
import type { NotifyWay } from '@prdm/contract/status';
import type { OrganisationTables } from '../organisation.repo.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

export interface StoredSettings {
  readonly name: string;
  readonly password_length_min: number;
  readonly password_length_max: number;
  readonly accept_default_key: boolean;
  readonly skip_repeated: boolean;
  readonly fallback_approver_ids: readonly number[];
  readonly task_notify_way: readonly NotifyWay[];
  readonly partner_invite: PartnerInvite;
  readonly version: number;
}
export type Setting = 'skip_repeated' | 'fallback_approver_ids' | 'task_notify_way' | 'partner_invite';

/** The settings in the row of the enterprise. */
export const settingsRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => ({
  async read(): Promise<StoredSettings> {
    const row = await db
      .selectFrom('enterprise')
      .select(['name', 'password_length_min', 'password_length_max', 'accept_default_key'])
      .select(['skip_repeated', 'fallback_approver_ids', 'task_notify_way', 'partner_invite', 'version'])
      .where('id', '=', enterpriseId)
      .executeTakeFirstOrThrow();
    return {
      ...row,
      task_notify_way: row.task_notify_way as NotifyWay[],
      partner_invite: row.partner_invite as PartnerInvite,
    };
  },

  /** Writes only if `version` is the present one. Returns false for a stale version. */
  async write(version: number, settings: Partial<Pick<StoredSettings, Setting>>): Promise<boolean> {
    const { fallback_approver_ids: ids, task_notify_way: ways, ...rest } = settings;
    return swapRow(
      db
        .updateTable('enterprise')
        .set({
          ...rest,
          ...(ids ? { fallback_approver_ids: [...ids] } : {}),
          ...(ways ? { task_notify_way: [...ways] } : {}),
          version: sql`version + 1`,
        })
        .where('id', '=', enterpriseId)
        .where('version', '=', version),
    );
  },

  /** Removes a user from the fallback approvers. Returns whether the user was one. The settings get a new version. */
  async dropFallback(userId: number): Promise<boolean> {
    return swapRow(
      db
        .updateTable('enterprise')
        .set({
          fallback_approver_ids: sql`array_remove(fallback_approver_ids, ${userId}::bigint)`,
          version: sql`version + 1`,
        })
        .where('id', '=', enterpriseId)
        .where(sql<boolean>`${userId}::bigint = any(fallback_approver_ids)`),
    );
  },
});
