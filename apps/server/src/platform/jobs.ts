import { PgBoss, type JobWithMetadata, type SendOptions } from 'pg-boss';
import { CompiledQuery } from 'kysely';
import { Trx } from './db.ts';
import type { Log } from './log.ts';

/** A queue of background work. The handler must be safe to run again: its process may end in the middle. */
export interface JobKind<D extends object> {
  readonly name: string;
  /** After this long without a heartbeat another process takes the job. */
  readonly heartbeatSeconds?: number;
  readonly expireSeconds?: number;
  readonly retries?: number;
  readonly __data?: D;
}

export const defineJob = <D extends object>(kind: JobKind<D>): JobKind<D> => kind;

/**
 * Poll interval of an idle worker. NOTIFY announces new work, so polling finds only jobs that became due without one (a retry, a scheduled
 * job, a lost NOTIFY). Without a LISTEN connection the interval is 2 s.
 */
const POLLING = {
  batchSize: 1,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 30,
  includeMetadata: true,
} as const;
/** Timers are few, and the run of a killed process must be found soon. */
const TIMER_POLLING = { ...POLLING, notifyPollingIntervalSeconds: 5 } as const;

/** A process looks this often for jobs whose process has ended. With the heartbeat of a kind it decides how late they are taken over. */
const SUPERVISE_SECONDS = 10;

/** The jobs of a closed enterprise are looked at again after this time. */
const CLOSED_SECONDS = 600;

/** The options of a job, so that its copy behaves like it. The retries that it has used stay used. */
const optionsOf = (job: JobWithMetadata<object>): SendOptions => ({
  priority: job.priority,
  retryLimit: Math.max(0, job.retryLimit - job.retryCount),
  retryDelay: job.retryDelay,
  retryBackoff: job.retryBackoff,
  expireInSeconds: job.expireInSeconds,
  deleteAfterSeconds: job.deleteAfterSeconds,
  ...(job.retryDelayMax ? { retryDelayMax: job.retryDelayMax } : {}),
  ...(job.heartbeatSeconds ? { heartbeatSeconds: job.heartbeatSeconds } : {}),
  ...(job.singletonKey ? { singletonKey: job.singletonKey } : {}),
  ...(job.deadLetter ? { deadLetter: job.deadLetter } : {}),
});

/** Background work on PostgreSQL through pg-boss. A job is enqueued in the caller's transaction, and any worker process may run it. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  #started = false;
  #isOpen: (enterpriseId: number) => Promise<boolean> = () => Promise.resolve(true);

  constructor(url: string, log: Log) {
    this.#log = log;
    this.#boss = new PgBoss({
      connectionString: url,
      application_name: 'prdm-jobs',
      schema: 'pgboss',
      max: 4,
      useListenNotify: true,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    this.#boss.on('error', (error) => this.#log.warn({ err: error }, 'job queue'));
  }

  /** Sets the rule whether the jobs of an enterprise run. The jobs of a closed one wait. */
  setGate(isOpen: (enterpriseId: number) => Promise<boolean>): void {
    this.#isOpen = isOpen;
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
      // createQueue does not change an existing queue. updateQueue applies the present settings to future jobs.
      await this.#boss.updateQueue(kind.name, { ...options, heartbeatSeconds: kind.heartbeatSeconds ?? null });
    }
  }

  /** Enqueues in the transaction of the change: both are stored or neither. */
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

  /** Jobs of a kind that have not ended: waiting, waiting for a retry, or running. */
  async unfinished<D extends object>(kind: JobKind<D>): Promise<D[]> {
    const jobs = await this.#boss.findJobs<D>(kind.name);
    return jobs
      .filter(({ state }) => state === 'created' || state === 'retry' || state === 'active')
      .map(({ data }) => data);
  }

  async work<D extends object>(
    kind: JobKind<D>,
    handler: (data: D, signal: AbortSignal) => Promise<void>,
    polling: typeof POLLING | typeof TIMER_POLLING = POLLING,
  ): Promise<void> {
    const worker: Promise<string> = this.#boss.work<D, unknown, typeof polling>(
      kind.name,
      polling,
      async (jobs: JobWithMetadata<D>[]) => {
        // pg-boss sleeps after each job, even when the queue is not empty. notifyWorker makes it fetch the next one at once.
        this.#boss.notifyWorker(await worker);
        for (const job of jobs) {
          this.#log.debug({ job: kind.name, id: job.id }, 'job begins');
          // The scheduler of pg-boss stores no data, and a job without data comes with null.
          const data = (job.data as D | null) ?? ({} as D);
          try {
            if (await this.#waits(data)) {
              await this.#boss.send(kind.name, data, { ...optionsOf(job), startAfter: CLOSED_SECONDS });
              continue;
            }
            await handler(data, job.signal);
          } catch (error) {
            // pg-boss retries or gives up, and does not log the reason.
            this.#log.error({ err: error, job: kind.name, id: job.id }, 'a job failed');
            throw error;
          }
        }
      },
    );
    await worker;
  }

  /** Whether the job belongs to a closed enterprise: by its own `enterpriseId`, or by that of its actor. A timer has no data. */
  async #waits(data: { enterpriseId?: unknown; actor?: { enterpriseId?: unknown } } | null): Promise<boolean> {
    const enterpriseId = data?.enterpriseId ?? data?.actor?.enterpriseId;
    return typeof enterpriseId === 'number' && !(await this.#isOpen(enterpriseId));
  }

  /** Runs `handler` by a cron expression (UTC), once per tick over all processes. */
  async every(kind: JobKind<Record<string, never>>, cron: string, handler: () => Promise<void>): Promise<void> {
    await this.#boss.schedule(kind.name, cron);
    await this.work(kind, () => handler(), TIMER_POLLING);
  }

  async stop(): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    await this.#boss.stop({ graceful: true, timeout: 5000, close: true });
  }
}
