import { describe, expect, it } from 'vitest';
import { RoadWriter } from '../../../testing/ifc/index.ts';
import { drawBench } from './draw-bench.fixture.ts';
import { WIDTH } from './draw.ts';
import { countOf, outline, type Pixel } from './pixels.fixture.ts';

const { drawn } = drawBench();
const TIME = { timeout: 60_000 };
/** The colour of alignments, and its shades at the edges of a line. */
const isOrange = ([red, green, blue]: Pixel): boolean => red > 150 && red > green * 2 && red > blue * 2;

/** A kilometre of road: an alignment, and components of half a metre along it. */
function road(options: { line: boolean; things: number }): string {
  const writer = new RoadWriter();
  if (options.line) {
    const straight = [writer.horizontal([0, 0], 0, [0, 0], 1_000_000, 'LINE')];
    writer.alignment('主线', [0, 0, 0], straight, [writer.vertical(0, 1_000_000, 0, [0, 0], 'CONSTANTGRADIENT')]);
  }
  for (let at = 0; at < options.things; at += 1) {
    const place = [(at * 1_000_000) / Math.max(1, options.things - 1), 20_000, 0] as const;
    writer.product('IFCKERB', place, writer.block(), null, null);
  }
  return writer.finish();
}

describe('the picture of small or thin components', () => {
  it('has the line of an alignment with tiny components along it, and a mark for each of them', TIME, async () => {
    const rgb = await drawn('both', road({ line: true, things: 11 }));
    const { left, right } = outline(rgb);
    expect((right - left) / WIDTH).toBeGreaterThan(0.8);
    expect(countOf(rgb, isOrange)).toBeGreaterThan(400);
    const alone = await drawn('things', road({ line: false, things: 11 }));
    const pixels = outline(alone).share * alone.length;
    expect(pixels / 3, 'eleven marks of 4 x 4 pixels').toBeGreaterThan(11 * 9);
    expect(pixels / 3).toBeLessThan(11 * 26);
  });

  it('has the line of an alignment without any component', TIME, async () => {
    const rgb = await drawn('line', road({ line: true, things: 0 }));
    expect(countOf(rgb, isOrange)).toBeGreaterThan(400);
  });

  it('shows a pole thinner than a pixel, without a gap', TIME, async () => {
    const writer = new RoadWriter();
    const { shapes } = writer;
    const pole = shapes.body([shapes.extrude(shapes.rectangle(20, 20), 100_000)], null);
    writer.product('IFCKERB', [0, 0, 0], pole, null, null);
    const { top, bottom, share } = outline(await drawn('pole', writer.finish()));
    expect(bottom - top).toBeGreaterThan(200);
    expect(share * WIDTH * 300).toBeGreaterThanOrEqual(bottom - top);
  });

  it('shows a house at the same size when another piece is far away', TIME, async () => {
    const writer = new RoadWriter();
    for (let at = 0; at < 12; at += 1)
      writer.product('IFCKERB', [(at % 4) * 400, Math.floor(at / 4) * 400, 0], writer.block(), null, null);
    writer.product('IFCKERB', [8_000_000, 3_000_000, 0], writer.block(), null, null);
    expect(outline(await drawn('far', writer.finish())).share).toBeGreaterThan(0.15);
  });
});
