import { expect, it } from 'vitest';
import type { ModelCoordinates } from '@prdm/contract/models/coordinates';
import { placesOf } from './models.coordinates.ts';

const bare: ModelCoordinates = {
  origin: { x: 1000, y: -2000, z: 500 },
  unit: { sign: 'mm', metres: 0.001 },
  true_north: null,
  site: null,
  map: null,
};
const map = {
  system: 'EPSG:4549',
  description: '',
  datum: '',
  vertical_datum: '',
  projection: '',
  zone: '',
  unit: { sign: 'm', metres: 1 },
};

it('a point of the drawing space (Y up, metres) stands in the project in millimetres, Z up, from the true origin', () => {
  const [project] = placesOf([2, 3, -4], bare);
  expect(project?.axes.map(({ axis, value }) => `${axis} ${value}`)).toEqual(['x 3000', 'y 2000', 'z 3500']);
  expect(project?.copied).toBe('3000, 2000, 3500');
});

it('with a conversion the map coordinates follow, in metres with three decimals', () => {
  // Turned by 90 degrees counter-clockwise, 500 km east, 3,400 km north, 12 m up; the project counts in mm, the map in m.
  const matrix = [0, -0.001, 0, 500_000, 0.001, 0, 0, 3_400_000, 0, 0, 0.001, 12];
  const places = placesOf([2, 3, -4], {
    ...bare,
    map: {
      ...map,
      conversion: { eastings: 5e5, northings: 34e5, height: 12, x_axis: [0, 1], scale: null, rotation: 90, matrix },
    },
  });
  expect(places.map(({ kind, system, unit }) => [kind, system, unit])).toEqual([
    ['project', '', 'mm'],
    ['map', 'EPSG:4549', 'm'],
  ]);
  expect(places[1]?.copied).toBe('499998.000, 3400003.000, 15.500');
});

it('map units other than metres are turned into metres; no rounded value is minus zero', () => {
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const places = placesOf([-1, -0.5000001, -2], {
    ...bare,
    map: {
      ...map,
      unit: { sign: 'mm', metres: 0.001 },
      conversion: { eastings: 0, northings: 0, height: 0, x_axis: [1, 0], scale: null, rotation: 0, matrix },
    },
  });
  expect(places.map(({ copied }) => copied)).toEqual(['0, 0, 0', '0.000, 0.000, 0.000']);
});

it('a system without a conversion gives no map coordinates', () => {
  expect(placesOf([0, 0, 0], { ...bare, map: { ...map, conversion: null } })).toHaveLength(1);
});
