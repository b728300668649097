import type { Trx } from '../../../platform/db.ts';
import type { AppError } from '../../../platform/errors.ts';

/** A stage as a gate judges it. `originId` is null in a round that begins now. */
export interface GateStage {
  readonly originId: number | null;
  readonly name: string;
  /** Counts from 1. */
  readonly position: number;
}

/** A stage that is to pass, with the stages of its round. */
export interface Passing {
  readonly processId: number;
  readonly round: number;
  readonly stage: GateStage;
  readonly stages: readonly GateStage[];
}

/** Returns the refusal of a stage that may not pass now, else null. It runs under the lock of the process. */
export type Gate = (trx: Trx, enterpriseId: number, passing: Passing) => Promise<AppError | null>;
/** The number of unresolved items of an approval, and of those that wait for an answer of the starter. */
export interface Unresolved {
  readonly all: number;
  readonly unanswered: number;
}
/** Counts what prevents approvals from passing. Approvals without any may be absent. */
export type Counter = (enterpriseId: number, processIds: readonly number[]) => Promise<ReadonlyMap<number, Unresolved>>;

export type Gates = ReturnType<typeof createGates>;

/** The change of a process, as far as a gate needs it. */
interface Changing {
  readonly trx: Trx;
  readonly actor: { readonly enterpriseId: number };
  readonly row: { readonly id: number; readonly round: number };
  readonly stages: readonly GateStage[];
}

/** Conditions of other modules for the passing of a stage. The engine does not know what they judge. */
export function createGates() {
  const gates: Gate[] = [];
  const counters: Counter[] = [];

  async function judge(trx: Trx, enterpriseId: number, passing: Passing): Promise<AppError | null> {
    for (const gate of gates) {
      const refusal = await gate(trx, enterpriseId, passing);
      if (refusal) return refusal;
    }
    return null;
  }
  const refusalOf = ({ trx, actor, row, stages }: Changing, stage: GateStage): Promise<AppError | null> =>
    judge(trx, actor.enterpriseId, { processId: row.id, round: row.round, stage, stages });

  return {
    /** A module registers its gate once, when the program starts. */
    add(gate: Gate, counter?: Counter): void {
      gates.push(gate);
      if (counter) counters.push(counter);
    },
    /** The refusal of a stage of the present round, or null. */
    refusalOf,
    /** Throws the refusal of a stage of the present round. Every pass in a blocked stage is refused. */
    async assertPasses(change: Changing, stage: GateStage): Promise<void> {
      const refusal = await refusalOf(change, stage);
      if (refusal) throw refusal;
    },
    /** The first blocked stage before `position` in the round that begins now, else `position`. */
    async entryBefore(change: Changing, plan: readonly { readonly name: string }[], position: number): Promise<number> {
      const stages = plan.map(({ name }, at) => ({ originId: null, name, position: at + 1 }));
      for (const stage of stages.slice(0, position - 1)) {
        const passing = { processId: change.row.id, round: change.row.round + 1, stage, stages };
        if (await judge(change.trx, change.actor.enterpriseId, passing)) return stage.position;
      }
      return position;
    },
    /** Sums of all counters by process. Processes without any are absent. */
    async countsOf(enterpriseId: number, processIds: readonly number[]): Promise<ReadonlyMap<number, Unresolved>> {
      const sums = new Map<number, Unresolved>();
      if (processIds.length === 0) return sums;
      for (const counter of counters)
        for (const [id, { all, unanswered }] of await counter(enterpriseId, processIds)) {
          const before = sums.get(id) ?? { all: 0, unanswered: 0 };
          sums.set(id, { all: before.all + all, unanswered: before.unanswered + unanswered });
        }
      return sums;
    },
  };
}
