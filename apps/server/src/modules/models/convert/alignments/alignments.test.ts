import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SingleThreadedFragmentsModel } from '@thatopen/fragments';
import { describe, expect, it } from 'vitest';
import { RoadWriter } from '../../../../testing/ifc/index.ts';
import { conversionBench } from '../fixtures/bench.fixture.ts';
import { idsIn, middlesOf } from '../fixtures/drawn.fixture.ts';
import { tablesOf } from '../frag/frag-file.ts';
import { headingAt, heightAt, profileAt, stations, type HorizontalSegment } from './layouts.ts';
import type { Converted } from '../index.ts';

const corpus = process.env['MODEL_CORPUS'] ?? '';
const { converted } = conversionBench();

interface Curve {
  points: number[];
}

/** The lines as the library returns them to the viewer, in project coordinates: metres, z up. */
async function linesOf({ fragPath, meta }: Converted): Promise<number[][][]> {
  const model = tablesOf(await readFile(fragPath));
  const { x, y, z } = meta.trueOrigin;
  const found: number[][][] = [];
  for (let row = 0; row < model.localIdsLength(); row++) {
    if (model.categories(row) !== 'ThatOpenAlignment') continue;
    const [, data] = JSON.parse(model.attributes(row)?.data(0) ?? '[]') as [string, string];
    const { absolute } = JSON.parse(data) as { absolute: Curve[] };
    const points = absolute.flatMap(({ points: flat }) =>
      Array.from({ length: flat.length / 3 }, (_, i) => {
        const [a = 0, b = 0, c = 0] = flat.slice(3 * i, 3 * i + 3);
        return [a + x / 1000, -c + y / 1000, b + z / 1000];
      }),
    );
    found.push(points);
  }
  return found;
}

const segment = (kind: string, from: number, to: number, length = 100): HorizontalSegment => ({
  start: [0, 0],
  direction: 0,
  from,
  to,
  length,
  kind,
});

describe('layouts', () => {
  const KINDS = ['CLOTHOID', 'CUBIC', 'BLOSSCURVE', 'COSINECURVE', 'SINECURVE', 'HELMERTCURVE', 'VIENNESEBEND'];

  it.each(KINDS)('turn by half the angle of an arc along a %s, and have its curvature at the ends', (kind) => {
    const bend = segment(kind, 0, 1 / 300);
    expect(headingAt(bend, 100)).toBeCloseTo(100 / 600, 9);
    const step = 1e-4;
    expect((headingAt(bend, step) - headingAt(bend, 0)) / step).toBeCloseTo(0, 5);
    expect((headingAt(bend, 100) - headingAt(bend, 100 - step)) / step).toBeCloseTo(1 / 300, 5);
  });

  it('follow a circle within the error', () => {
    const arc = stations([segment('CIRCULARARC', 1 / 200, 1 / 200, 200 * Math.PI)], [], 0.005);
    for (const { x, y } of arc) expect(Math.hypot(x, y - 200)).toBeCloseTo(200, 6);
    expect(arc.at(-1)?.x).toBeCloseTo(0, 6);
    expect(arc.at(-1)?.y).toBeCloseTo(400, 6);
    for (const [index, { x, y }] of arc.entries()) {
      const next = arc[index + 1];
      if (next) expect(200 - Math.hypot((x + next.x) / 2, (y + next.y) / 2 - 200)).toBeLessThan(0.006);
    }
  });

  it('rise by gradients, parabolas and arcs', () => {
    const vertical = [
      { at: 0, length: 100, height: 5, from: 0.02, to: 0.02, kind: 'CONSTANTGRADIENT' },
      { at: 100, length: 50, height: 7, from: 0.02, to: -0.02, kind: 'PARABOLICARC' },
    ];
    expect([0, 50, 100, 125, 150, 900].map((at) => Math.round(profileAt(vertical, at) * 1e6) / 1e6)).toEqual([
      5, 6, 7, 7.25, 7, 7,
    ]);
    const round = { at: 0, length: 50, height: 0, from: 0.02, to: -0.02, kind: 'CIRCULARARC' };
    expect(heightAt(round, 50)).toBeCloseTo(0, 9);
    expect(heightAt(round, 25)).toBeCloseTo(0.25, 2);
  });
});

