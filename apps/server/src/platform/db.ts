import pg from 'pg';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { DB } from './db-types.ts';
import type { Log } from './log.ts';
import { NamingClient } from './prepared.ts';
import { CallTransaction, callTransaction } from './repeats/call-transaction.ts';

/*
 * Integers beyond 2^53 throw, because they would silently lose digits. Dates stay text, because a Date would shift with the time zone of
 * the machine.
 */
const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
};
pg.types.setTypeParser(20, safeInteger);
/* int8[]: our tables have no nested arrays and no null elements. */
pg.types.setTypeParser(1016 as number, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger),
);
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(1700, (text) => text);

/** A running transaction. A module gets a view of its own tables from it with `ModuleDb.within`. */
export class Trx {
  readonly #kysely: Transaction<DB>;
  readonly #afterCommit: (wake: () => void) => void;
  constructor(kysely: Transaction<DB>, afterCommit: (wake: () => void) => void) {
    this.#kysely = kysely;
    this.#afterCommit = afterCommit;
  }
  /** Runs only after the transaction is committed. For notifications; work that must not be lost goes to the outbox. */
  afterCommit(wake: () => void): void {
    this.#afterCommit(wake);
  }
  /** For the platform only. */
  static open(trx: Trx): Transaction<DB> {
    return trx.#kysely;
  }
}

/** A module's view of the database: only its own tables. */
export interface ModuleDb<Tables> {
  /** Reads committed data. In a call with a key it also sees the call's own change, which commits with its answer. */
  readonly read: Kysely<Tables>;
  within(trx: Trx): Kysely<Tables>;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<DB>;
  /**
   * Runs `work` in one transaction. Retries after deadlocks and serialisation failures, at most 3 times. In a call
   * with a key it joins the transaction of the call, unless it is `apart`: its effect then stays when the call fails.
   */
  transaction<T>(work: (trx: Trx) => Promise<T>, options?: { readonly apart?: boolean }): Promise<T>;
  /** The transaction of a call with a key. `claim` runs first in it. */
  callTransaction(claim: (trx: Kysely<DB>) => Promise<void>): CallTransaction;
  close(): Promise<void>;
}

/** The view of some tables for one module. Kysely is invariant in its tables, so the narrowing needs this one cast. */
export const sliceDb = <K extends keyof DB>(db: Database, ..._tables: K[]): ModuleDb<Pick<DB, K>> => ({
  get read() {
    return (callTransaction()?.reading ?? db.kysely) as unknown as Kysely<Pick<DB, K>>;
  },
  within: (trx) => Trx.open(trx) as unknown as Kysely<Pick<DB, K>>,
});

/** Serialisation failure and deadlock: retried at once. */
const RETRIED = new Set(['40001', '40P01']);
/** Lock timeout: as long as a user waits, and shorter than the statement timeout. */
const LOCK_MS = 10_000;
const STATEMENT_MS = 15_000;
const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

/** A lock timeout or a statement timeout. The caller may retry. */
export const hasTimedOut = (error: unknown): boolean => ['55P03', '57014'].includes(sqlState(error) ?? '');

/**
 * Whether the call failed for a reason that passes: no connection, no resources (SQLSTATE class 53), a timeout, or conflicts in every
 * retry. Such a call answers 503, and the caller may retry.
 * The call had no effect, with one exception that cannot be recognised. A connection that fails during the commit leaves open whether the
 * change was stored. A retry with the same Idempotency-Key does not repeat the change.
 */
export const isOutage = (error: unknown): boolean => {
  const state = sqlState(error);
  if (hasTimedOut(error) || (state !== undefined && RETRIED.has(state))) return true;
  if (state !== undefined && /^(57P0[123]|53\w\w\w|08\w\w\w|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(state))
    return true;
  return (
    error instanceof Error &&
    /Connection terminated|connection timeout|Client has encountered a connection error|timeout exceeded when trying to connect/i.test(
      error.message,
    )
  );
};

const FULL = /could not extend file|No space left on device|Disk quota exceeded/i;

/** The database cannot store another page: SQLSTATE 53100. On some servers a quota has its own state, so the text is matched too. */
export const isDatabaseFull = (error: unknown): boolean =>
  sqlState(error) === '53100' || (error instanceof pg.DatabaseError && FULL.test(error.message));

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  sqlState(error) === '23505' &&
  (constraint === undefined ||
    (typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint));

/** SQLSTATE 23P01: the row overlaps another one. */
export const isExclusionViolation = (error: unknown, constraint: string): boolean =>
  sqlState(error) === '23P01' &&
  typeof error === 'object' &&
  error !== null &&
  'constraint' in error &&
  error.constraint === constraint;

/** `prepare: false` behind a pooler: another client uses the connection's prepared statements next. */
export function openDatabase(
  url: string,
  log: Log,
  options: { max?: number; prepare?: boolean; lockMs?: number } = {},
): Database {
  const pool = new pg.Pool({
    Client: options.prepare === false ? pg.Client : NamingClient,
    connectionString: url,
    max: options.max ?? 16,
    application_name: 'prdm',
    statement_timeout: STATEMENT_MS,
    lock_timeout: options.lockMs ?? LOCK_MS,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // A connection that fails between two queries emits 'error' on the client, not on the pool. Without a listener the process would end.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  );
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

  const once = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
    const after: (() => void)[] = [];
    const result = await kysely
      .transaction()
      .execute((transaction) => work(new Trx(transaction, (wake) => after.push(wake))));
    for (const wake of after) wake();
    return result;
  };

  return {
    pool,
    kysely,
    callTransaction: (claim) => new CallTransaction(() => kysely.startTransaction().execute(), claim),
    async transaction(work, { apart = false } = {}) {
      const call = apart ? undefined : callTransaction();
      const run = () => call?.run((trx, afterCommit) => work(new Trx(trx, afterCommit))) ?? once(work);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await run();
        } catch (error) {
          // An open transaction of the call holds earlier changes, which a retry of this work alone would lose.
          if (attempt > 3 || call?.isOpen || !RETRIED.has(sqlState(error) ?? '')) throw error;
          await new Promise((resolve) => setTimeout(resolve, attempt * 10 + Math.random() * 40));
        }
      }
    },
    async close() {
      await kysely.destroy();
    },
  };
}

/** Throws unless the settings keep committed work safe (safety.md R03). The message names every setting that is off. */
export async function assertDurable(db: Database): Promise<void> {
  const off: string[] = [];
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db.kysely);
    if (rows[0]?.value !== 'on') off.push(`${name}=${rows[0]?.value}`);
  }
  if (off.length > 0)
    throw new Error(`the database runs with ${off.join(', ')}; each must be on, or acknowledged work can be lost`);
}
