import { sql, type Kysely } from 'kysely';
import type { DB } from '../db-types.ts';

export type MailTables = Pick<DB, 'mail'>;

export interface ClaimedMail {
  readonly id: number;
  readonly key: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  readonly attempts: number;
  readonly expires_at: Date | null;
}

const SETTLED_KEPT_DAYS = 30;

/** The mails that wait. `now` is the time of the program's clock. */
export const mailRepo = (db: Kysely<MailTables>) => ({
  /** Returns false when a mail with this key exists. */
  async add(
    mail: {
      key: string;
      recipient: string;
      subject: string;
      body: string;
      html: string | null;
      expires_at: Date | null;
    },
    now: Date,
  ): Promise<boolean> {
    const row = await db
      .insertInto('mail')
      .values({ ...mail, due_at: now, created_at: now })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Drops the mails that expired before the mail server accepted them. */
  async dropExpired(now: Date): Promise<{ id: number; attempts: number }[]> {
    return db
      .updateTable('mail')
      .set({ state: 'dropped', body: '', html: null, settled_at: now })
      .where('state', '=', 'waiting')
      .where('expires_at', '<=', now)
      .returning(['id', 'attempts'])
      .execute();
  },

  /** Takes one due mail. A mail whose sender died is due again when its lease ends. Other processes skip it. */
  claim: (now: Date, leaseUntil: Date): Promise<ClaimedMail | undefined> =>
    db
      .updateTable('mail')
      .set({ state: 'sending', lease_until: leaseUntil, attempts: sql`attempts + 1` })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('mail as due')
          .select('due.id')
          .where((on) =>
            on.or([
              on.and([on('due.state', '=', 'waiting'), on('due.due_at', '<=', now)]),
              on.and([on('due.state', '=', 'sending'), on('due.lease_until', '<=', now)]),
            ]),
          )
          .orderBy('due.due_at')
          .orderBy('due.id')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'key', 'recipient', 'subject', 'body', 'html', 'attempts', 'expires_at'])
      .executeTakeFirst() as Promise<ClaimedMail | undefined>,

  /** Ends a claimed mail. `attempts` identifies the claim: a later claim of another process stays. */
  async settle(id: number, attempts: number, state: 'sent' | 'dropped' | 'failed', now: Date): Promise<void> {
    await db
      .updateTable('mail')
      .set({ state, body: '', html: null, settled_at: now, lease_until: null })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('attempts', '=', attempts)
      .execute();
  },

  async retryAt(id: number, attempts: number, dueAt: Date, unreachable: boolean): Promise<void> {
    await db
      .updateTable('mail')
      .set({ state: 'waiting', due_at: dueAt, unreachable, lease_until: null })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('attempts', '=', attempts)
      .execute();
  },

  /** The mail server answers again, so the mails that did not reach it need not wait longer. */
  async retryUnreachable(now: Date): Promise<void> {
    await db
      .updateTable('mail')
      .set({ due_at: now, unreachable: false })
      .where('state', '=', 'waiting')
      .where('unreachable', '=', true)
      .where('due_at', '>', now)
      .execute();
  },

  async sweep(): Promise<void> {
    await db
      .deleteFrom('mail')
      .where('settled_at', '<', sql<Date>`now() - make_interval(days => ${SETTLED_KEPT_DAYS})`)
      .execute();
  },
});
