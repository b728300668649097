import type { Principal } from '@prdm/access';
import type { ItemKind, STAYS_BECAUSE } from '@prdm/contract/organisation/work';
import type { Actor } from '../../../../platform/actor.ts';
import type { Trx } from '../../../../platform/db.ts';

/** Result of a hand-over. The caller writes the texts. */
export interface HandedOver {
  readonly moved: number;
  /** `projectId`: the project of the piece of work. Its name is masked for a caller from whom the project is hidden. */
  readonly left: readonly {
    readonly name: string;
    readonly why: (typeof STAYS_BECAUSE)[number];
    readonly projectId?: number | null;
    /** The record, for the answer to a hand-over of single items. */
    readonly item?: { readonly kind: ItemKind; readonly id: number };
  }[];
}
/**
 * Moves the work of another area from one user to another, as far as the other may take it. Work of a project that is
 * hidden from the caller goes only to its members.
 */
export type HandOver = (
  trx: Trx,
  actor: Actor,
  given: {
    readonly from: number;
    readonly to: number;
    readonly caller: Principal;
    /** The records to move; without it all of them. */
    readonly only?: Only;
  },
) => Promise<HandedOver>;
/** The named records by kind. */
export type Only = ReadonlyMap<ItemKind, ReadonlySet<number>>;

/** Whether a hand-over concerns this record. */
export const isNamed = (only: Only | undefined, kind: ItemKind, id: number): boolean =>
  only === undefined || only.get(kind)?.has(id) === true;
