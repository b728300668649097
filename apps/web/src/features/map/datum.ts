import gcoord from 'gcoord';
import { coordinatesIn, type Coordinates, type Datum } from '@prdm/contract/map/places';

const SYSTEMS = { gcj02: gcoord.GCJ02, wgs84: gcoord.WGS84 } as const;

/** The position in another system of coordinates. In China the same figures mean places 300 to 700 m apart. */
export function inDatum({ lng, lat }: Coordinates, from: Datum, to: Datum): Coordinates {
  if (from === to) return { lng, lat };
  const [east, north] = gcoord.transform<[number, number]>([lng, lat], SYSTEMS[from], SYSTEMS[to]);
  return { lng: east, lat: north };
}

/** A stored place: 'lng,lat' and its datum. Without a datum it counts as gcj02. */
export interface StoredPlace {
  readonly location: string;
  readonly datum: Datum | '';
}

/** The position of a stored place for a map, or null when it has none. */
export function positionOf({ location, datum }: StoredPlace, shown: Datum): Coordinates | null {
  const found = coordinatesIn(location);
  return found && inDatum(found, datum === '' ? 'gcj02' : datum, shown);
}
