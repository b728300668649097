import { sql } from 'kysely';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { DB } from '../../platform/db-types.ts';
import { fail } from '../../platform/errors.ts';
import type { TryLimit } from './identity.rules.ts';

/** The counters of one attempt: each limit with the subject that it counts. */
export type TrySubjects = readonly { limit: TryLimit; subject: string }[];

export interface Admission {
  /** The attempt failed: it counts, and at the limit the subject is blocked. `record` runs in the same transaction. */
  wrong(record?: (trx: Trx) => Promise<void>): Promise<void>;
  /** The attempt succeeded: the counter of account and address is reset; the wider counters stay. */
  right(): Promise<void>;
}

const WAIT_MS = 40;
const PATIENCE_MS = 5000;

/**
 * Counts attempts in the database, so that all processes share one budget. An attempt reserves its place before the
 * password is compared. So parallel guesses never exceed the limit. A successful attempt gives its place back, so
 * many users can sign in together from one address.
 */
export class Throttle {
  readonly #db: Database;
  readonly #tables: ModuleDb<Pick<DB, 'failed_try'>>;

  constructor(db: Database, tables: ModuleDb<Pick<DB, 'failed_try'>>) {
    this.#db = db;
    this.#tables = tables;
  }

  /** Reserves a place in every counter, or throws 1007 with the seconds to wait. */
  async admit(subjects: TrySubjects): Promise<Admission> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const refused = await this.#take(subjects);
      if (refused === null) break;
      const seconds = await this.#blockedFor(refused.limit, refused.subject);
      if (seconds > 0) throw fail.tooManyTries(seconds);
      if (Date.now() > giveUpAt) throw fail.tooManyTries(5);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS + Math.random() * WAIT_MS));
    }
    return {
      wrong: (record) => this.#settle(subjects, true, record),
      right: () => this.#settle(subjects, false),
    };
  }

  /** The caller proved to own the account: its failed attempts no longer count. Those of the whole address do. */
  async forgive(trx: Trx, subjects: TrySubjects): Promise<void> {
    for (const { limit, subject } of subjects) {
      if (limit.scope === 'login_address') continue;
      await this.#tables
        .within(trx)
        .updateTable('failed_try')
        .set({ tries: 0, blocked_until: null })
        .where('scope', '=', limit.scope)
        .where('subject', '=', subject)
        .execute();
    }
  }

  /** Deletes counters older than the longest window. */
  async sweep(): Promise<void> {
    await this.#tables.read
      .deleteFrom('failed_try')
      .where('window_from', '<', sql<Date>`now() - interval '2 hours'`)
      .where((eb) => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '<', sql<Date>`now()`)]))
      .execute();
  }

  /** A refused call keeps its attempts counted. */
  #apart(work: (trx: Trx) => Promise<void>): Promise<void> {
    return this.#db.transaction(work, { apart: true });
  }

  async #take(subjects: TrySubjects): Promise<TrySubjects[number] | null> {
    class Full extends Error {}
    let refused: TrySubjects[number] | null = null;
    try {
      await this.#apart(async (trx) => {
        for (const entry of subjects) {
          if (await this.#takeOne(trx, entry)) continue;
          refused = entry;
          throw new Full();
        }
      });
    } catch (error) {
      if (!(error instanceof Full)) throw error;
    }
    return refused;
  }

  async #takeOne(trx: Trx, { limit, subject }: TrySubjects[number]): Promise<boolean> {
    const { rows } = await sql<{ tries: number }>`
      insert into failed_try as t (scope, subject, window_from, tries, in_flight, flight_at)
      values (${limit.scope}, ${subject}, now(), 0, 1, now())
      on conflict (scope, subject) do update set
        window_from = case when t.window_from < now() - make_interval(secs => ${limit.windowSeconds}) then now() else t.window_from end,
        tries = case when t.window_from < now() - make_interval(secs => ${limit.windowSeconds}) then 0 else t.tries end,
        in_flight = case when t.flight_at < now() - interval '30 seconds' then 1 else t.in_flight + 1 end,
        flight_at = now(),
        blocked_until = null
      where (t.blocked_until is null or t.blocked_until <= now())
        and (case when t.window_from < now() - make_interval(secs => ${limit.windowSeconds}) then 0 else t.tries end)
          + (case when t.flight_at < now() - interval '30 seconds' then 0 else t.in_flight end) < ${limit.limit}
      returning tries`.execute(this.#tables.within(trx));
    return rows.length > 0;
  }

  async #settle(subjects: TrySubjects, wrong: boolean, record?: (trx: Trx) => Promise<void>): Promise<void> {
    await this.#apart(async (trx) => {
      await record?.(trx);
      for (const { limit, subject } of subjects) {
        const forgiven = !wrong && limit.scope === 'login_pair';
        await sql`
          update failed_try set
            in_flight = greatest(in_flight - 1, 0),
            tries = case when ${forgiven} then 0 when ${wrong} then tries + 1 else tries end,
            blocked_until = case when ${wrong} and tries + 1 >= ${limit.limit} then now() + make_interval(secs => ${limit.blockSeconds}) else blocked_until end
          where scope = ${limit.scope} and subject = ${subject}`.execute(this.#tables.within(trx));
      }
    });
  }

  async #blockedFor(limit: TryLimit, subject: string): Promise<number> {
    const row = await this.#tables.read
      .selectFrom('failed_try')
      .select(sql<number>`ceil(extract(epoch from blocked_until - now()))::int`.as('seconds'))
      .where('scope', '=', limit.scope)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return Math.max(0, row?.seconds ?? 0);
  }
}
