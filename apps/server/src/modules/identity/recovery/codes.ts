import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import { CODE } from '@prdm/contract/limits';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { fail, type AppError } from '../../../platform/errors.ts';
import { codesRepo, type CodeOf, type CodeTables } from './codes.repo.ts';

/** The lower-case form by which an address is stored and compared. */
export const addressKey = (email: string): string => email.trim().toLowerCase();

/** A new code. `text` is what the user reads. */
export interface NewCode {
  readonly text: string;
  readonly mac: Buffer;
}

/**
 * Codes by e-mail: 6 digits, 10 minutes, one for each purpose and address, used once, dead after five wrong tries
 * (safety.md S30). Only an HMAC is stored, so the table alone gives no code. Its key is in the database too, because
 * several processes share it: the HMAC protects against a read of one table and not of the whole database.
 */
export class EmailCodes {
  readonly #db: Database;
  readonly #tables: ModuleDb<CodeTables>;
  #secret: Promise<Buffer> | undefined;

  constructor(db: Database, tables: ModuleDb<CodeTables>) {
    this.#db = db;
    this.#tables = tables;
  }

  async fresh(of: CodeOf): Promise<NewCode> {
    const text = String(randomInt(10 ** CODE.digits)).padStart(CODE.digits, '0');
    return { text, mac: await this.#macOf(of, text) };
  }

  /** A stored value that no code matches, for an address without an account. */
  async unknowable(of: CodeOf): Promise<NewCode> {
    const { text } = await this.fresh(of);
    return { text, mac: randomBytes(32) };
  }

  /** Stores a code over the previous one; throws 1007 within the pause between two codes. */
  async place(trx: Trx, of: CodeOf, email: string, { mac }: NewCode): Promise<void> {
    const repo = codesRepo(this.#tables.within(trx));
    if (await repo.place(of, email, mac)) return;
    throw tooSoon(await repo.pauseLeft(of));
  }

  /** Throws 1004 or 1007 on `code`. A wrong code counts, also when the call then fails. A right one stays usable. */
  async check(of: CodeOf, code: string): Promise<void> {
    const mac = await this.#macOf(of, code);
    const refused = await this.#db.transaction(
      async (trx) => {
        const repo = codesRepo(this.#tables.within(trx));
        const right = await repo.compare(of, mac);
        if (right !== undefined) return right ? null : wrongCode();
        const state = await repo.state(of);
        if (state === undefined || state.isSpent) return wrongCode();
        return state.isDead ? deadCode() : expiredCode();
      },
      { apart: true },
    );
    if (refused !== null) throw refused;
  }

  /** Uses a checked code up in the caller's transaction; throws 1004 when another call did so first. */
  async useUp(trx: Trx, of: CodeOf, code: string): Promise<void> {
    if (!(await codesRepo(this.#tables.within(trx)).useUp(of, await this.#macOf(of, code)))) throw wrongCode();
  }

  /** The new address that a user is about to prove, or '' without one. */
  async pendingEmail(userId: number): Promise<string> {
    return (await codesRepo(this.#tables.read).pendingEmail('change_email', userId)) ?? '';
  }

  /**
   * Ends the open codes of a user, because the password is new (safety.md S34): those requested in the old sessions, and
   * those that could replace the password again. `email` is the stored address, '' without one. Several accounts of one
   * address share its code, so the others must request another one. Call it before the account is written: recovery
   * locks the code first too.
   */
  endOf(trx: Trx, { userId, email }: { userId: number; email: string }): Promise<void> {
    return codesRepo(this.#tables.within(trx)).endOf(userId, addressKey(email));
  }

  sweep(): Promise<void> {
    return codesRepo(this.#tables.read).sweep();
  }

  async #macOf({ type, address, userId }: CodeOf, code: string): Promise<Buffer> {
    this.#secret ??= this.#readSecret();
    // Input methods write digits in full width, and a copied code may have spaces.
    const digits = code.normalize('NFKC').replace(/\s/g, '');
    return createHmac('sha256', await this.#secret)
      .update(JSON.stringify([type, address, userId, digits]))
      .digest();
  }

  async #readSecret(): Promise<Buffer> {
    try {
      return await this.#db.transaction(
        async (trx) => {
          const repo = codesRepo(this.#tables.within(trx));
          const known = await repo.secret();
          if (known) return known;
          await repo.addSecret(randomBytes(32));
          const stored = await repo.secret();
          if (!stored) throw new Error('no secret for codes');
          return stored;
        },
        { apart: true },
      );
    } catch (error) {
      this.#secret = undefined;
      throw error;
    }
  }
}

const wrongCode = (): AppError => fail.of(CODES.wrongVerifyCode, 'codes.1004', { field: 'code' });
const expiredCode = (): AppError => fail.of(CODES.wrongVerifyCode, 'recovery.codeExpired', { field: 'code' });
const deadCode = (): AppError => fail.of(CODES.tooManyTries, 'recovery.codeDead', { field: 'code' });
const tooSoon = (seconds: number): AppError =>
  fail.of(CODES.tooManyTries, 'recovery.tooSoon', {
    field: 'email',
    retry_after: Math.max(1, seconds),
    params: { n: Math.max(1, seconds) },
  });
