import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RoadWriter, writeSmallBuilding } from '../../../../testing/ifc/index.ts';
import { conversionBench } from '../fixtures/bench.fixture.ts';
import { idsIn, middlesOf } from '../fixtures/drawn.fixture.ts';
import { mapMatrix, scaleOf } from './coordinates.ts';
import { frameOf, placed, WORLD } from './vectors.ts';

const corpus = process.env['MODEL_CORPUS'] ?? '';
const { converted } = conversionBench();

/** East, north and height of a project point, computed as a consumer of the contract does. */
const onMap = (matrix: readonly number[], [x, y, z]: readonly number[]): number[] =>
  [0, 4, 8].map((row) => {
    const [a = 0, b = 0, c = 0, d = 0] = matrix.slice(row, row + 4);
    return a * (x ?? 0) + b * (y ?? 0) + c * (z ?? 0) + d;
  });

describe('the scale of a map conversion', () => {
  it.each([
    ['missing: the ratio of the units', null, 0.001, 0.001],
    ['holding the ratio', 0.001, 0.001, 0.001],
    ['holding ratio and projection', 0.0009996, 0.001, 0.0009996],
    ['of the projection alone: with the ratio', 0.9996, 0.001, 0.0009996],
    ['1 although the units differ: the ratio', 1, 0.001, 0.001],
    ['with equal units', 0.9996, 1, 0.9996],
    ['of zero', 0, 0.3048, 0.3048],
  ])('%s', (_, given, ratio, expected) => {
    expect(scaleOf(given, ratio)).toBeCloseTo(expected, 12);
  });
});

describe('the map matrix', () => {
  it('turns, scales and shifts, in that order', () => {
    const to = {
      eastings: 500_000,
      northings: 3_000_000,
      height: 12,
      angle: Math.PI / 2,
      factors: [0.001, 0.001, 0.001] as const,
    };
    const matrix = mapMatrix(to, WORLD, 1);
    const [east = 0, north = 0, height = 0] = onMap(matrix, [3000, 2000, 1000]);
    expect([east, north, height].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([499_998, 3_000_003, 13]);
  });

  it("starts at the context's own coordinate system", () => {
    const context = frameOf([1000, 2000, 0], null, [0, 1, 0]);
    const to = { eastings: 0, northings: 0, height: 0, angle: 0, factors: [1, 1, 1] as const };
    const matrix = mapMatrix(to, context, 1);
    const found = onMap(matrix, placed(context, [7, 5, 3]));
    expect(found.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([7, 5, 3]);
  });
});

describe('coordinates of a model', () => {
  const georeference = { easting: 40_500_000, northing: 3_450_000, height: 12, system: 'EPSG:4549' };

  it('convert a drawn column to its project and map coordinates', async () => {
    const text = writeSmallBuilding({ georeference, storeys: 1 });
    const result = await converted(text);
    const { coordinates } = result.meta;
    expect(coordinates).toMatchObject({
      unit: { sign: 'mm', metres: 0.001 },
      site: { name: '场地', placement: { x: 0, y: 0, z: 0 } },
    });
    const conversion = coordinates.map?.conversion;
    expect(conversion).toMatchObject({ eastings: 40_500_000, scale: 0.001, rotation: 0 });
    const middles = await middlesOf(result);
    const columns = idsIn(text, 'IFCCOLUMN').map((id) => middles.get(id) ?? [0, 0, 0]);
    const last = columns.at(-1) ?? [0, 0, 0];
    expect(last.slice(0, 2).map(Math.round)).toEqual([4 * 7200, 2 * 6000]);
    const [east = 0, north = 0] = onMap(conversion?.matrix ?? [], last);
    expect(east).toBeCloseTo(40_500_000 + 28.8, 3);
    expect(north).toBeCloseTo(3_450_000 + 12, 3);
  });

  it('keep huge coordinates of the site unchanged', async () => {
    const { meta } = await converted(writeSmallBuilding({ georeference, georeferenceInPlacement: true, storeys: 1 }));
    expect(meta.coordinates.map).toBeNull();
    expect(meta.coordinates.site?.placement).toEqual({ x: 40_500_000_000, y: 3_450_000_000, z: 12_000 });
    expect(meta.coordinates.origin).toEqual(meta.trueOrigin);
  });

  it('take the unit of the file for a map without one, and degrees of the site as decimals', async () => {
    const road = new RoadWriter();
    road.product('IFCKERB', [0, 0, 0], road.block(), null, null);
    const system = road.step.add('IFCPROJECTEDCRS', 'EPSG:4547', '本地', 'CGCS2000', null, null, null, null);
    const half = Math.sqrt(0.5);
    road.step.add('IFCMAPCONVERSION', road.shapes.context, system, 500_000_000, 3_000_000_000, 0, half, half, null);
    const text = road
      .finish()
      .replace(/(=IFCSITE\([^\n]*\.ELEMENT\.,)\$,\$,\$/, '$1(31,13,47,500000),(-121,-28,-26,0),4500.');
    const { coordinates } = (await converted(text)).meta;
    expect(coordinates.map).toMatchObject({
      system: 'EPSG:4547',
      description: '本地',
      unit: { sign: 'mm', metres: 0.001 },
    });
    expect(coordinates.map?.conversion?.rotation).toBeCloseTo(45, 6);
    const [east = 0, north = 0] = onMap(coordinates.map?.conversion?.matrix ?? [], [1000, 0, 0]);
    expect(east - 500_000_000).toBeCloseTo(1000 * half, 3);
    expect(north - 3_000_000_000).toBeCloseTo(1000 * half, 3);
    expect(coordinates.site?.latitude).toBeCloseTo(31 + 13 / 60 + 47.5 / 3600, 8);
    expect(coordinates.site?.longitude).toBeCloseTo(-(121 + 28 / 60 + 26 / 3600), 8);
    expect(coordinates.site?.elevation).toBe(4500);
  });

  it.runIf(corpus !== '')('of cgcs2000.ifc give the walls of the house their true place', async () => {
    const folder = (name: string): string => path.join(corpus, name);
    const [near, far] = [folder('ifc/AC20-FZK-Haus.ifc'), folder('ifc-hostile/cgcs2000.ifc')].map((file) =>
      readFileSync(file),
    );
    const house = await converted(near ?? '');
    const middles = await middlesOf(house);
    const moved = await converted(far ?? '');
    const there = await middlesOf(moved);
    expect(moved.meta.coordinates.site?.placement).toEqual({ x: 40_500_000_000, y: 3_450_000_000, z: 12_000 });
    const walls = idsIn(String(near), 'IFCWALLSTANDARDCASE');
    expect(walls).toHaveLength(13);
    for (const id of walls) {
      const [x = 0, y = 0, z = 0] = middles.get(id) ?? [];
      const [fx = 0, fy = 0, fz = 0] = there.get(id) ?? [];
      expect(Math.abs(fx - x - 40_500_000_000)).toBeLessThan(1.5);
      expect(Math.abs(fy - y - 3_450_000_000)).toBeLessThan(1.5);
      expect(Math.abs(fz - z - 12_000)).toBeLessThan(1.5);
    }
  });
});
