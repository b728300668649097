import { sql, type Kysely } from 'kysely';
import { CODE } from '@prdm/contract/limits';
import type { CodeType } from '@prdm/contract/identity/recovery';
import type { DB } from '../../../platform/db-types.ts';

export type CodeTables = Pick<DB, 'verify_code' | 'verify_code_secret'>;

/** The purpose and the owner of a code. There is one code for each. */
export interface CodeOf {
  readonly type: CodeType;
  /** Lower case. */
  readonly address: string;
  /** 0 before sign-in. */
  readonly userId: number;
}

export const codesRepo = (db: Kysely<CodeTables>) => {
  const at = ({ type, address, userId }: CodeOf) =>
    sql`type = ${type} and address = ${address} and user_id = ${userId}::bigint`;
  const isUsable = sql`used_at is null and expires_at > now() and tries < ${CODE.tries}::int`;
  return {
    /** Replaces the code. Returns false while the present one is younger than the pause between two codes. */
    async place(of: CodeOf, email: string, mac: Buffer): Promise<boolean> {
      const { rows } = await sql`
        insert into verify_code as v (type, address, user_id, email, mac, expires_at)
        values (${of.type}, ${of.address}, ${of.userId}, ${email}, ${mac}, now() + make_interval(secs => ${CODE.seconds}))
        on conflict (type, address, user_id) do update set
          email = excluded.email, mac = excluded.mac, tries = 0, created_at = now(), expires_at = excluded.expires_at,
          used_at = null
        where v.created_at <= now() - make_interval(secs => ${CODE.resendSeconds})
        returning 1`.execute(db);
      return rows.length > 0;
    },

    /** Seconds until a code may be replaced; 0 when it may. */
    async pauseLeft(of: CodeOf): Promise<number> {
      const { rows } = await sql<{ seconds: number }>`
        select ceil(extract(epoch from created_at - now()) + ${CODE.resendSeconds})::int as seconds
        from verify_code where ${at(of)}`.execute(db);
      return Math.max(0, rows[0]?.seconds ?? 0);
    },

    /**
     * Compares a code and counts it when it is wrong, in one statement: parallel tries never exceed the limit. Returns
     * undefined when no code could be compared.
     */
    async compare(of: CodeOf, mac: Buffer): Promise<boolean | undefined> {
      const { rows } = await sql<{ right: boolean }>`
        update verify_code set tries = tries + (mac <> ${mac})::int where ${at(of)} and ${isUsable}
        returning mac = ${mac} as right`.execute(db);
      return rows[0]?.right;
    },

    /** Uses the code up: exactly one of several parallel calls succeeds. */
    async useUp(of: CodeOf, mac: Buffer): Promise<boolean> {
      const { rows } = await sql`
        update verify_code set used_at = now() where ${at(of)} and mac = ${mac} and ${isUsable} returning 1`.execute(
        db,
      );
      return rows.length > 0;
    },

    state: async (of: CodeOf): Promise<{ isExpired: boolean; isSpent: boolean; isDead: boolean } | undefined> =>
      (
        await sql<{ isExpired: boolean; isSpent: boolean; isDead: boolean }>`
          select expires_at <= now() as "isExpired", used_at is not null as "isSpent", tries >= ${CODE.tries}::int as "isDead"
          from verify_code where ${at(of)}`.execute(db)
      ).rows[0],

    /** The address of the newest live code of a user, or null. */
    async pendingEmail(type: CodeType, userId: number): Promise<string | null> {
      const { rows } = await sql<{ email: string }>`
        select email from verify_code where user_id = ${userId} and type = ${type} and ${isUsable}
        order by created_at desc limit 1`.execute(db);
      return rows[0]?.email ?? null;
    },

    /**
     * Ends the codes that a user requested while signed in, and the codes for a new password that were sent to the
     * user's address. A row stays, so that the pause between two codes stays too.
     */
    async endOf(userId: number, address: string): Promise<void> {
      await sql`
        update verify_code set used_at = now()
        where used_at is null and (user_id = ${userId} or (type = 'forget' and address = ${address} and user_id = 0))`.execute(
        db,
      );
    },

    async sweep(): Promise<void> {
      await db
        .deleteFrom('verify_code')
        .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
    },

    async secret(): Promise<Buffer | null> {
      return (await db.selectFrom('verify_code_secret').select('value').executeTakeFirst())?.value ?? null;
    },

    /** When several processes create the secret at the same time, the first one stays. */
    async addSecret(value: Buffer): Promise<void> {
      await db
        .insertInto('verify_code_secret')
        .values({ value })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
};