describe('a file with an alignment alone', () => {
  /** 100 m straight to the north-east, then an arc of 300 m to the left. It begins with a rise of 2 %. */
  const writeAlignment = (): string => {
    const road = new RoadWriter();
    const direction = Math.PI / 4;
    const joint = [100_000 * Math.cos(direction), 100_000 * Math.sin(direction)] as const;
    const horizontal = [
      road.horizontal([0, 0], direction, [0, 0], 100_000, 'LINE'),
      road.horizontal(joint, direction, [300_000, 300_000], 150_000, 'CIRCULARARC'),
    ];
    const vertical = [
      road.vertical(0, 100_000, 2000, [0.02, 0.02], 'CONSTANTGRADIENT'),
      road.vertical(100_000, 150_000, 4000, [0.02, 0], 'PARABOLICARC'),
    ];
    road.alignment('主线', [500_000_000, 3_000_000_000, 10_000], horizontal, vertical);
    return road.finish();
  };

  it('is parsed with its tree, and its line follows its design', async () => {
    const result = await converted(writeAlignment());
    expect(result.meta).toMatchObject({ elementCount: 0, bbox: null, warnings: [] });
    const [{ name, length } = { name: '', length: 0 }] = result.meta.alignments;
    expect([name, Math.round(length / 1000)]).toEqual(['主线', 250]);
    expect(result.meta.classes.find((row) => row.name === 'IFCALIGNMENT')?.left).toEqual([
      { reason: 'as_line', count: 1 },
    ]);
    const [line = []] = await linesOf(result);
    const [first, last] = [line[0] ?? [], line.at(-1) ?? []];
    const [ox, oy] = [500_000, 3_000_000];
    expect(first.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([ox, oy, 12]);
    const turn = 150 / 300;
    const start = Math.PI / 4;
    const end = [
      ox + 100 * Math.cos(start) + 300 * (Math.sin(start + turn) - Math.sin(start)),
      oy + 100 * Math.sin(start) - 300 * (Math.cos(start + turn) - Math.cos(start)),
      10 + 4 + 0.01 * 150,
    ];
    for (const axis of [0, 1, 2]) expect(last[axis]).toBeCloseTo(end[axis] ?? 0, 3);
    const model = tablesOf(await readFile(result.fragPath));
    expect(model.spatialStructure()?.childrenLength()).toBeGreaterThan(0);
  });

  it("is opened by the viewer's library, without a shape and with its line near the origin", async () => {
    const { fragPath } = await converted(writeAlignment());
    const model = new SingleThreadedFragmentsModel('line', new Uint8Array(await readFile(fragPath)));
    const categories = model.getItemsOfCategories([/ALIGNMENT/]);
    expect(Object.keys(categories)).toContain('IFCALIGNMENT');
    model.dispose();
  });

  it('warns about an alignment with neither a design nor a polyline', async () => {
    const road = new RoadWriter();
    road.product('IFCKERB', [0, 0, 0], road.block(), null, null);
    const { id } = road.alignment('空', [0, 0, 0], [], []);
    const { meta } = await converted(road.finish());
    expect(meta.warnings).toEqual([{ code: 'alignment_undrawn', detail: `1: #${id}` }]);
  });
});

/** Distance of a point from the segment between two others, in the plan. */
function distanceTo([x = 0, y = 0]: number[], [ax = 0, ay = 0]: number[], [bx = 0, by = 0]: number[]): number {
  const squared = (bx - ax) ** 2 + (by - ay) ** 2;
  const share = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (squared || 1)));
  return Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y);
}

describe.runIf(corpus !== '')('the corpus', () => {
  const read = (name: string): string => readFileSync(path.join(corpus, 'ifc-x4', name), 'latin1');

  it('draws the cosine curve, which ends where the next segment begins', async () => {
    const text = read('segmented-reference-curve.ifc');
    const result = await converted(text);
    expect(result.meta.alignments).toHaveLength(1);
    const [line = []] = await linesOf(result);
    // Expected value from the file: the start point of the second horizontal segment, written by another program.
    const [, x = 0, y = 0] = (/#143=IFCCARTESIANPOINT\(\(([^,]*),([^)]*)\)\)/.exec(text) ?? []).map(Number);
    expect(line.at(-1)?.[0]).toBeCloseTo(x, 3);
    expect(line.at(-1)?.[1]).toBeCloseTo(y, 3);
    expect(line.length).toBeGreaterThan(10);
  });

  it('places both signals beside the alignment, at the coordinates in the file', async () => {
    const text = read('linear-placement-of-signal.ifc');
    const result = await converted(text);
    const middles = await middlesOf(result);
    const entity = (id: string): string => new RegExp(`^#${id} ?= ?(.*);`, 'm').exec(text)?.[1] ?? '';
    const refs = (line: string): string[] => Array.from(line.matchAll(/#(\d+)/g), ([, id = '']) => id);
    const [line = []] = await linesOf(result);
    for (const id of idsIn(text, 'IFCSIGNAL')) {
      const placement = refs(entity(String(id))).find((ref) => entity(ref).startsWith('IFCLINEARPLACEMENT')) ?? '';
      const [point = ''] = refs(entity(refs(entity(placement)).at(-1) ?? ''));
      const [x = 0, y = 0] = (/\(\((.*?)\)/.exec(entity(point))?.[1] ?? '').split(',').map(Number);
      const [mx = 0, my = 0] = (middles.get(id) ?? []).map((value) => value / 1000);
      expect(Math.hypot(mx - x, my - y), `signal ${id}`).toBeLessThan(3);
      // The file puts the signal 3 m to the left of the track. The sign itself is 1 m wide.
      const nearest = Math.min(...line.slice(1).map((to, index) => distanceTo([mx, my], line[index] ?? to, to)));
      expect(nearest, `signal ${id}`).toBeGreaterThan(2);
      expect(nearest, `signal ${id}`).toBeLessThan(4);
    }
  });
});
