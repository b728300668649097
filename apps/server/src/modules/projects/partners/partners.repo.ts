import { sql, type Insertable, type Kysely, type SqlBool } from 'kysely';
import type { InvitationState } from '@prdm/contract/projects/partners';
import type { DB } from '../../../platform/db-types.ts';
import type { ProjectsTables } from '../projects.repo.ts';

export interface InvitationRow {
  readonly id: number;
  readonly enterprise_id: number;
  readonly project_id: number;
  readonly firm: string;
  readonly user_id: number | null;
  readonly email: string;
  readonly role_ids: readonly number[];
  readonly ends_on: string | null;
  readonly state: InvitationState;
  readonly invited_by: number;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly answered_at: Date | null;
  /** The link went to the address, so its bearer reads the mails of the address. */
  readonly mailed: boolean;
  readonly version: number;
}

const COLUMNS = [
  'i.id',
  'i.enterprise_id',
  'i.project_id',
  'i.firm',
  'i.user_id',
  'i.email',
  'i.role_ids',
  'i.ends_on',
  'i.invited_by',
  'i.created_at',
  'i.expires_at',
  'i.answered_at',
  'i.mailed',
  'i.version',
] as const;

/** The worker marks expired invitations some minutes later. Every reader sees them as expired at once. */
const stateNow = sql<InvitationState>`case when i.state = 'invited' and i.expires_at <= now() then 'expired' else i.state end`;
const isOpen = sql<SqlBool>`(i.state = 'invited' and i.expires_at > now())`;

/** How long an invitation can be answered. */
export const LIFETIME_DAYS = 7;

export type NewInvitation = Omit<
  Insertable<DB['project_invitation']>,
  'enterprise_id' | 'expires_at' | 'state' | 'role_ids'
> & { readonly role_ids: readonly number[] };

