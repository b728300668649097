import { z } from 'zod';

/** Systems of coordinates: Chinese map services shift GPS positions. A place without one counts as gcj02. */
export const DATUMS = ['gcj02', 'wgs84'] as const;
export type Datum = (typeof DATUMS)[number];

const NUMBERS = /^(-?\d{1,3}(?:\.\d{1,8})?),(-?\d{1,2}(?:\.\d{1,8})?)$/;

export interface Coordinates {
  readonly lng: number;
  readonly lat: number;
}

/** Reads 'lng,lat'. Null for other text and for values outside the globe. */
export function coordinatesIn(text: string): Coordinates | null {
  const match = NUMBERS.exec(text);
  if (match === null) return null;
  const [lng, lat] = [Number(match[1]), Number(match[2])];
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : null;
}

/** 'lng,lat' with at most six decimals, which is a tenth of a metre (EN-021). */
export const locationOf = ({ lng, lat }: Coordinates): string => `${Number(lng.toFixed(6))},${Number(lat.toFixed(6))}`;

/** A place in a form: 'lng,lat'. */
export const location = () =>
  z
    .string()
    .max(40, 'validation.tooLong')
    .refine((text) => coordinatesIn(text) !== null, 'validation.value');
