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

/** The published formula of gcj02, for one position in wgs84. */
function gcjOf({ lng, lat }: Coordinates): Coordinates {
  const [x, y] = [lng - 105, lat - 35];
  const waves = (t: number, a: readonly (readonly [number, number])[]): number =>
    a.reduce((sum, [height, length]) => sum + (height * Math.sin((t / length) * Math.PI) * 2) / 3, 0);
  const common = ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3;
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    common +
    waves(y, [
      [20, 1],
      [40, 3],
      [160, 12],
      [320, 30],
    ]);
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    common +
    waves(x, [
      [20, 1],
      [40, 3],
      [150, 12],
      [300, 30],
    ]);
  const [axis, ee] = [6_378_245, 0.006_693_421_622_965_943];
  const magic = 1 - ee * Math.sin(rad(lat)) ** 2;
  return {
    lat: lat + (north * 180) / (((axis * (1 - ee)) / (magic * Math.sqrt(magic))) * Math.PI),
    lng: lng + (east * 180) / ((axis / Math.sqrt(magic)) * Math.cos(rad(lat)) * Math.PI),
  };
}

describe('a change of the datum', () => {
  test('is the published formula of gcj02, in its direction', () => {
    const next = numbers(7);
    for (let count = 0; count < 200; count += 1) {
      const wgs = { lng: 100 + next() * 20, lat: 22 + next() * 18 };
      expect(metres(gcjOf(wgs), inDatum(wgs, 'wgs84', 'gcj02'))).toBeLessThan(0.1);
      expect(metres(wgs, inDatum(gcjOf(wgs), 'gcj02', 'wgs84'))).toBeLessThan(0.5);
    }
    // West lake: the true position lies west and north of the shifted one.
    const west = inDatum({ lng: 120.1551, lat: 30.2741 }, 'gcj02', 'wgs84');
    expect(west.lng).toBeLessThan(120.1551);
    expect(west.lat).toBeGreaterThan(30.2741);
  });

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
