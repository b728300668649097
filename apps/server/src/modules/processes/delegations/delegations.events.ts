import { defineEvent } from '../../../platform/bus.ts';
import type { StageFacts } from '../process.events.ts';
import type { Problem } from './chain.rules.ts';

export interface DelegationFacts {
  readonly delegationId: number;
  readonly from: { readonly id: number; readonly name: string };
  readonly to: { readonly id: number; readonly name: string };
  /** Begin and end as ISO texts. */
  readonly fromAt: string;
  readonly toAt: string;
  readonly version: number;
}

export const DelegationAdded = defineEvent<DelegationFacts>('delegations.added');
/** `earlier`: the deputy before the change, if it is another person. */
export const DelegationEdited = defineEvent<DelegationFacts & { earlierId: number | null }>('delegations.edited');
/** The giver ended it, or the record that set it did. */
export const DelegationEnded = defineEvent<DelegationFacts>('delegations.ended');
export const DelegationRefused = defineEvent<DelegationFacts>('delegations.refused');

/**
 * A delegation leads to no person who may decide this open assignment. It stays with its executor. `headId`: the
 * nearest head of the executor's department.
 */
export const DelegationUnresolved = defineEvent<
  StageFacts & {
    assignmentId: number;
    delegationId: number;
    problem: Problem;
    executor: { id: number; name: string };
    headId: number | null;
  }
>('processes.delegationUnresolved');
