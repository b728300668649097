import type { Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { sha256 } from '../crypto.ts';
import { sliceDb, type Database, type ModuleDb } from '../db.ts';
import { AppError } from '../errors.ts';
import { RepeatKey, type Keyed } from './repeat-key.ts';
import { repeatRepo, sweepRepeats, type RepeatTables } from './repeat.repo.ts';

/** Another call of this person with the same key has committed first. */
class Taken extends Error {}

/** The answer of the first run. */
export interface StoredAnswer {
  readonly data: unknown;
}

/** Answers of calls with an `Idempotency-Key`, and the calls that use them (docs/domains/repeat-safe.md). */
export class Repeats {
  readonly #db: Database;
  readonly #tables: ModuleDb<RepeatTables>;

  constructor(db: Database) {
    this.#db = db;
    this.#tables = sliceDb(db, 'call_repeat');
  }

  /** One call with a key. */
  of(key: string, keyed: Keyed, input: unknown): RepeatedCall {
    return new RepeatedCall({ db: this.#db, tables: this.#tables }, key, keyed, input);
  }

  sweep(): Promise<void> {
    return sweepRepeats(this.#tables.read);
  }
}

export class RepeatedCall {
  readonly #parts: { readonly db: Database; readonly tables: ModuleDb<RepeatTables> };
  readonly #keyed: Keyed;
  readonly #key: RepeatKey;
  readonly #inputHash: Buffer;
  #stored: { readonly answer: StoredAnswer; readonly rightsHash: Buffer; readonly projectId: number | null } | null =
    null;

  constructor(
    parts: { readonly db: Database; readonly tables: ModuleDb<RepeatTables> },
    key: string,
    keyed: Keyed,
    input: unknown,
  ) {
    this.#parts = parts;
    this.#keyed = keyed;
    this.#key = new RepeatKey(key, keyed);
    this.#inputHash = this.#key.inputHash(input);
  }

  /** The answer of the first run, after `look` has found it. */
  get answer(): StoredAnswer | null {
    return this.#stored?.answer ?? null;
  }

  /** Reads the answer of a first run. Throws 1009 if that run had another input. */
  async look(): Promise<StoredAnswer | null> {
    const row = await repeatRepo(this.#parts.tables.read, this.#keyed).find(this.#key.hash);
    if (!row) return null;
    if (!row.input_hash.equals(this.#inputHash)) throw new AppError(CODES.conflict, 'http.repeatOtherInput');
    if (row.answer === null) throw new Error('a stored call without its answer');
    this.#stored = {
      answer: { data: this.#key.open(row.answer) },
      rightsHash: row.rights_hash,
      projectId: row.project_id,
    };
    return this.#stored.answer;
  }

  /**
   * Whether the first run explains a refusal of its repeat. A deleted record or a changed state does, while the person
   * has the rights of that time. A changed right does not.
   */
  async explains(refusal: unknown, principal: Principal): Promise<boolean> {
    if (!(refusal instanceof AppError) || refusal.status >= 500) return false;
    // The first run can commit between the look of the repeat and the check of its ids.
    if (this.#stored === null) await this.look();
    const stored = this.#stored;
    return stored !== null && stored.rightsHash.equals(rightsHash(principal, stored.projectId));
  }

  /** Runs the call once. The answer is stored in the transaction of the change. */
  async run(by: { principal: Principal; projectId: number | null }, handler: () => Promise<unknown>): Promise<unknown> {
    const { db, tables } = this.#parts;
    const row = {
      hash: this.#key.hash,
      inputHash: this.#inputHash,
      rightsHash: rightsHash(by.principal, by.projectId),
      projectId: by.projectId,
    };
    const transaction = db.callTransaction(async (trx) => {
      if (!(await repeatRepo(trx, this.#keyed).claim({ ...row, answer: null }))) throw new Taken();
    });
    try {
      const data = await transaction.within(handler);
      const answer = this.#key.seal(data);
      const isStored = await transaction.commit((trx) => repeatRepo(trx, this.#keyed).keep(row.hash, answer));
      if (!isStored) await repeatRepo(tables.read, this.#keyed).claim({ ...row, answer });
      return data;
    } catch (error) {
      await transaction.rollback();
      // A parallel run with the same key has committed, and this one waited for its key or for its record.
      if ((error instanceof Taken || error instanceof AppError) && (await this.look())) return this.answer?.data;
      throw error;
    }
  }
}

/** Digest of the rights that decide about a call: those of the person and those in the project of the call. */
function rightsHash(principal: Principal, projectId: number | null): Buffer {
  const inProject = (map: Principal['projectAccess'] | Principal['projectRoles']) =>
    projectId === null ? null : ((map as Readonly<Record<string, unknown>>)[String(projectId)] ?? null);
  const { roles, groupIds, projectAccess, projectRoles } = principal;
  return sha256(JSON.stringify([roles, groupIds, inProject(projectAccess), inProject(projectRoles)]));
}
