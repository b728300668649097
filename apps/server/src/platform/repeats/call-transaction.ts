import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type ControlledTransaction, type Kysely } from 'kysely';
import type { DB } from '../db-types.ts';

/** Work inside the transaction, with the registration of effects that follow the commit. */
type Work<T> = (trx: ControlledTransaction<DB>, afterCommit: (wake: () => void) => void) => Promise<T>;

const running = new AsyncLocalStorage<CallTransaction>();

/** The transaction of the running call, or undefined for calls without a key, jobs and timers. */
export const callTransaction = (): CallTransaction | undefined => {
  const call = running.getStore();
  return call?.isEnded === false ? call : undefined;
};

/**
 * One transaction for all changes of a call. The first change begins it, and the end of the call commits it together
 * with the stored answer. Until then, reads of the handler behind its change see the change. A later change of the same
 * call is a savepoint, so its failure leaves the earlier changes as they are.
 */
export class CallTransaction {
  readonly #begin: () => Promise<ControlledTransaction<DB>>;
  readonly #claim: (trx: Kysely<DB>) => Promise<void>;
  #trx: ControlledTransaction<DB> | null = null;
  #after: (() => void)[] = [];
  #isWorking = false;
  #isEnded = false;

  /** `claim` runs first in the transaction. Its error ends the call's work. */
  constructor(begin: () => Promise<ControlledTransaction<DB>>, claim: (trx: Kysely<DB>) => Promise<void>) {
    this.#begin = begin;
    this.#claim = claim;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Whether the call has begun its transaction. A failed first work must have ended it, so that a retry can begin. */
  get isOpen(): boolean {
    return this.#trx !== null;
  }

  /** The connection for reads behind the change, or null before it and while a change works. */
  get reading(): Kysely<DB> | null {
    return this.#isWorking ? null : this.#trx;
  }

  /** Runs the handler. Its transactions join this one. */
  within<T>(handler: () => Promise<T>): Promise<T> {
    return running.run(this, handler);
  }

  /** Runs one change of the call. Changes of one call must not overlap, because they share the connection. */
  async run<T>(work: Work<T>): Promise<T> {
    if (this.#isWorking) throw new Error('two transactions of one call overlap');
    this.#isWorking = true;
    try {
      return await (this.#trx === null ? this.#first(work) : this.#later(this.#trx, work));
    } finally {
      this.#isWorking = false;
    }
  }

  async #first<T>(work: Work<T>): Promise<T> {
    const trx = await this.#begin();
    this.#trx = trx;
    try {
      await this.#claim(trx);
      return await work(trx, (wake) => this.#after.push(wake));
    } catch (error) {
      await this.#cancel();
      throw error;
    }
  }

  async #later<T>(trx: ControlledTransaction<DB>, work: Work<T>): Promise<T> {
    const after: (() => void)[] = [];
    await sql`savepoint work`.execute(trx);
    try {
      const result = await work(trx, (wake) => after.push(wake));
      await sql`release savepoint work`.execute(trx);
      this.#after.push(...after);
      return result;
    } catch (error) {
      await sql`rollback to savepoint work`.execute(trx);
      throw error;
    }
  }

  /**
   * Commits the changes together with `last`. Returns false if the call changed nothing in a transaction. Effects
   * after the commit run outside the call, because they can start work that outlives it.
   */
  async commit(last: (trx: Kysely<DB>) => Promise<void>): Promise<boolean> {
    const trx = this.#trx;
    if (trx === null) {
      this.#isEnded = true;
      return false;
    }
    await last(trx);
    await trx.commit().execute();
    this.#trx = null;
    this.#isEnded = true;
    running.exit(() => {
      for (const wake of this.#after) wake();
    });
    return true;
  }

  /** Ends the call without an effect. */
  async rollback(): Promise<void> {
    this.#isEnded = true;
    await this.#cancel();
  }

  async #cancel(): Promise<void> {
    const trx = this.#trx;
    this.#trx = null;
    this.#after = [];
    // A lost connection has already ended the transaction. The first error is the one to report.
    await trx
      ?.rollback()
      .execute()
      .catch(() => undefined);
  }
}
