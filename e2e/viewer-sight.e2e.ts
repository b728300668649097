import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '../packages/viewer/src/types.ts';
import {
  apart,
  boxOf,
  DOOR,
  expect,
  lab,
  noErrors,
  pixels,
  save,
  SOUTH_WALL,
  test,
  UPPER_WALL,
} from './support/lab.ts';

/** Made from alignment.ifc by the converter of the product: one alignment of 110 m and no body. */
const LINE = join(import.meta.dirname, 'fixtures/alignment.frag');
const ALIGNMENT = '0linePrdm0000000000101';

/** Target and distance of the camera after its movement. */
async function aim(page: Page): Promise<{ target: readonly number[]; distance: number }> {
  await lab(page, ({ viewer }) => viewer.settled());
  const { camera } = await save(page);
  return { target: camera.target, distance: apart(camera.position, camera.target) };
}

test('fitting and the standard views frame the visible parts: hidden and isolated parts do not count', async ({
  page,
  open,
}) => {
  await open('views');
  await lab(page, ({ viewer }) => viewer.fit());
  const whole = await aim(page);
  await lab(page, ({ viewer }, door) => viewer.components.isolate([door]), DOOR);
  await lab(page, ({ viewer }) => viewer.fit());
  const near = await aim(page);
  expect(near.distance).toBeLessThan(whole.distance * 0.6);
  await lab(page, ({ viewer }) => viewer.view('front'));
  const front = await aim(page);
  expect(front.distance).toBeLessThan(whole.distance * 0.6);
  // Equal to naming the door.
  await lab(page, ({ viewer }, door) => viewer.fit([door]), DOOR);
  const named = await aim(page);
  expect(front.distance).toBeCloseTo(named.distance, 3);
  await lab(page, ({ viewer }) => viewer.tools.hide.showAll());
  await lab(page, ({ viewer }, walls) => viewer.components.isolate(walls), [SOUTH_WALL, UPPER_WALL]);
  await lab(page, ({ viewer }, wall) => viewer.components.hide([wall]), UPPER_WALL);
  await lab(page, ({ viewer }) => viewer.view('front'));
  const wall = await aim(page);
  await lab(page, ({ viewer }, only) => viewer.fit([only]), SOUTH_WALL);
  expect((await aim(page)).distance).toBeCloseTo(wall.distance, 3);
  await lab(page, ({ viewer }) => viewer.showWhole());
  await lab(page, ({ viewer }) => viewer.view('iso'));
  expect((await aim(page)).distance).toBeCloseTo(whole.distance, 3);
  await noErrors(page);
});

test('parts cut away by a section are not framed', async ({ page, open }) => {
  await open('views');
  const { min, max }: Box = await boxOf(page);
  await lab(page, ({ viewer }) => viewer.view('front'));
  const whole = await aim(page);
  const height = min[1] + (max[1] - min[1]) * 0.2;
  await lab(page, ({ viewer }, at) => viewer.tools.section.add([0, at, 0], [0, 1, 0]), height);
  await lab(page, ({ viewer }) => viewer.view('front'));
  const cut = await aim(page);
  expect(whole.target[1]).toBeCloseTo((min[1] + max[1]) / 2, 0);
  expect(cut.target[1]).toBeLessThan(height);
  await lab(page, ({ viewer }) => viewer.showWhole());
  expect(await lab(page, ({ viewer }) => viewer.tools.section.list())).toEqual([]);
  await noErrors(page);
});

test('a model of alignments alone draws its lines; they can be hidden, cut and survive a lost graphics card', async ({
  page,
  open,
  playground,
}) => {
  playground.add('alignment.frag', await readFile(LINE));
  await open('views', '');
  const load = (alignments: string[]): Promise<unknown> =>
    lab(
      page,
      async ({ viewer }, given) =>
        viewer
          .load({
            modelId: 'line',
            data: async () => (await fetch('models/alignment.frag')).arrayBuffer(),
            alignments: given,
          })
          .then(
            (loaded) => (loaded as { box: Box }).box,
            (error: unknown) => String(error),
          ),
      alignments,
    );
  expect(await load([])).toContain('nothing that can be drawn');
  const box = (await load([ALIGNMENT])) as Box;
  expect(box.max.map((end, axis) => Math.round(end - (box.min[axis] ?? 0)))).toEqual([100, 4, 30]);
  await lab(page, ({ viewer }) => viewer.settled());
  const drawn = await pixels(page);
  expect(drawn).toBeGreaterThan(0.002);
  await lab(page, ({ viewer }, guid) => viewer.components.hide([guid]), ALIGNMENT);
  expect(await pixels(page)).toBe(0);
  await lab(page, ({ viewer }) => viewer.showWhole());
  expect(await pixels(page)).toBeCloseTo(drawn, 4);
  const middle = (box.min[0] + box.max[0]) / 2;
  await lab(page, ({ viewer }, at) => viewer.tools.section.add([at, 0, 0], [1, 0, 0]), middle);
  expect(await pixels(page)).toBeLessThan(drawn * 0.8);
  await lab(page, ({ viewer }) => viewer.showWhole());
  await lab(page, async ({ viewer }) => {
    const told = (event: string): Promise<void> => new Promise((resolve) => viewer.on(event, resolve));
    const [lost, restored] = [told('contextLost'), told('contextRestored')];
    const context = viewer.loseContext();
    await lost;
    await new Promise((resolve) => setTimeout(resolve));
    context.restore();
    await restored;
    await viewer.settled();
  });
  expect(await pixels(page)).toBeCloseTo(drawn, 4);
});

test('lines are drawn beside the bodies of a normal model and are removed with it', async ({
  page,
  open,
  playground,
}) => {
  playground.add('alignment.frag', await readFile(LINE));
  await open('views');
  await lab(page, ({ viewer }) => viewer.view('top'));
  const house = await aim(page);
  await lab(
    page,
    ({ viewer }, guid) =>
      viewer.load({
        modelId: 'line',
        data: async () => (await fetch('models/alignment.frag')).arrayBuffer(),
        alignments: [guid],
      }),
    ALIGNMENT,
  );
  await lab(page, ({ viewer }) => viewer.view('top'));
  expect((await aim(page)).distance).toBeGreaterThan(house.distance * 3);
  await lab(page, ({ viewer }) => viewer.unload('line'));
  await lab(page, ({ viewer }) => viewer.view('top'));
  expect((await aim(page)).distance).toBeCloseTo(house.distance, 3);
  await noErrors(page);
});