export const invitationsRepo = (db: Kysely<ProjectsTables>, enterpriseId: number) => {
  const rows = () =>
    db
      .selectFrom('project_invitation as i')
      .select(COLUMNS)
      .select(stateNow.as('state'))
      .where('i.enterprise_id', '=', enterpriseId);
  /** Ends open invitations and gives them a new version. */
  const settle = (state: Exclude<InvitationState, 'invited'>) =>
    db
      .updateTable('project_invitation as i')
      .set({ state, token_hash: null, answered_at: sql`now()`, version: sql`i.version + 1` })
      .where('i.enterprise_id', '=', enterpriseId)
      .where('i.state', '=', 'invited');
  return {
    byIds: (ids: readonly number[]): Promise<InvitationRow[]> =>
      rows()
        .where('i.id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    /** Locks the row, so that cancel and accept run one after the other. */
    lock: (id: number): Promise<InvitationRow | undefined> =>
      rows().where('i.id', '=', id).forUpdate().executeTakeFirst(),

    /** Returns null when the person has an open invitation into the project. */
    async add({ role_ids: roles, ...row }: NewInvitation): Promise<number | null> {
      const added = await db
        .insertInto('project_invitation')
        .values({
          ...row,
          role_ids: [...roles],
          enterprise_id: enterpriseId,
          expires_at: sql`now() + make_interval(days => ${LIFETIME_DAYS}::int)`,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id ?? null;
    },

    /** Ends an open invitation. Returns false when it was answered, cancelled or expired meanwhile. */
    async end(id: number, state: Exclude<InvitationState, 'invited'>, userId?: number): Promise<boolean> {
      const { numUpdatedRows } = await settle(state)
        .$if(userId !== undefined, (query) => query.set({ user_id: userId ?? 0 }))
        .where('i.id', '=', id)
        .$if(state !== 'expired', (query) => query.where(isOpen))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** The number of invitations of the last hour: of the inviter, and to the address. */
    async ofLastHour(inviterId: number, email: string): Promise<{ own: number; toAddress: number }> {
      const recent = db
        .selectFrom('project_invitation as i')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('i.enterprise_id', '=', enterpriseId)
        .where('i.created_at', '>', sql<Date>`now() - interval '1 hour'`);
      const own = await recent.where('i.invited_by', '=', inviterId).executeTakeFirstOrThrow();
      if (email === '') return { own: own.n, toAddress: 0 };
      const to = await recent.where(sql<SqlBool>`lower(i.email) = ${email.toLowerCase()}`).executeTakeFirstOrThrow();
      return { own: own.n, toAddress: to.n };
    },

    /** Open invitations that would be a second one of the person or the address in this project; expired ones too. */
    unanswered: (projectId: number, who: { userId: number } | { email: string }): Promise<InvitationRow[]> =>
      rows()
        .where('i.project_id', '=', projectId)
        .where('i.state', '=', 'invited')
        .where(
          'userId' in who
            ? sql<SqlBool>`i.user_id = ${who.userId}`
            : sql<SqlBool>`(i.user_id is null and lower(i.email) = ${who.email.toLowerCase()})`,
        )
        .forUpdate()
        .execute(),

    /**
     * The open invitations of an address become those of the new person, who answers them after sign-in. Their links
     * are dead. A link that was not mailed does not prove the address: whoever invited knows it too. It moves the
     * invitations of the same inviter alone.
     */
    async giveTo({ email, mailed, invited_by: inviterId }: InvitationRow, userId: number): Promise<void> {
      await db
        .updateTable('project_invitation as i')
        .set({ user_id: userId, token_hash: null, version: sql`i.version + 1` })
        .where('i.enterprise_id', '=', enterpriseId)
        .where('i.user_id', 'is', null)
        .where(sql<SqlBool>`lower(i.email) = ${email.toLowerCase()}`)
        .where('i.state', '=', 'invited')
        .$if(!mailed, (query) => query.where('i.invited_by', '=', inviterId))
        .execute();
    },

    ofProject: (projectId: number, { offset, limit }: { offset: number; limit: number }): Promise<InvitationRow[]> =>
      rows().where('i.project_id', '=', projectId).orderBy('i.id', 'desc').offset(offset).limit(limit).execute(),

    countOfProject: (projectId: number): Promise<number> =>
      db
        .selectFrom('project_invitation')
        .select(sql<number>`count(*)`.as('total'))
        .where('enterprise_id', '=', enterpriseId)
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
        .then(({ total }) => total),

    ofPerson: (userId: number, { offset, limit }: { offset: number; limit: number }): Promise<InvitationRow[]> =>
      rows()
        .where('i.user_id', '=', userId)
        .orderBy(isOpen, 'desc')
        .orderBy('i.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),

    countOfPerson: (userId: number): Promise<number> =>
      db
        .selectFrom('project_invitation')
        .select(sql<number>`count(*)`.as('total'))
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
        .then(({ total }) => total),
  };
};

/** The open invitation of a token, in any enterprise. */
export const invitationOfToken = (db: Kysely<ProjectsTables>, hash: Buffer): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('project_invitation as i')
    .select(COLUMNS)
    .select(stateNow.as('state'))
    .where('i.token_hash', '=', hash)
    .where(isOpen)
    .executeTakeFirst();

/** Unanswered invitations whose time is over, in every enterprise. */
export const expiredInvitations = (
  db: Kysely<ProjectsTables>,
  limit: number,
): Promise<{ enterprise_id: number; id: number }[]> =>
  db
    .selectFrom('project_invitation')
    .select(['enterprise_id', 'id'])
    .where('state', '=', 'invited')
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Members whose end date has passed and who are not removed yet, in every enterprise. */
export const endedMembers = (
  db: Kysely<ProjectsTables>,
  today: string,
  limit: number,
): Promise<{ enterprise_id: number; project_id: number; user_id: number }[]> =>
  db
    .selectFrom('project_member')
    .select(['enterprise_id', 'project_id', 'user_id'])
    .where('removed_at', 'is', null)
    .where('ends_on', '<', today)
    .orderBy('ends_on')
    .limit(limit)
    .execute();
