import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { Trx, type ModuleDb } from './db.ts';
import type { DB } from './db-types.ts';
import { inParts } from './statements/in-parts.ts';
import { refuseBareFen } from './money/sealed.ts';

/** An event is a value that other modules import. Its type parameter is the payload. There is no central list of events. */
export interface EventKind<D> {
  readonly name: string;
  readonly __data?: D;
}

export function defineEvent<D>(name: `${string}.${string}`): EventKind<D> {
  defined.add(name);
  return { name };
}

const defined = new Set<string>();
/** The names of the events of all loaded modules. A test compares them with their texts in the action log. */
export const definedEvents = (): readonly string[] => [...defined];

/** The content of an event. Its form is the same for every event, so the action log needs no knowledge of any of them. */
export interface Happening<D = unknown> {
  readonly actor: Actor;
  readonly target: { readonly kind: string; readonly id: number | null; readonly name: string };
  readonly projectId?: number | null;
  /** Values before and after a change, for the action log. Never secrets. An amount is an `Amount` (decision 0016). */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  /** Data that listeners need, so that they need no further query. Must survive JSON. */
  readonly data: D;
}

type Listener = (trx: Trx, happening: Happening<never>) => Promise<void>;
const DONE_KEPT_DAYS = 7;

/** Sees the happenings of one event, all of one enterprise. */
type Witness = (trx: Trx, event: string, happenings: readonly Happening[]) => Promise<void>;

type When = 'in-transaction' | 'after-commit';

/**
 * Effects on other domains. `in-transaction` listeners run in the transaction of the emitter.
 * `after-commit` listeners run later, from an outbox row of that transaction. A crash loses nothing, and their database effects happen
 * exactly once.
 * All listeners of one event share one transaction. When one fails, all are rolled back and retried.
 */
export class Bus {
  readonly #listeners = new Map<string, { when: When; run: Listener }[]>();
  readonly #witnesses: Witness[] = [];
  readonly #outbox: ModuleDb<Pick<DB, 'outbox'>>;
  readonly #wake: () => void;

  constructor(outbox: ModuleDb<Pick<DB, 'outbox'>>, wake: () => void) {
    this.#outbox = outbox;
    this.#wake = wake;
  }

  on<D>(event: EventKind<D>, when: When, run: (trx: Trx, happening: Happening<D>) => Promise<void>): void {
    const known = this.#listeners.get(event.name) ?? [];
    this.#listeners.set(event.name, [...known, { when, run: run as Listener }]);
  }

  /** Runs for every event inside its transaction (the action log). */
  onEvery(run: Witness): void {
    this.#witnesses.push(run);
  }

  /** Throws for a figure of money that is no `Amount`. */
  emit<D>(trx: Trx, event: EventKind<D>, happening: Happening<D>): Promise<void> {
    return this.emitMany(trx, event, [happening]);
  }

  /** Emits one event for each of many records, for an import. The rows of log and outbox are written together. */
  async emitMany<D>(trx: Trx, event: EventKind<D>, happenings: readonly Happening<D>[]): Promise<void> {
    if (happenings.length === 0) return;
    for (const { before, after, data } of happenings) refuseBareFen({ before, after, data });
    for (const witness of this.#witnesses) await witness(trx, event.name, happenings);
    const listeners = this.#listeners.get(event.name) ?? [];
    for (const happening of happenings)
      for (const listener of listeners)
        if (listener.when === 'in-transaction') await listener.run(trx, happening as Happening<never>);
    if (!listeners.some((listener) => listener.when === 'after-commit')) return;
    const rows = happenings.map((happening) => ({
      enterprise_id: happening.actor.enterpriseId,
      event: event.name,
      happening: JSON.stringify(happening),
    }));
    for (const some of inParts(rows)) await this.#outbox.within(trx).insertInto('outbox').values(some).execute();
    trx.afterCommit(this.#wake);
  }

  /**
   * Deletes delivered rows after a week; until then they help to analyse errors. Undelivered rows stay. A listener that always fails is a
   * programming error: it is retried every hour and logged.
   */
  async sweep(): Promise<void> {
    await this.#outbox.read
      .deleteFrom('outbox')
      .where('done_at', '<', sql<Date>`now() - make_interval(days => ${DONE_KEPT_DAYS})`)
      .execute();
  }

  /** Runs the after-commit listeners of one outbox row inside `trx`. For the dispatcher only. */
  async deliver(trx: Trx, event: string, happening: Happening): Promise<void> {
    for (const listener of this.#listeners.get(event) ?? []) {
      if (listener.when === 'after-commit') await listener.run(trx, happening as Happening<never>);
    }
  }
}

const BACKOFF_SECONDS = [1, 5, 30, 120, 600, 3600];

/** Takes outbox rows and runs their listeners. Several processes may do so at once (SKIP LOCKED). */
export class OutboxDispatcher {
  readonly #transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  readonly #outbox: ModuleDb<Pick<DB, 'outbox'>>;
  readonly #bus: () => Bus;
  readonly #onError: (error: unknown, event: string, attempts: number) => void;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(parts: {
    transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
    outbox: ModuleDb<Pick<DB, 'outbox'>>;
    bus: () => Bus;
    /** `attempts`: number of attempts so far. */
    onError: (error: unknown, event: string, attempts: number) => void;
  }) {
    this.#transaction = parts.transaction;
    this.#outbox = parts.outbox;
    this.#bus = parts.bus;
    this.#onError = parts.onError;
  }

  /** Starts a run if none is active. Cheap to call often. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#drain().finally(() => {
      this.#running = null;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  /** Waits for the current row and takes no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    await this.#running;
  }

  async #drain(): Promise<void> {
    try {
      while (!this.#stopped && (await this.#one())) {
        /* runs until no row is due */
      }
    } catch (error) {
      this.#onError(error, 'outbox', 0); // the database is unreachable: the next wake or the poll retries
    }
  }

  async #one(): Promise<boolean> {
    let taken: { enterprise_id: number; id: number; event: string; attempts: number } | undefined;
    try {
      return await this.#transaction(async (trx) => {
        const outbox = this.#outbox.within(trx);
        const row = await outbox
          .selectFrom('outbox')
          .select(['enterprise_id', 'id', 'event', 'happening', 'attempts'])
          .where('done_at', 'is', null)
          .where('due_at', '<=', sql<Date>`now()`)
          .orderBy('due_at')
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!row) return false;
        taken = row;
        await this.#bus().deliver(trx, row.event, row.happening as unknown as Happening);
        await outbox
          .updateTable('outbox')
          .set({ done_at: sql`now()` })
          .where('enterprise_id', '=', row.enterprise_id)
          .where('id', '=', row.id)
          .execute();
        return true;
      });
    } catch (error) {
      if (!taken) throw error;
      this.#onError(error, taken.event, taken.attempts + 1);
      const wait = BACKOFF_SECONDS[Math.min(taken.attempts, BACKOFF_SECONDS.length - 1)] ?? 3600;
      const { enterprise_id, id, attempts } = taken;
      await this.#outbox.read
        .updateTable('outbox')
        .set({ attempts: attempts + 1, due_at: sql`now() + make_interval(secs => ${wait})` })
        .where('enterprise_id', '=', enterprise_id)
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .execute();
      return true;
    }
  }
}
