import { describe, expect, test } from 'vitest';
import type { Coordinates } from '@prdm/contract/map/places';
import { inDatum, positionOf } from './datum.ts';

const RADIUS_M = 6_371_008.8;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two positions on the sphere. */
function metres(a: Coordinates, b: Coordinates): number {
  const [north, east] = [rad(b.lat - a.lat), rad(b.lng - a.lng)];
  const h = Math.sin(north / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(east / 2) ** 2;
  return 2 * RADIUS_M * Math.asin(Math.sqrt(h));
}

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('a change of the datum', () => {
  test('moves 120.1551,30.2741 by 520 m', () => {
    const gcj = { lng: 120.1551, lat: 30.2741 };
    const moved = metres(gcj, inDatum(gcj, 'gcj02', 'wgs84'));
    expect(moved).toBeGreaterThan(515);
    expect(moved).toBeLessThan(525);
  });

  test('and back moves none of 1,000 points in China by more than a metre', () => {
    const next = numbers(13);
    const places = Array.from({ length: 1000 }, () => ({ lng: 74 + next() * 60, lat: 19 + next() * 33 }));
    const moves = places.flatMap((place) => [
      metres(place, inDatum(inDatum(place, 'gcj02', 'wgs84'), 'wgs84', 'gcj02')),
      metres(place, inDatum(inDatum(place, 'wgs84', 'gcj02'), 'gcj02', 'wgs84')),
    ]);
    expect(Math.max(...moves)).toBeLessThanOrEqual(1);
    const shifts = places.map((place) => metres(place, inDatum(place, 'gcj02', 'wgs84')));
    expect(Math.min(...shifts)).toBeGreaterThan(10);
  });

  test('to the same one changes nothing', () => {
    expect(inDatum({ lng: 120.123456, lat: 30 }, 'wgs84', 'wgs84')).toEqual({ lng: 120.123456, lat: 30 });
  });
});

test('a stored place without a datum counts as gcj02', () => {
  expect(positionOf({ location: '120.1551,30.2741', datum: '' }, 'gcj02')).toEqual({ lng: 120.1551, lat: 30.2741 });
  expect(positionOf({ location: '120.1551,30.2741', datum: 'wgs84' }, 'gcj02')?.lng).not.toBe(120.1551);
  expect(positionOf({ location: '', datum: '' }, 'gcj02')).toBeNull();
});
