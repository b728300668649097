import { locationOf, type Coordinates, type Datum } from '@prdm/contract/map/places';
import type { TextKey } from '../../lib/i18n.ts';
import type { StoredPlace } from './datum.ts';

/** The state of the dialog: position in the datum of the map, found address, typed detail, message. */
export interface Selection {
  readonly position: Coordinates | null;
  /** The address of the position, found by the map. */
  readonly address: string;
  /** Detailed address, typed by the user. */
  readonly detail: string;
  readonly problem: TextKey | null;
}

/** The result of the dialog. */
export interface MapPlace extends StoredPlace {
  readonly address: string;
  readonly datum: Datum;
}

export const emptySelection = (position: Coordinates | null): Selection => ({
  position,
  address: '',
  detail: '',
  problem: null,
});

/** A chosen position. Its address may follow later. */
export const selected = (before: Selection, position: Coordinates, address = ''): Selection => ({
  ...before,
  position,
  address,
  problem: null,
});

/** The address of a position that the map has looked up. A later position has made it stale. */
export const addressed = (before: Selection, position: Coordinates, address: string): Selection =>
  before.position === position ? { ...before, address } : before;

/** The map could not look up the address of a position. Without it the position is still complete. */
export const unaddressed = (before: Selection, position: Coordinates): Selection =>
  before.position === position ? { ...before, problem: 'map.noAddress' } : before;

/** A detail before a position is refused and cleared (VA-027). */
export const detailed = (before: Selection, detail: string): Selection =>
  before.position === null
    ? { ...before, detail: '', problem: 'map.detailFirst' }
    : { ...before, detail, problem: null };

/** The result of a confirmation, or null without a position. The detail follows the address (EN-022). */
export function confirmed({ position, address, detail }: Selection, datum: Datum): MapPlace | null {
  return position && { location: locationOf(position), datum, address: `${address}${detail.trim()}` };
}
