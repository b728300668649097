import { LIMITS } from '@prdm/contract/limits';
import type { FoundPlace } from '@prdm/contract/map/map';
import { fail } from '../../platform/errors.ts';
import { fetchOutside } from './outside.ts';
import type { TileSettings } from './settings.ts';

/** Results shown below the search box. */
const SHOWN = 10;
/** A figure within bounds, as a number or as text. Null for all else. */
function figure(value: unknown, most: number): number | null {
  const text = typeof value === 'string' && value.trim() !== '';
  const read = typeof value === 'number' ? value : text ? Number(value) : Number.NaN;
  return Math.abs(read) <= most ? read : null;
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LIMITS.titleMax) : '');

/** Reads an answer in the form of Nominatim (jsonv2). Results of another form are left out. */
export function placesIn(answer: unknown): FoundPlace[] {
  if (!Array.isArray(answer)) return [];
  return answer.slice(0, SHOWN).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const result = entry as Partial<Record<'lon' | 'lat' | 'name' | 'display_name', unknown>>;
    const [lng, lat] = [figure(result.lon, 180), figure(result.lat, 90)];
    const address = textOf(result.display_name);
    if (lng === null || lat === null || address === '') return [];
    return [{ name: textOf(result.name) || (address.split(',', 1)[0] ?? ''), address, lng, lat }];
  });
}

/** The word stands only in the query of the address, so it cannot choose a host or a path. */
export const searchAddress = (search: string, word: string): URL =>
  new URL(search.replace('{word}', encodeURIComponent(word)));

/** Places for a word. Throws 1008 without a search, and when the service does not answer. */
export async function findPlaces(tiles: TileSettings | null, word: string): Promise<FoundPlace[]> {
  if (tiles?.search == null) throw fail.wrongState('map.noSearch');
  const answer = await fetchOutside(searchAddress(tiles.search, word));
  if (answer === null) throw fail.wrongState('map.noAnswer');
  return placesIn(parsed(answer.bytes.toString('utf8')));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // not JSON: the service is not of the form that README.md names
  }
}
