import { defineEvent } from '../../../platform/bus.ts';

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
