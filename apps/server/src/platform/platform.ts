import type { Clock } from './clock.ts';
import { Bus, OutboxDispatcher } from './bus.ts';
import { sliceDb, openDatabase, type Database } from './db.ts';
import { Uses } from './entity/uses.ts';
import { NameCache } from './name-cache.ts';
import { Jobs } from './jobs.ts';
import { Live } from './live.ts';
import type { Log } from './log.ts';
import { Mail } from './mail/mail.ts';
import { smtpDelivery, smtpOf } from './mail/smtp.ts';
import { Disk } from './machine/disk.ts';
import { Repeats } from './repeats/repeated-call.ts';
import { Signals } from './signals.ts';
import { DiskBlobStore, type BlobStore } from './storage.ts';

/** Dependencies of every module. The platform knows no domain. */
export interface Platform {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly storage: BlobStore;
  /** The disk of the data folder. */
  readonly disk: Disk;
  readonly clock: Clock;
  readonly nameCache: NameCache;
  /** References to entries. The owner of the referring table registers them. */
  readonly uses: Uses;
  /** Stored answers of calls with an Idempotency-Key. */
  readonly repeats: Repeats;
  readonly log: Log;
  readonly dataDir: string;
  /** Sets the filter of users who may get the messages of a project. The module of the members sets it. */
  setMembersAmong(f: MembersAmong): void;
  startWorker(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A delivery that failed this often will not recover without an administrator, so it is logged as an error. */
const STUBBORN = 6;

export type MembersAmong = (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;

export function createPlatform(options: {
  databaseUrl: string;
  directUrl: string;
  dataDir: string;
  clock: Clock;
  log: Log;
  poolMax?: number;
  /** The setting SMTP_URL; without it no mail is sent. */
  smtpUrl?: string | undefined;
}): Platform {
  const { log, clock, dataDir } = options;
  const db = openDatabase(options.databaseUrl, log, {
    max: options.poolMax,
    // A separate direct address means that the other address leads through a pooler.
    prepare: options.directUrl === options.databaseUrl,
  });
  const signals = new Signals(options.directUrl, db.pool, log);
  const outbox = sliceDb(db, 'outbox');
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
    tables: sliceDb(db, 'live_message'),
    wake: () => signals.send('live'),
    membersAmong: (enterpriseId, projectId, users) => membersAmong(enterpriseId, projectId, users),
    log,
  });
  const jobs = new Jobs(options.directUrl, log);
  const mail = new Mail({
    tables: sliceDb(db, 'mail'),
    jobs,
    clock,
    log,
    deliver: options.smtpUrl === undefined ? null : smtpDelivery(smtpOf(options.smtpUrl)),
  });
  signals.on('live', () => live.wake());

  return {
    db,
    bus,
    live,
    jobs,
    mail,
    clock,
    nameCache: new NameCache(),
    uses: new Uses(),
    repeats: new Repeats(db),
    log,
    dataDir,
    storage: new DiskBlobStore(`${dataDir}/blobs`),
    disk: new Disk(dataDir),
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
