import { expect, lab, pixels, test } from './support/lab.ts';

/** Milliseconds into the taking in of a model, or what is asked of it, at which the card goes. */
const MOMENTS = [0, 3, 12, 50];

test('what is asked of a model when the graphics card is lost is answered, and nobody complains', async ({
  page,
  open,
}) => {
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
