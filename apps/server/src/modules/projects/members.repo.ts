import { sql, type Kysely } from 'kysely';
import { isMemberOn, wasMemberOn } from './partners/present.ts';
import type { ProjectsTables } from './projects.repo.ts';
import { swapRow } from '../../platform/statements/swap.ts';

/** Stands for "in every profession" in project_member_role: the column is part of the key and cannot be null. */
export const EVERY_PROFESSION = 0;

export interface MemberRoleRow {
  readonly user_id: number;
  readonly role_id: number;
  readonly profession_id: number;
}

/** `today` is the present day in Asia/Shanghai. It decides which memberships have ended. */
export const membersRepo = (db: Kysely<ProjectsTables>, enterpriseId: number, today: string) => ({
  /** Sorted by time of joining. Displayed lists pass `most`; audiences and rights need all members. */
  list: (projectId: number, most?: number) =>
    db
      .selectFrom('project_member')
      .select(['user_id', 'joined_at', 'firm', 'ends_on', 'version'])
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where(isMemberOn(today))
      .orderBy('joined_at')
      .orderBy('user_id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute(),

  roles: (projectId: number, userId?: number): Promise<MemberRoleRow[]> =>
    db
      .selectFrom('project_member_role')
      .select(['user_id', 'role_id', 'profession_id'])
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
      .orderBy('user_id')
      .orderBy('role_id')
      .orderBy('profession_id')
      .execute(),

  /** The roles of the present members. A member whose end date has passed holds none, also before the worker came. */
  presentRoles: (projectId: number): Promise<MemberRoleRow[]> =>
    db
      .selectFrom('project_member_role as r')
      .innerJoin('project_member as m', (join) =>
        join
          .onRef('m.enterprise_id', '=', 'r.enterprise_id')
          .onRef('m.project_id', '=', 'r.project_id')
          .onRef('m.user_id', '=', 'r.user_id'),
      )
      .select(['r.user_id', 'r.role_id', 'r.profession_id'])
      .where('r.enterprise_id', '=', enterpriseId)
      .where('r.project_id', '=', projectId)
      .where(isMemberOn(today, 'm'))
      .orderBy('r.user_id')
      .orderBy('r.role_id')
      .orderBy('r.profession_id')
      .execute(),

  /** Locks the member's row, so that changes of one membership run one after the other. */
  lock: (projectId: number, userId: number) =>
    db
      .selectFrom('project_member')
      .select(['user_id', 'ends_on', 'version'])
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where(isMemberOn(today))
      .forUpdate()
      .executeTakeFirst(),

  /** Adds a member or restores a former one. Returns false when the user is a member already. */
  async join(
    projectId: number,
    userId: number,
    { firm = '', endsOn = null }: { firm?: string; endsOn?: string | null } = {},
  ): Promise<boolean> {
    const terms = { firm, ends_on: endsOn };
    const row = await db
      .insertInto('project_member')
      .values({ enterprise_id: enterpriseId, project_id: projectId, user_id: userId, ...terms })
      .onConflict((conflict) =>
        conflict
          .columns(['enterprise_id', 'project_id', 'user_id'])
          .doUpdateSet({
            ...terms,
            removed_at: null,
            removed_by: null,
            joined_at: sql`now()`,
            version: sql`project_member.version + 1`,
          })
          .where(wasMemberOn(today)),
      )
      .returning('user_id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Also ends a membership whose end date has passed. */
  async leave(projectId: number, userId: number, removedBy: number | null): Promise<boolean> {
    return swapRow(
      db
        .updateTable('project_member')
        .set({ removed_at: sql`now()`, removed_by: removedBy, version: sql`version + 1` })
        .where('enterprise_id', '=', enterpriseId)
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null),
    );
  },

  /** The end date has passed, and the worker has not yet removed the member. */
  hasEnded: async (projectId: number, userId: number): Promise<boolean> =>
    (await db
      .selectFrom('project_member')
      .select('user_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .where(wasMemberOn(today))
      .executeTakeFirst()) !== undefined,

  async touch(projectId: number, userId: number, version: number): Promise<boolean> {
    return swapRow(
      db
        .updateTable('project_member')
        .set({ version: sql`version + 1` })
        .where('enterprise_id', '=', enterpriseId)
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .where('version', '=', version)
        .where(isMemberOn(today)),
    );
  },

  /** Replaces all roles of the member. */
  async setRoles(
    projectId: number,
    userId: number,
    roles: readonly { role_id: number; profession_id: number }[],
  ): Promise<void> {
    await db
      .deleteFrom('project_member_role')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute();
    if (roles.length === 0) return;
    await db
      .insertInto('project_member_role')
      .values(roles.map((role) => ({ ...role, enterprise_id: enterpriseId, project_id: projectId, user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  async addRole(projectId: number, userId: number, roleId: number): Promise<void> {
    await db
      .insertInto('project_member_role')
      .values({
        enterprise_id: enterpriseId,
        project_id: projectId,
        user_id: userId,
        role_id: roleId,
        profession_id: EVERY_PROFESSION,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  async removeRole(projectId: number, userId: number, roleId: number): Promise<void> {
    await db
      .deleteFrom('project_member_role')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where('role_id', '=', roleId)
      .execute();
  },

  counts: (projectIds: readonly number[]) =>
    db
      .selectFrom('project_member')
      .select(['project_id', sql<number>`count(*)`.as('members')])
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', sql<number>`any(${projectIds as number[]})`)
      .where(isMemberOn(today))
      .groupBy('project_id')
      .execute(),

  /** Those given projects that the user has left. */
  leftAmong: async (userId: number, projectIds: readonly number[]): Promise<number[]> => {
    const rows = await db
      .selectFrom('project_member')
      .select('project_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('project_id', '=', sql<number>`any(${projectIds as number[]})`)
      .where(wasMemberOn(today))
      .execute();
    return rows.map((row) => row.project_id);
  },

  /** Users who share a project that is not deleted with the viewer, among the given ones or all. */
  coMembersAmong: async (viewerId: number, userIds: readonly number[] | 'everybody'): Promise<number[]> => {
    const rows = await db
      .selectFrom('project_member as mine')
      .innerJoin('project_member as theirs', (join) =>
        join
          .onRef('theirs.enterprise_id', '=', 'mine.enterprise_id')
          .onRef('theirs.project_id', '=', 'mine.project_id')
          .on(isMemberOn(today, 'theirs')),
      )
      .select('theirs.user_id')
      .distinct()
      .where('mine.enterprise_id', '=', enterpriseId)
      .where('mine.user_id', '=', viewerId)
      .where(isMemberOn(today, 'mine'))
      .$if(userIds !== 'everybody', (query) =>
        query.where('theirs.user_id', '=', sql<number>`any(${[...userIds] as number[]})`),
      )
      .execute();
    return rows.map((row) => row.user_id);
  },
});
