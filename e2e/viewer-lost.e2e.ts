import type { Page } from '@playwright/test';
import { expect, lab, pixels, test } from './support/lab.ts';

/** Milliseconds after the start of a load or a request, at which the graphics context is lost. */
const MOMENTS = [0, 3, 12, 50];

/** Longer than some frames, so that they are drawn during a pending request. */
const LATE_MS = 500;

/** Delays every message of the worker, as on a machine with busy processors. The order stays. */
async function delayAnswers(page: Page): Promise<void> {
  await page.route('**/worker*.mjs*', async (route) => {
    const response = await route.fetch();
    const late = `{ const send = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (...sent) { setTimeout(() => send.apply(this, sent), ${LATE_MS}); }; }`;
    await route.fulfill({ response, body: `${late}\n${await response.text()}` });
  });
}

test('requests to a model during a lost graphics context are answered, without an error', async ({ page, open }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await open('views', '');
  for (const moment of MOMENTS) {
    const answers = await lab(
      page,
      async ({ viewer }, late) => {
        const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
        const told = (asked: Promise<unknown>): Promise<unknown> =>
          asked.then(
            (answer) => (Array.isArray(answer) ? answer.length > 0 : 'answered'),
            (error: unknown) => String(error),
          );
        const restored = new Promise<void>((resolve) => viewer.on('contextRestored', resolve));
        const taken: { in?: () => void } = {};
        const isIn = new Promise<void>((resolve) => Object.assign(taken, { in: resolve }));
        const loading = viewer.load({
          modelId: 'tiny',
          data: async () => (await fetch('models/tiny.frag')).arrayBuffer(),
          onProgress: ({ stage }: { stage: string }) => stage === 'draw' && taken.in?.(),
        });
        await isIn;
        const asked = [told(loading), told(viewer.components.tree()), told(viewer.components.tree('class'))];
        await pause(late);
        const context = viewer.loseContext();
        asked.push(told(viewer.components.hide([])));
        await pause(50);
        context.restore();
        await restored;
        return Promise.all(asked);
      },
      moment,
    );
    expect(answers, `lost after ${moment} ms`).toEqual(['answered', true, true, 'answered']);
    expect(await pixels(page)).toBeGreaterThan(0.1);
    await lab(page, ({ viewer }) => viewer.unload('tiny'));
  }
  expect(complaints).toEqual([]);
  expect(await lab(page, (l) => [...new Set(l.errors)])).toEqual(['ViewerError: the graphics context was lost']);
});

test('the context returns during a pending request to a model: no freed geometry is drawn', async ({ page, open }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/GPU stall/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await delayAnswers(page);
  await open('views');
  const before = await pixels(page);
  const { frames, isBack } = await lab(page, async ({ viewer }) => {
    const { requestAnimationFrame: next } = globalThis as unknown as {
      requestAnimationFrame(does: () => void): number;
    };
    const frame = (): Promise<void> => new Promise((resolve) => next(() => resolve()));
    const state = { isBack: false };
    viewer.on('contextRestored', () => {
      state.isBack = true;
    });
    const asked = viewer.components.tree();
    const lost = new Promise<void>((resolve) => viewer.on('contextLost', resolve));
    const context = viewer.loseContext();
    await lost;
    // The browser refuses to restore while it still reports the loss.
    await new Promise((resolve) => setTimeout(resolve));
    context.restore();
    let drawn = 0;
    while (!state.isBack && drawn < 300) {
      // Turning the view requests a new picture, as an impatient user does.
      void viewer.view(drawn % 2 === 0 ? 'iso' : 'front');
      await frame();
      drawn++;
    }
    if (!state.isBack) return { frames: drawn, isBack: false };
    await asked;
    await viewer.view('iso');
    await viewer.settled();
    return { frames: drawn, isBack: true };
  });
  expect(isBack, complaints.join()).toBe(true);
  expect(frames).toBeGreaterThan(3);
  expect(await pixels(page)).toBeCloseTo(before, 3);
  expect(complaints).toEqual([]);
  expect(await lab(page, (l) => [...new Set(l.errors)])).toEqual(['ViewerError: the graphics context was lost']);
});
