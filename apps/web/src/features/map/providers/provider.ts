import { coordinatesIn, type Coordinates, type Datum } from '@prdm/contract/map/places';
import type { FoundPlace, MapSetting } from '@prdm/contract/map/map';

/** A map on the screen. */
export interface MapView {
  /** Moves marker and map to a position. */
  show(position: Coordinates): void;
  destroy(): void;
}

export interface ViewOptions {
  readonly centre: Coordinates;
  readonly zoom: number;
  readonly position: Coordinates | null;
  readonly readOnly: boolean;
  /** Name of the marker for screen readers. */
  readonly marker: string;
  /** The user clicked on the map or dragged the marker. */
  readonly onPick: (position: Coordinates) => void;
}

/** A map service, ready for use. */
export interface MapProvider {
  readonly kind: MapSetting['provider'];
  /** The datum of all its positions. */
  readonly datum: Datum;
  /** Whether words are found, beside 'lng,lat'. */
  readonly searches: boolean;
  open(host: HTMLElement, options: ViewOptions): MapView;
  /** Rejects when the service does not answer. */
  search(word: string): Promise<readonly FoundPlace[]>;
  /** The address of a position, or '' when the service knows none. Rejects when it does not answer. */
  addressOf(position: Coordinates): Promise<string>;
}

/** Text and blanks around a comma, also a Chinese one, that a user may type between the figures. */
const tidy = (word: string): string => word.trim().replace(/\s*[,，]\s*/, ',');

/** The position that a user typed as 'lng,lat', as a result of a search. */
export function typedPlace(word: string): FoundPlace | null {
  const found = coordinatesIn(tidy(word));
  return found && { name: `${found.lng}, ${found.lat}`, address: '', ...found };
}
