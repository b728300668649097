import { defineEvent } from '../../../platform/bus.ts';

interface OfVersion {
  readonly id: number;
  /** null: the default. */
  readonly projectTypeId: number | null;
  /** 'YYYY-MM-DD' */
  readonly validFrom: string;
}
export const CostAdded = defineEvent<OfVersion>('config.costAdded');
export const CostEdited = defineEvent<OfVersion>('config.costEdited');
export const CostRemoved = defineEvent<OfVersion>('config.costRemoved');
