import type { Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { writeSmallBuilding } from '../apps/server/src/testing/ifc/index.ts';
import { guidsUnder } from '../packages/viewer/src/components/tree.ts';
import { expect, lab, noErrors, pixels, test } from './support/lab.ts';
import { convert } from './support/playground.ts';

/** Longer than a tile takes on any idle machine. */
const LATE_MS = 400;

/** Delays the timers of the worker, as on a machine with busy processors. */
async function delayWorker(page: Page): Promise<void> {
  await page.route('**/worker*.mjs*', async (route) => {
    const response = await route.fetch();
    const late = ['setTimeout', 'setInterval'].map(
      (name) => `{ const put = ${name}; globalThis.${name} = (does, ms) => put(does, ms > 0 ? ms + ${LATE_MS} : ms); }`,
    );
    await route.fulfill({ response, body: [...late, await response.text()].join('\n') });
  });
}

/** The share drawn each time another third of the components is hidden, and again when all are shown. */
async function hideByThirds(page: Page): Promise<number[]> {
  const tree = await lab(page, ({ viewer }) => viewer.components.tree('class'));
  const guids = tree.flatMap(guidsUnder);
  const drawn = [];
  for (const third of [0, 1, 2]) {
    await lab(
      page,
      async ({ viewer }, given) => {
        await viewer.components.hide(given);
        await viewer.settled();
      },
      guids.filter((_, index) => index % 3 === third),
    );
    drawn.push(await pixels(page));
    await lab(page, async ({ viewer }) => {
      await viewer.tools.hide.showAll();
      await viewer.settled();
    });
    drawn.push(await pixels(page));
  }
  return drawn;
}

test('with a late worker a picture still waits until it is complete', async ({ page, open, playground }, info) => {
  const ifc = info.outputPath('building.ifc');
  await writeFile(ifc, writeSmallBuilding({ storeys: 3, variety: 1 }));
  playground.add('building.frag', await convert(ifc));
  await open('components', 'model=models/building.frag');
  const soon = await hideByThirds(page);
  await delayWorker(page);
  await open('components', 'model=models/building.frag');
  const late = await hideByThirds(page);
  expect(late.map((share) => share.toFixed(3))).toEqual(soon.map((share) => share.toFixed(3)));
  expect(new Set(soon).size).toBeGreaterThan(2);
  await noErrors(page);
});

test('a caller that waits for a picture is released when the model is unloaded', async ({ page, open }) => {
  await delayWorker(page);
  await open('components');
  const ended = await lab(page, async ({ viewer, model }) => {
    const waiting = viewer.settled().then(() => 'let go');
    await viewer.unload(model?.modelId ?? '');
    return waiting;
  });
  expect(ended).toBe('let go');
  await noErrors(page);
});
