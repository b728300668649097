import type { Kysely } from 'kysely';
import type { NewestSeal } from './newest-seals.ts';
import { sealOf, type LogTexts } from './seal.ts';
import { enterprisesKnown, sealsRepo, type SealTables, type SealWithRow } from './seals.repo.ts';

/**
 * altered: the row does not fit its seal. removed: a row or its seal is gone. inserted: a row or seal that the program did
 * not make. tail: the last rows are gone. rebuilt: other seals stand in the place of the sealed ones, made without the
 * key. unanchored: no seal outside the database. late: rows wait for a seal, so no worker runs.
 */
export type ProblemKind = 'altered' | 'removed' | 'inserted' | 'tail' | 'rebuilt' | 'unanchored' | 'late';

export interface Problem {
  readonly kind: ProblemKind;
  readonly enterpriseId: number;
  /** Place in the chain, or null for a row outside it. */
  readonly position: number | null;
  /** Id of the row in action_log, or null when only its place is known. */
  readonly logId: number | null;
}

export interface Verified {
  readonly enterprises: number;
  /** Sealed rows that were compared. */
  readonly rows: number;
  /** Rows within the window of the sealing. */
  readonly waiting: number;
  /** The first problem of each enterprise. */
  readonly problems: readonly Problem[];
}

/** Each page may read the whole log for its join, so there are few. */
const PAGE = 20_000;
/** A row that waits longer has no worker that seals it. A long transaction commits rows that are some seconds old. */
const LATE_SECONDS = 60;

/** Compares every row with its seal, the seals with each other, and the end of each chain with the seals outside the database. */
export async function verifyLog(
  db: Kysely<SealTables>,
  key: Buffer,
  outside: readonly NewestSeal[],
): Promise<Verified> {
  const ids = new Set([...(await enterprisesKnown(db)), ...outside.map(({ enterprise }) => enterprise)]);
  const problems: Problem[] = [];
  let [rows, waiting] = [0, 0];
  for (const enterpriseId of [...ids].toSorted((one, other) => one - other)) {
    const repo = sealsRepo(db, enterpriseId);
    const named = outside.filter(({ enterprise }) => enterprise === enterpriseId);
    const walk = new ChainWalk(key, enterpriseId, named);
    for (let page = await repo.chain(0, PAGE); page.length > 0;) {
      for (const one of page) walk.step(one);
      page = page.length < PAGE ? [] : await repo.chain(page.at(-1)?.position ?? 0, PAGE);
    }
    const queue = await repo.queue(LATE_SECONDS);
    rows += walk.rows;
    waiting += queue.waiting;
    const row = (kind: ProblemKind, logId: number): Problem => ({ kind, enterpriseId, position: null, logId });
    const unknown = await repo.firstUnknown();
    const found =
      walk.problem() ??
      (unknown === null ? null : row('inserted', unknown)) ??
      (queue.gone === null ? null : row('removed', queue.gone)) ??
      (queue.late === null ? null : row('late', queue.late));
    if (found !== null) problems.push(found);
  }
  return { enterprises: ids.size, rows, waiting, problems };
}

/** Walks the chain of one enterprise in its order. */
class ChainWalk {
  readonly #key: Buffer;
  readonly #enterpriseId: number;
  /** The seals outside the database by their position. */
  readonly #outside: ReadonlyMap<number, NewestSeal>;
  #previous: Buffer | null = Buffer.alloc(0);
  #last = 0;
  #first: Problem | null = null;
  /** A row behind the first problem fits its seal, so the seals between are original. */
  #fitsLater = false;
  /** The greatest position whose seal equals the one outside, and the first that differs. */
  #confirmed = 0;
  #contradicted: number | null = null;
  rows = 0;

  constructor(key: Buffer, enterpriseId: number, outside: readonly NewestSeal[]) {
    this.#key = key;
    this.#enterpriseId = enterpriseId;
    // A later line of the same position means that the chain was cut and continued. The first line counts.
    this.#outside = new Map(outside.toReversed().map((line) => [line.position, line]));
  }

  step(one: SealWithRow): void {
    this.rows += 1;
    if (one.position !== this.#last + 1) {
      this.#note({ kind: 'removed', position: this.#last + 1, logId: null });
      this.#previous = null;
    }
    const named = this.#outside.get(one.position);
    if (named !== undefined) {
      if (named.seal === one.seal.toString('hex')) this.#confirmed = one.position;
      else this.#contradicted ??= one.position;
    }
    if (!isWhole(one)) this.#note({ kind: 'removed', position: one.position, logId: one.log_id });
    else if (this.#previous !== null) {
      const { position, sealed_at: sealedAt } = one;
      const place = { enterpriseId: this.#enterpriseId, position, previous: this.#previous, sealedAt };
      if (sealOf(this.#key, one, place).equals(one.seal)) this.#fitsLater ||= this.#first !== null;
      else this.#note({ kind: 'altered', position, logId: one.log_id });
    }
    this.#previous = one.seal;
    this.#last = one.position;
  }

  problem(): Problem | null {
    const end = Math.max(0, ...this.#outside.keys());
    const first = this.#first;
    if (first !== null && first.kind !== 'altered') return first;
    if (first !== null) {
      const from = first.position ?? 0;
      if (this.#contradicted !== null && this.#contradicted >= from) return { ...first, kind: 'rebuilt' };
      if (this.#fitsLater || this.#confirmed >= from) return first;
      // No seal from here on was made with the key.
      return { ...first, kind: from > end ? 'inserted' : 'rebuilt' };
    }
    const lost = this.#contradicted ?? (end > this.#last ? this.#last + 1 : null);
    if (lost === null) {
      const isLoose = this.#last > 0 && this.#outside.size === 0;
      return isLoose ? { kind: 'unanchored', enterpriseId: this.#enterpriseId, position: null, logId: null } : null;
    }
    const line = this.#outside.get(this.#contradicted ?? end);
    return { kind: 'tail', enterpriseId: this.#enterpriseId, position: lost, logId: line?.log_id ?? null };
  }

  #note(problem: Omit<Problem, 'enterpriseId'>): void {
    this.#first ??= { ...problem, enterpriseId: this.#enterpriseId };
  }
}

const isWhole = (one: SealWithRow): one is SealWithRow & LogTexts => one.id !== null;
