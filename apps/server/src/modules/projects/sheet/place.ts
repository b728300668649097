import { namesOfPlace, refuseUnknownPlace, type Place } from '../../areas/index.ts';

const placeOf = (sheet: Partial<Place>): Place => ({
  country: sheet.country ?? '',
  province: sheet.province ?? '',
  city: sheet.city ?? '',
});

/** Throws 1001 at the field for a place outside the lists. The place that the project already has may stay. */
export function refusePlace(sheet: Partial<Place>, before: Partial<Place> = {}): void {
  const [wanted, known] = [placeOf(sheet), placeOf(before)];
  const isKept = wanted.country === known.country && wanted.province === known.province && wanted.city === known.city;
  if (!isKept) refuseUnknownPlace(wanted);
}

/** The place in words for the action log, which keeps Chinese names. */
export const loggedPlace = (row: Partial<Place>): Place => namesOfPlace('zh', placeOf(row));
