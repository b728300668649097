import type { Clock } from '../../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { NewestSeals, type NewestSeal } from './newest-seals.ts';
import { sealOf } from './seal.ts';
import { sealKey } from './seal-key.ts';
import {
  enterprisesKnown,
  enterprisesWaiting,
  sealsRepo,
  tryLock,
  type SealTables,
  type StoredSeal,
} from './seals.repo.ts';

export interface SealingParts {
  readonly db: Database;
  readonly tables: ModuleDb<SealTables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  /** AUDIT_KEY; without it the key is a file in DATA_DIR. */
  readonly key?: string | undefined;
}

/** Rows of one transaction. */
const BATCH = 2000;
/** Pause between two looks at the queue. Rows are sealed within 10 s (docs/domains/action-log.md). */
const PAUSE_MS = 3000;
const NO_SEAL = Buffer.alloc(0);

/**
 * Seals the rows of the action log in the order in which it finds them. A row waits in a table that its own transaction
 * fills, so neither a gap of ids nor a late commit is skipped, and a write takes no lock.
 */
export class Sealer {
  readonly #parts: SealingParts;
  readonly #newest: NewestSeals;
  #key: Buffer | null = null;
  /** The first turn also writes seals that a crash kept from the file. */
  #isFirst = true;

  constructor(parts: SealingParts) {
    this.#parts = parts;
    this.#newest = new NewestSeals(parts.dataDir);
  }

  /** Seals every waiting row and returns their number. 0 while another process seals. */
  async sealDue(): Promise<number> {
    const { db, tables } = this.#parts;
    let total = 0;
    const due = this.#isFirst ? await enterprisesKnown(tables.read) : await enterprisesWaiting(tables.read);
    for (const enterpriseId of due) {
      let [sealed, after] = [0, 0];
      for (;;) {
        // Behind the last row, because the removed rows of the queue are slow to pass. The next turn begins at the front.
        const { count, last } = await db.transaction((trx) => this.#batch(trx, enterpriseId, after));
        sealed += count;
        after = last;
        if (count < BATCH) break;
      }
      total += sealed;
      if (sealed > 0 || this.#isFirst) await db.transaction((trx) => this.#writeNewest(trx, enterpriseId));
    }
    this.#isFirst = false;
    return total;
  }

  /** Looks at the queue until `stop`, which seals the last rows. A failure is logged and tried again. */
  start(): { stop(): Promise<void> } {
    let timer: NodeJS.Timeout | undefined;
    let isStopped = false;
    const turn = async (): Promise<void> => {
      try {
        await this.sealDue();
      } catch (error) {
        this.#parts.log.error({ err: error }, 'rows of the action log could not be sealed');
      }
    };
    const repeat = async (): Promise<void> => {
      await turn();
      if (!isStopped) timer = setTimeout(() => (running = repeat()), PAUSE_MS);
    };
    let running = repeat();
    return {
      async stop() {
        isStopped = true;
        clearTimeout(timer);
        await running;
        await turn();
      },
    };
  }

  async #batch(trx: Trx, enterpriseId: number, after: number): Promise<{ count: number; last: number }> {
    const db = this.#parts.tables.within(trx);
    if (!(await tryLock(db))) return { count: 0, last: after };
    const repo = sealsRepo(db, enterpriseId);
    const last = await repo.newest();
    const rows = await repo.waiting(after, BATCH);
    if (rows.length === 0) return { count: 0, last: after };
    const key = await this.#sealKey(last !== undefined);
    let { position, seal: previous } = last ?? { position: 0, seal: NO_SEAL };
    const sealedAt = this.#parts.clock.now();
    const seals: StoredSeal[] = [];
    for (const row of rows) {
      position += 1;
      previous = sealOf(key, row, { enterpriseId, position, previous, sealedAt });
      seals.push({ position, log_id: Number(row.id), sealed_at: sealedAt, seal: previous });
    }
    await repo.add(seals);
    return { count: seals.length, last: seals.at(-1)?.log_id ?? after };
  }

  /** Runs after the commit of the seals, so that the file never names a seal that the database lost. */
  async #writeNewest(trx: Trx, enterpriseId: number): Promise<void> {
    const db = this.#parts.tables.within(trx);
    if (!(await tryLock(db))) return; // the process that seals now writes a newer one
    const repo = sealsRepo(db, enterpriseId);
    const newest = await repo.newest();
    if (newest === undefined) return;
    const lines: NewestSeal[] = [lineOf(enterpriseId, newest)];
    const known = (await this.#newest.read()).findLast((line) => line.enterprise === enterpriseId && !line.broken);
    if (known?.position === newest.position && known.seal === lines[0]?.seal) return;
    if (known !== undefined && (await repo.at(known.position))?.toString('hex') !== known.seal) {
      const { position, log_id } = known;
      this.#parts.log.error({ enterpriseId, position, log_id }, 'the action log does not continue its newest seal');
      lines.unshift({ ...known, broken: true });
    }
    await this.#newest.append(lines);
  }

  async #sealKey(hasSeals: boolean): Promise<Buffer> {
    if (this.#key !== null) return this.#key;
    const { key, isNew } = await sealKey(this.#parts.dataDir, this.#parts.key);
    if (isNew && hasSeals)
      this.#parts.log.error('the key of the action log is missing; a new one was made, and audit:verify reports it');
    this.#key = key;
    return key;
  }
}

const lineOf = (enterprise: number, { position, log_id, seal, sealed_at }: StoredSeal): NewestSeal => ({
  enterprise,
  position,
  log_id,
  seal: seal.toString('hex'),
  at: sealed_at.toISOString(),
});
