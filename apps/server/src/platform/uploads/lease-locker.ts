import { setTimeout as wait } from 'node:timers/promises';
import type { Lock, Locker } from '@tus/server';
import { randomToken } from '../crypto.ts';
import type { Log } from '../log.ts';

/** Where leases are kept: in the database, so that any process of the installation sees them. `seconds` is counted by its clock. */
export interface LeaseTable {
  /** 'taken' when nobody held the lease or its time was over: `holder` has it now. 'gone': there is no such upload (any more). */
  take(id: string, holder: string, seconds: number): Promise<'taken' | 'held' | 'gone'>;
  /** Prolongs the own lease. 'wanted': another waits for it. 'lost': it is no longer the holder's. */
  keep(id: string, holder: string, seconds: number): Promise<'kept' | 'wanted' | 'lost'>;
  want(id: string): Promise<void>;
  free(id: string, holder: string): Promise<void>;
}

const LEASE_SECONDS = 8;
const KEEP_EVERY_MS = 1000;
const ASK_EVERY_MS = 100;
/** Longer than a lease, so that whoever waits for a process that died gets its turn and is not sent away. */
const WAIT_MS = 10_000;

/** The upload is in other hands for now; clients try again. */
export const LOCKED = { status_code: 423, body: 'locked' } as const;

/** There is nothing to wait for. */
export const GONE = { status_code: 404, body: 'gone' } as const;

/**
 * One writer per upload over all processes. A lease instead of a lock held by a connection: it needs no connection of its own,
 * works through a pooler, and that of a dead process or a frozen one ends by itself after 8 s. Whoever wants an upload that is
 * being written asks for it (a client that lost its line and comes back): the writer is told and stops within a second.
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
        // A lease that cannot be given back ends by itself; the caller's own work is done either way.
        await this.#table.free(id, holder).catch((error: unknown) => this.#log.warn({ err: error }, 'lease not freed'));
      },
    };
  }

  /** Runs `work` as the only one who touches the upload, and gives way to nobody meanwhile. Throws LOCKED after 10 s of waiting, GONE at once. */
  async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    const lock = this.newLock(id);
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      return await work();
    } finally {
      await lock.unlock();
    }
  }

  /** Asks every writer of this process to stop: the program is going down, and clients go on where they were afterwards. */
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
        if (Date.now() > until) giveWay(); // another may be writing by now
      }
    };
    const timer = setInterval(() => void keep(), KEEP_EVERY_MS);
    timer.unref();
    return timer;
  }
}
