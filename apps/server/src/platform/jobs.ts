import { PgBoss, type Job } from 'pg-boss';
import { CompiledQuery } from 'kysely';
import { Trx } from './db.ts';
import type { Log } from './log.ts';

/** A queue of background work. The handler must bear being run again: a process may die in the middle. */
export interface JobKind<D extends object> {
  readonly name: string;
  /** A job whose process went silent for this long is taken over by another. */
  readonly heartbeatSeconds?: number;
  readonly expireSeconds?: number;
  readonly retries?: number;
  readonly __data?: D;
}

export const defineJob = <D extends object>(kind: JobKind<D>): JobKind<D> => kind;

/**
 * How often a worker asks that has nothing to do. New work is announced by NOTIFY, so the question finds only what fell due in silence
 * (a retry, a job of another day, a lost notice); every 2 s only while there is no line to be told on.
 */
const POLLING = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 30 } as const;

/** Background work on PostgreSQL through pg-boss: enqueued in the caller's transaction, worked on by any worker process. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  #started = false;

  constructor(url: string, log: Log) {
    this.#log = log;
    this.#boss = new PgBoss({
      connectionString: url,
      application_name: 'prdm-jobs',
      schema: 'pgboss',
      max: 4,
      useListenNotify: true,
    });
    this.#boss.on('error', (error) => this.#log.warn({ err: error }, 'job queue'));
  }

  async start(kinds: readonly JobKind<object>[]): Promise<void> {
    await this.#boss.start();
    this.#started = true;
    for (const kind of kinds) {
      const options = {
        retryLimit: kind.retries ?? 3,
        retryBackoff: true,
        expireInSeconds: kind.expireSeconds ?? 900,
        notify: true,
      };
      await this.#boss.createQueue(kind.name, options);
      // A queue that is there already keeps what it was made with; what the program says today counts for the jobs to come.
      await this.#boss.updateQueue(kind.name, { ...options, heartbeatSeconds: kind.heartbeatSeconds ?? null });
    }
  }

  /** Enqueues with the change that makes the work needed: both happen or neither. */
  async send<D extends object>(
    trx: Trx,
    kind: JobKind<D>,
    data: D,
    options: { startAfterSeconds?: number } = {},
  ): Promise<void> {
    const kysely = Trx.open(trx);
    await this.#boss.send(kind.name, data, {
      ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
      db: {
        executeSql: async (text, values) => {
          const result = await kysely.executeQuery(CompiledQuery.raw(text, [...(values ?? [])]));
          return { rows: result.rows };
        },
      },
    });
  }

  /** The jobs of a kind that have not ended: waiting, to be tried again, or being worked on. */
  async unfinished<D extends object>(kind: JobKind<D>): Promise<D[]> {
    const jobs = await this.#boss.findJobs<D>(kind.name);
    return jobs
      .filter(({ state }) => state === 'created' || state === 'retry' || state === 'active')
      .map(({ data }) => data);
  }

  async work<D extends object>(
    kind: JobKind<D>,
    handler: (data: D, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const worker: Promise<string> = this.#boss.work<D>(kind.name, POLLING, async (jobs: Job<D>[]) => {
      // Who got a job asks for the next one at once, until there is none: by itself it would sleep after each, with a queue full of work.
      this.#boss.notifyWorker(await worker);
      for (const job of jobs) {
        this.#log.debug({ job: kind.name, id: job.id }, 'job begins');
        try {
          await handler(job.data, job.signal);
        } catch (error) {
          // The queue tries again or gives up, and keeps the reason to itself.
          this.#log.error({ err: error, job: kind.name, id: job.id }, 'a job failed');
          throw error;
        }
      }
    });
    await worker;
  }

  /** Runs `handler` by the calendar (cron words, UTC), once per tick over all processes. */
  async every(kind: JobKind<Record<string, never>>, cron: string, handler: () => Promise<void>): Promise<void> {
    await this.#boss.schedule(kind.name, cron);
    await this.work(kind, () => handler());
  }

  async stop(): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    await this.#boss.stop({ graceful: true, timeout: 5000, close: true });
  }
}
