import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RoadWriter } from '../../../../testing/ifc/index.ts';
import { conversionBench } from '../fixtures/bench.fixture.ts';
import { idsIn, middlesOf } from '../fixtures/drawn.fixture.ts';
import { arcThrough, crossing, offset, straight, type Piece } from './curves.ts';
import type { Ref } from '../../../../testing/ifc/step.ts';

const corpus = process.env['MODEL_CORPUS'] ?? '';
const { converted } = conversionBench();

const only = (piece: Piece | null): Piece[] => (piece ? [piece] : []);

describe('crossings', () => {
  const along = only(straight([0, 0], [10, 0]));
  const up = only(straight([4, -5], [4, 5]));

  it('of straight axes are on both, with the direction of the first', () => {
    expect(crossing(along, up)).toEqual({ at: [4, 0], along: [1, 0] });
    expect(crossing(up, along)).toEqual({ at: [4, 0], along: [0, 1] });
    expect(crossing(along, only(straight([0, 3], [10, 3])))).toBeNull();
  });

  it('move to the left of an axis with a positive offset', () => {
    const moved = (pieces: Piece[], by: number) => pieces.flatMap((piece) => offset(piece, by) ?? []);
    expect(crossing(moved(along, 2), moved(up, 1))?.at).toEqual([3, 2]);
    expect(crossing(moved(along, -2), up)?.at).toEqual([4, -2]);
  });

  it('with an arc choose the point on the arc', () => {
    const arc = only(arcThrough([5, 0], [0, 5], [-5, 0]));
    const met = crossing(arc, only(straight([3, -9], [3, 9])));
    expect(met?.at.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, 4]);
    expect(met?.along.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([-0.8, 0.6]);
  });
});

describe('columns on a grid', () => {
  /** The grid is at (1000, 2000, 3000), with its x axis along the site's y axis. */
  const inProject = (x: number, y: number, z: number): number[] => [1000 - y, 2000 + x, 3000 + z];

  it('are placed at its crossings with their offsets and rotations, for every kind of axis', async () => {
    const road = new RoadWriter('IFC4');
    const grid = road.shapes.placement([1000, 2000, 3000], road.sitePlacement, true);
    const one = road.axis('1', [0, 0], [20_000, 0]);
    const two = road.axis('2', [0, 5000], [20_000, 5000]);
    const against = road.axis('1r', [0, 0], [20_000, 0], false);
    const a = road.axis('A', [0, 0], [0, 9000]);
    const round = road.roundAxis('R', 10_000);
    road.grid(grid, [one, two, against], [a, round]);
    const column = (placement: Ref): Ref => {
      // The body is 200 beside its own origin along its x axis. Its centre then shows the direction of that axis.
      const body = road.shapes.extrude(road.shapes.rectangle(300, 300), 1000, [200, 0, 0]);
      return road.product('IFCCOLUMN', placement, road.shapes.body([body], null), null, null);
    };
    const placed = (axes: [Ref, Ref], offsets: number[], direction: Ref | null = null) =>
      road.step.add('IFCGRIDPLACEMENT', road.crossing(axes, offsets), direction);
    column(placed([one, a], [0, 0]));
    column(placed([one, a], [500, -700, 300]));
    column(placed([two, round], [0, 0]));
    column(placed([against, a], [500, 0]));
    column(placed([one, a], [0, 0], road.crossing([two, a], [0, 0])));
    column(placed([one, a], [0, 0], road.step.add('IFCDIRECTION', [0, -1, 0])));
    const text = road.finish();
    const result = await converted(text);
    const middles = await middlesOf(result);
    const side = Math.sqrt(10_000 ** 2 - 5000 ** 2);
    const expected = [
      inProject(200, 0, 500),
      inProject(700 + 200, 500, 800),
      inProject(side + 200, 5000, 500),
      inProject(-200, -500, 500),
      inProject(0, 200, 500),
      inProject(0, -200, 500),
    ];
    expect(result.meta.warnings).toEqual([]);
    for (const [index, id] of idsIn(text, 'IFCCOLUMN').entries()) {
      for (const axis of [0, 1, 2])
        expect(middles.get(id)?.[axis], `column ${index}`).toBeCloseTo(expected[index]?.[axis] ?? 0, 0);
    }
  });

  it('with axes that never meet are reported by number', async () => {
    const road = new RoadWriter();
    const grid = road.shapes.placement([0, 0, 0], road.sitePlacement);
    const one = road.axis('1', [0, 0], [20_000, 0]);
    const two = road.axis('2', [0, 5000], [20_000, 5000]);
    road.grid(grid, [one, two], []);
    const lost = road.onGrid(grid, road.crossing([one, two], [0, 0]));
    road.product('IFCCOLUMN', lost, road.block(), null, null);
    const { meta } = await converted(road.finish());
    expect(meta.warnings).toEqual([{ code: 'grid_placement', detail: `1: #${lost.id}` }]);
  });

  it.runIf(corpus !== '')('of the corpus: 25 columns at 25 crossings, read from the text of the file', async () => {
    const file = readFileSync(path.join(corpus, 'ifc-x4', 'grid-placement.ifc'), 'latin1');
    const entity = (id: string): string => new RegExp(`^#${id}=\\s*(.*);`, 'm').exec(file)?.[1] ?? '';
    const refs = (text: string): string[] => Array.from(text.matchAll(/#(\d+)/g), ([, id = '']) => id);
    const start = (axis: string): number[] => {
      const [curve = ''] = refs(entity(axis));
      const [first = ''] = refs(entity(curve));
      return (/\(\(([^)]*)\)/.exec(entity(first))?.[1] ?? '').split(',').map(Number);
    };
    // The grid is at (-17000, 16000), without rotation. Lettered axes run along y at an x, numbered ones along x at a y.
    const crossings = new Map<number, string>();
    for (const id of idsIn(file, 'IFCCOLUMN')) {
      const placement = refs(entity(String(id))).find((ref) => entity(ref).startsWith('IFCGRIDPLACEMENT')) ?? '';
      const [letter = '', numeral = ''] = refs(entity(refs(entity(placement))[1] ?? ''));
      const at = [(start(letter)[0] ?? 0) - 17_000, (start(numeral)[1] ?? 0) + 16_000];
      crossings.set(id, at.join(' '));
    }
    const result = await converted(file);
    const middles = await middlesOf(result);
    const found = [...crossings.keys()].map((id) => (middles.get(id) ?? []).slice(0, 2).map(Math.round).join(' '));
    expect(found).toEqual([...crossings.values()]);
    expect(new Set(found).size).toBe(25);
    expect(result.meta.warnings).toEqual([]);
  });
});
