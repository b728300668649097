import { inspect } from 'node:util';
import { seesAmount, type AmountFacts, type Principal } from '@prdm/access';
import { MASK, type MoneyModule, type Unmasked } from '@prdm/contract/kit/money';
import { yuanOf } from '@prdm/contract/kit/yuan';

/** The stored form of an amount in the action log (decision 0016). */
export interface SealedAmount {
  readonly amount_fen: number;
  readonly module: MoneyModule;
  readonly people: readonly number[];
  readonly department_id: number | null;
  readonly project_id: number | null;
}

/**
 * An amount of a record, in whole fen, with the facts that decide who sees it. As text or JSON it is `***`, so that a
 * notice, an event or a text that holds one by accident reveals nothing. `shown` gives the figure to a reader.
 */
export class Amount<M extends MoneyModule = MoneyModule> implements Unmasked<M> {
  readonly module: M;
  readonly #fen: number;
  readonly #facts: AmountFacts;

  /** Throws when `fen` is no whole number that the wire can hold. */
  constructor(module: M, fen: number | bigint, facts: AmountFacts) {
    const whole = Number(fen);
    if (!Number.isSafeInteger(whole)) throw new RangeError('an amount is no whole fen');
    this.module = module;
    this.#fen = whole;
    this.#facts = facts;
  }

  /** Yuan with two decimals, or `***` below the reader's level. */
  shown(reader: Principal | null): string {
    return seesAmount(reader, this.module, this.#facts) ? yuanOf(this.#fen) : MASK;
  }

  /** The figure with its facts, for a table whose readers use `shownSealed`. */
  sealed(): SealedAmount {
    const { people, departmentId: department_id, projectId: project_id = null } = this.#facts;
    return { amount_fen: this.#fen, module: this.module, people, department_id, project_id };
  }

  toJSON(): string {
    return MASK;
  }

  toString(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
