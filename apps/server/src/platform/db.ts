import pg from 'pg';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { DB } from './db-types.ts';
import type { Log } from './log.ts';
import { NamingClient } from './prepared.ts';

/* Integers beyond 2^53 would silently lose digits, so they stop the call; dates stay text (a Date would shift with the machine's zone). */
const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
};
pg.types.setTypeParser(20, safeInteger);
/* int8[]: never nested and never null inside in our tables */
pg.types.setTypeParser(1016 as number, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger),
);
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(1700, (text) => text);

/** One running transaction. Opaque to the domains: each turns it into a view of its own tables with `Lent.within`. */
export class Trx {
  readonly #kysely: Transaction<DB>;
  readonly #after: (() => void)[] = [];
  constructor(kysely: Transaction<DB>) {
    this.#kysely = kysely;
  }
  /** Runs when, and only when, the transaction has been committed. For waking others up; work that must not be lost goes to the outbox. */
  afterCommit(wake: () => void): void {
    this.#after.push(wake);
  }
  /** For the platform alone. */
  static open(trx: Trx): Transaction<DB> {
    return trx.#kysely;
  }
  static committed(trx: Trx): void {
    for (const wake of trx.#after) wake();
  }
}

/** A module's view of the database: only the tables it was lent. */
export interface Lent<Tables> {
  readonly read: Kysely<Tables>;
  within(trx: Trx): Kysely<Tables>;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<DB>;
  /** Runs `work` in one transaction; deadlocks and serialisation failures are tried again (at most 3 times). */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Cuts a slice of the tables for one module. The cast is the one place where the types are told what is true:
 * Kysely is invariant in its tables, and a slice of a database is that database.
 */
export const lend = <K extends keyof DB>(db: Database, ..._tables: K[]): Lent<Pick<DB, K>> => ({
  read: db.kysely as unknown as Kysely<Pick<DB, K>>,
  within: (trx) => Trx.open(trx) as unknown as Kysely<Pick<DB, K>>,
});

/** A serialisation failure, a deadlock: tried again at once. */
const RETRIED = new Set(['40001', '40P01']);
/** Nobody is kept waiting longer for somebody else's lock than a person waits, and not until the whole statement's time is over. */
const LOCK_MS = 10_000;
const STATEMENT_MS = 15_000;
const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

/** Waited too long for somebody's lock, took too long: to be tried again by whoever asked. */
export const stoodInLine = (error: unknown): boolean => ['55P03', '57014'].includes(sqlState(error) ?? '');

/**
 * Whether the database could not be reached, or others stood in the way each time it was tried: such a call is answered 503 and may be
 * tried again. It had no effect, but for one case that cannot be told from the others: a connection that dies while the commit is
 * under way leaves open whether the change was made. Who tries again then does it a second time, unless a version, a state or a unique
 * name refuses that.
 */
export const isOutage = (error: unknown): boolean => {
  const state = sqlState(error);
  if (stoodInLine(error) || (state !== undefined && RETRIED.has(state))) return true;
  if (state !== undefined && /^(57P0[123]|53300|08\w\w\w|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(state))
    return true;
  return (
    error instanceof Error &&
    /Connection terminated|connection timeout|Client has encountered a connection error|timeout exceeded when trying to connect/i.test(
      error.message,
    )
  );
};

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  sqlState(error) === '23505' &&
  (constraint === undefined ||
    (typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint));

/** `prepare: false` behind a pooler, where a connection's prepared statements belong to somebody else a moment later. */
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
  // A connection in use that dies between two queries emits 'error' on the client, not on the pool: unheard it would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  );
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

  const once = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
    let running: Trx | undefined;
    const result = await kysely.transaction().execute((transaction) => {
      running = new Trx(transaction);
      return work(running);
    });
    if (running) Trx.committed(running);
    return result;
  };

  return {
    pool,
    kysely,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt > 3 || !RETRIED.has(sqlState(error) ?? '')) throw error;
          await new Promise((resolve) => setTimeout(resolve, attempt * 10 + Math.random() * 40));
        }
      }
    },
    async close() {
      await kysely.destroy();
    },
  };
}

/** Without these an acknowledged write may be lost (safety.md R03), so the program refuses to serve; the message names all that are off. */
export async function assertDurable(db: Database): Promise<void> {
  const off: string[] = [];
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db.kysely);
    if (rows[0]?.value !== 'on') off.push(`${name}=${rows[0]?.value}`);
  }
  if (off.length > 0)
    throw new Error(`the database runs with ${off.join(', ')}; each must be on, or acknowledged work can be lost`);
}
