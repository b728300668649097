import { setTimeout as wait } from 'node:timers/promises';
import type { Lock, Locker } from '@tus/server';
import { randomToken } from '../crypto.ts';
import type { Log } from '../log.ts';

/** The storage of leases: the database, so that every process of the installation sees them. Its clock counts `seconds`. */
export interface LeaseTable {
  /** 'taken': the lease was free or expired, and `holder` has it now. 'gone': the upload does not exist (any more). */
  take(id: string, holder: string, seconds: number): Promise<'taken' | 'held' | 'gone'>;
  /** Renews the own lease. 'wanted': another request waits for it. 'lost': the holder does not have it any more. */
  keep(id: string, holder: string, seconds: number): Promise<'kept' | 'wanted' | 'lost'>;
  want(id: string): Promise<void>;
  free(id: string, holder: string): Promise<void>;
}

const LEASE_SECONDS = 8;
const KEEP_EVERY_MS = 1000;
const ASK_EVERY_MS = 100;
/** Longer than a lease, so that a request that waits for a dead process gets the lease and is not refused. */
const WAIT_MS = 10_000;

/** Another request writes this upload; clients retry. */
export const LOCKED = { status_code: 423, body: 'locked' } as const;

/** The upload does not exist, so a retry is useless. */
export const GONE = { status_code: 404, body: 'gone' } as const;

/**
 * One writer per upload over all processes. A lease needs no database connection of its own and works through a pooler. The lease of a dead
 * or frozen process expires after 8 s.
 * A request that wants an upload in use (a client that reconnects) asks for the lease. The writer is notified and stops within a second.
 */
export class LeaseLocker implements Locker {
  readonly #table: LeaseTable;
  readonly #log: Log;
  readonly #held = new Map<string, () => void>();
  readonly #writing = new Set<() => void>();

  constructor(table: LeaseTable, log: Log) {
    this.#table = table;
    this.#log = log;
  }

  newLock(id: string): Lock {
    const holder = randomToken(12);
    let stopKeeping: (() => void) | null = null;
    return {
      lock: async (signal, giveWay) => {
        await this.#take(id, holder, signal);
        const ask = (): void => void giveWay();
        this.#held.set(id, ask);
        this.#writing.add(ask);
        const keeper = this.#keepAlive(id, holder, ask);
        stopKeeping = () => {
          clearInterval(keeper);
          this.#writing.delete(ask);
          if (this.#held.get(id) === ask) this.#held.delete(id);
        };
      },
      unlock: async () => {
        stopKeeping?.();
        // A lease that cannot be released expires. The work of the caller is done in either case.
        await this.#table.free(id, holder).catch((error: unknown) => this.#log.warn({ err: error }, 'lease not freed'));
      },
    };
  }

  /**
   * Runs `work` with exclusive access to the upload, and does not give the lease to others meanwhile. Throws LOCKED after 10 s of waiting,
   * GONE at once.
   */
  async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    const lock = this.newLock(id);
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      return await work();
    } finally {
      await lock.unlock();
    }
  }

  /** Stops every writer of this process at shutdown. Clients resume later at the same offset. */
  releaseAll(): void {
    for (const ask of this.#writing) ask();
  }

  async #take(id: string, holder: string, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const state = await this.#table.take(id, holder, LEASE_SECONDS);
      if (state === 'taken') return;
      if (state === 'gone') throw GONE;
      if (signal.aborted || Date.now() > deadline) throw LOCKED;
      this.#held.get(id)?.();
      await this.#table.want(id);
      await wait(ASK_EVERY_MS);
    }
  }

  #keepAlive(id: string, holder: string, giveWay: () => void): NodeJS.Timeout {
    let until = Date.now() + LEASE_SECONDS * 1000;
    const keep = async (): Promise<void> => {
      try {
        const state = await this.#table.keep(id, holder, LEASE_SECONDS);
        if (state === 'lost') giveWay();
        else until = Date.now() + LEASE_SECONDS * 1000;
        if (state === 'wanted') giveWay();
      } catch (error) {
        this.#log.warn({ err: error }, 'lease not prolonged');
        if (Date.now() > until) giveWay(); // another process may write already
      }
    };
    const timer = setInterval(() => void keep(), KEEP_EVERY_MS);
    timer.unref();
    return timer;
  }
}
