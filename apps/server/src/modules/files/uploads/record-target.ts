import type { Trx } from '../../../platform/db.ts';
import type { Caller } from '../parts.ts';

/** A record of another module to which a file is uploaded. */
export interface RecordUpload {
  readonly kind: string;
  readonly id: number;
  readonly projectId: number | null;
}

/** The module that makes records of complete uploads. */
export interface RecordTarget {
  /** Refuses a new upload before its first byte, for example when the record is full. */
  admit(caller: Caller, record: RecordUpload): Promise<void>;
  /** Opens the record for writing in the transaction. Throws when the caller may no longer add to it. */
  open(trx: Trx, caller: Caller, record: RecordUpload): Promise<void>;
  /**
   * Judges the present rights of the caller, before the transaction begins. A read inside it would need a second
   * connection, and many uploads at once would wait for each other's. Returns the writer of the record.
   */
  judge(caller: Caller, record: RecordUpload): Promise<WriteRecord>;
}

/** Writes the record of the upload in the transaction and returns its id. */
export type WriteRecord = (
  trx: Trx,
  file: { readonly name: string; readonly size: number; readonly sha256: string },
) => Promise<number>;

/** Holds the target. The module above this one registers it, because this one may not import it. */
export class RecordTargets {
  #target: RecordTarget | null = null;

  set(target: RecordTarget): void {
    this.#target = target;
  }

  get(): RecordTarget {
    if (!this.#target) throw new Error('no module takes uploads to records');
    return this.#target;
  }
}
