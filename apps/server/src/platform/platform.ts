import type { Clock } from './clock.ts';
import { Bus, OutboxDispatcher } from './bus.ts';
import { lend, openDatabase, type Database } from './db.ts';
import { Directory } from './directory.ts';
import { Jobs } from './jobs.ts';
import { Live } from './live.ts';
import type { Log } from './log.ts';
import { Signals } from './signals.ts';
import { DiskBlobStore, type BlobStore } from './storage.ts';

/** What every module stands on; knows no domain. */
export interface Platform {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly storage: BlobStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly log: Log;
  readonly dataDir: string;
  /** Who of these people may hear of a project; set by the module that knows members. */
  setMembersAmong(f: MembersAmong): void;
  startWorker(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What failed so often does not mend itself: somebody must look. */
const STUBBORN = 6;

export type MembersAmong = (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;

export function createPlatform(options: {
  databaseUrl: string;
  directUrl: string;
  dataDir: string;
  clock: Clock;
  log: Log;
  poolMax?: number;
}): Platform {
  const { log, clock, dataDir } = options;
  const db = openDatabase(options.databaseUrl, log, {
    max: options.poolMax,
    // A direct address of its own means that the other one leads through a pooler.
    prepare: options.directUrl === options.databaseUrl,
  });
  const signals = new Signals(options.directUrl, db.pool, log);
  const outbox = lend(db, 'outbox');
  const bus: Bus = new Bus(outbox, () => signals.send('outbox'));
  const dispatcher = new OutboxDispatcher({
    transaction: (work) => db.transaction(work),
    outbox,
    bus: () => bus,
    onError: (error, event, attempts) =>
      log[attempts < STUBBORN ? 'warn' : 'error'](
        { err: error, event, attempts },
        'work after a change failed and will be tried again',
      ),
  });
  let membersAmong: MembersAmong = () => Promise.resolve([]);
  const live = new Live({
    tables: lend(db, 'live_message'),
    wake: () => signals.send('live'),
    membersAmong: (enterpriseId, projectId, users) => membersAmong(enterpriseId, projectId, users),
    log,
  });
  const jobs = new Jobs(options.directUrl, log);
  signals.on('live', () => live.wake());

  return {
    db,
    bus,
    live,
    jobs,
    clock,
    directory: new Directory(),
    log,
    dataDir,
    storage: new DiskBlobStore(`${dataDir}/blobs`),
    setMembersAmong(f) {
      membersAmong = f;
    },
    startWorker() {
      signals.on('outbox', () => dispatcher.wake());
      dispatcher.wake();
    },
    async start() {
      await signals.start();
    },
    async stop() {
      await jobs.stop();
      await dispatcher.stop();
      await signals.stop();
      await db.close();
    },
  };
}
