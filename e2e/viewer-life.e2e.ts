import {
  apart,
  DOOR,
  expect,
  fromTheFront,
  lab,
  noErrors,
  pixels,
  save,
  selected,
  test,
  UPPER_STOREY,
} from './support/lab.ts';

test('a viewpoint restores camera, sections, visibility and selection', async ({ page, open }) => {
  await open('viewpoint');
  await lab(
    page,
    async ({ viewer }, [storey, door]) => {
      viewer.projection('orthographic');
      await viewer.view('left');
      viewer.tools.section.addAxis('x');
      await viewer.components.hide([storey ?? '']);
      await viewer.tools.select.select([door ?? '']);
      await viewer.settled();
    },
    [UPPER_STOREY, DOOR],
  );
  const kept = await save(page);
  const shown = await pixels(page);
  expect(kept).toMatchObject({ hidden: [UPPER_STOREY], selection: [DOOR] });
  expect(JSON.stringify(kept)).not.toContain('localId');

  const first = await lab(page, async ({ viewer }) => {
    const { size, type } = await viewer.viewpoint.snapshot(320);
    return { size, type };
  });
  expect(first.type).toBe('image/jpeg');
  expect(first.size).toBeGreaterThan(1000);

  await lab(page, async ({ viewer }) => {
    viewer.projection('perspective');
    await viewer.view('iso');
    for (const { id } of viewer.tools.section.list()) viewer.tools.section.remove(id);
    await viewer.tools.hide.showAll();
    await viewer.tools.select.select([]);
  });
  expect(await save(page)).toMatchObject({ sections: [], hidden: [], selection: [] });

  await lab(page, ({ viewer }, view) => viewer.viewpoint.apply(view), JSON.parse(JSON.stringify(kept)) as unknown);
  const back = await save(page);
  expect(apart(back.camera.position, kept.camera.position)).toBeLessThan(1e-6);
  expect(apart(back.camera.target, kept.camera.target)).toBeLessThan(1e-6);
  expect({ ...back, camera: null }).toEqual({ ...kept, camera: null });
  expect(await pixels(page)).toBeCloseTo(shown, 3);

  const refused = await lab(page, ({ viewer }) =>
    viewer.viewpoint.apply({ version: 1 }).then(
      () => 'applied',
      (error: unknown) => String(error),
    ),
  );
  expect(refused).toBe('ViewpointError: viewpoint: sections must be a list of at most 64');
  await noErrors(page);
});

test('a snapshot shows the model without frames and handles', async ({ page, open }) => {
  await open('viewpoint');
  const frames = await lab(page, async ({ viewer }) => {
    await viewer.view('front');
    const sizeOf = async (): Promise<number> => (await viewer.viewpoint.snapshot(400, 'image/png')).size;
    const bare = await sizeOf();
    const again = await sizeOf();
    // A plane above the model cuts nothing, but its frame crosses the window.
    viewer.tools.section.add([3, 5.1, -2], [0, 1, 0]);
    viewer.tools.section.showFrames(true);
    return [bare, again, await sizeOf()];
  });
  expect(frames[1]).toBe(frames[0]);
  expect(Math.abs((frames[2] ?? 0) - (frames[0] ?? 0))).toBeLessThan((frames[0] ?? 0) * 0.02);
  await expect(page.getByRole('slider')).toBeVisible();
  await noErrors(page);
});

test('roaming walks while keys are held and stops with them', async ({ page, open }) => {
  await open('roam');
  await lab(page, ({ viewer }) => viewer.view('front'));
  await page.getByRole('button', { name: 'Roam' }).click();
  const before = await save(page);
  await page.keyboard.down('w');
  await expect.poll(async () => before.camera.position[2] - (await save(page)).camera.position[2]).toBeGreaterThan(1);
  await page.keyboard.up('w');
  await page.waitForTimeout(150);
  const stopped = await save(page);
  expect(stopped.camera.position[1]).toBeCloseTo(before.camera.position[1], 6);
  await page.waitForTimeout(300);
  expect((await save(page)).camera.position).toEqual(stopped.camera.position);
  // A drag turns the view, and the eye stays.
  await page.mouse.move(400, 250);
  await page.mouse.down();
  await page.mouse.move(540, 270, { steps: 5 });
  await page.mouse.up();
  const looked = await save(page);
  expect(apart(looked.camera.position, stopped.camera.position)).toBeLessThan(1e-6);
  expect(apart(looked.camera.target, stopped.camera.target)).toBeGreaterThan(0.5);
  await page.keyboard.press('Escape');
  expect(await lab(page, (l) => l.viewer.tools.roam.enabled)).toBe(false);
  await noErrors(page);
});

test('under the page’s zoom the pointer still hits its target, at full resolution', async ({ page, open }) => {
  await open('select', 'model=models/tiny.frag&k=1.5');
  const at = await fromTheFront(page);
  const door = at(1.95, 1);
  await page.mouse.click(door.x, door.y);
  await expect.poll(() => selected(page)).toEqual([DOOR]);
  const canvas = page.locator('canvas');
  const box = await canvas.boundingBox();
  const width = await canvas.evaluate((element) => (element as unknown as { width: number }).width);
  expect(Math.abs(width - (box?.width ?? 0))).toBeLessThan(2);
  await noErrors(page);
});

test('nothing is drawn and the worker gets no request while nothing moves', async ({ page, open }) => {
  await page.addInitScript(() => {
    const counts = { draws: 0, messages: 0, frames: 0 };
    const count = (owner: object, name: string, key: keyof typeof counts): void => {
      const holder = owner as Record<string, (...args: unknown[]) => unknown>;
      const original = holder[name];
      holder[name] = function counted(this: unknown, ...args: unknown[]) {
        counts[key]++;
        return original?.apply(this, args);
      };
    };
    const scope = globalThis as unknown as Record<string, { prototype: object }>;
    count(scope.WebGL2RenderingContext?.prototype ?? {}, 'drawElements', 'draws');
    count(scope.WebGL2RenderingContext?.prototype ?? {}, 'drawArrays', 'draws');
    count(scope.MessagePort?.prototype ?? {}, 'postMessage', 'messages');
    count(globalThis, 'requestAnimationFrame', 'frames');
    Object.assign(globalThis, { counts });
  });
  await open('views');
  type Counts = { draws: number; messages: number; frames: number };
  const read = (): Promise<Counts> =>
    page.evaluate(() => ({ ...(globalThis as unknown as { counts: Counts }).counts }));
  await lab(page, ({ viewer }) => viewer.settled());
  // Work of the start ends at some time. From then on there must be no activity.
  let before = await read();
  await expect
    .poll(async () => {
      const last = before;
      await page.waitForTimeout(700);
      before = await read();
      return JSON.stringify(last) === JSON.stringify(before);
    })
    .toBe(true);
  expect(before.draws).toBeGreaterThan(0);
  expect(before.messages).toBeGreaterThan(0);
  await page.waitForTimeout(2000);
  const after = await read();
  expect(after).toEqual(before);
  await page.keyboard.press('Tab');
  await page.locator('canvas').press('ArrowLeft');
  await expect.poll(async () => (await read()).draws).toBeGreaterThan(after.draws);
});

test('a lost graphics context is reported, and everything returns with it', async ({ page, open }) => {
  await open('views');
  await lab(
    page,
    async ({ viewer }, storey) => {
      await viewer.components.hide([storey]);
      await viewer.settled();
    },
    UPPER_STOREY,
  );
  const before = await pixels(page);
  const code = await lab(page, async ({ viewer }) => {
    const lost = new Promise<void>((resolve) => viewer.on('contextLost', resolve));
    const restored = new Promise<void>((resolve) => viewer.on('contextRestored', resolve));
    const context = viewer.loseContext();
    await lost;
    let thrown: unknown = null;
    try {
      viewer.pixelsDrawn();
    } catch (error) {
      thrown = (error as { code?: unknown }).code;
    }
    // The browser restores the context only after the event of its loss has ended.
    await new Promise((resolve) => setTimeout(resolve, 50));
    context.restore();
    await restored;
    return thrown;
  });
  expect(code).toBe('context');
  expect(await pixels(page)).toBeCloseTo(before, 3);
  expect(await lab(page, (l) => l.errors)).toEqual(['ViewerError: the graphics context was lost']);
});

test('a failed load gives its reason and leaves the viewer usable', async ({ page, open }) => {
  await open('views', '');
  const codes = await lab(page, async ({ viewer }) => {
    const outcome = (data: unknown): Promise<unknown> =>
      viewer.load({ modelId: 'broken', data }).then(
        () => 'loaded',
        (error: unknown) => (error as { code?: unknown }).code ?? String(error),
      );
    const noise = new Uint8Array(5000).map((_, index) => (index * 7919) % 251);
    return [
      await outcome(new ArrayBuffer(0)),
      await outcome(noise.buffer),
      await outcome(() => Promise.reject(new Error('404'))),
      viewer.pixelsDrawn(),
    ];
  });
  expect(codes).toEqual(['model', 'model', 'Error: 404', 0]);

  const aborted = await lab(page, async ({ viewer }) => {
    const control = new AbortController();
    const load = viewer.load({ modelId: 'slow', data: () => new Promise(() => undefined), signal: control.signal });
    control.abort();
    return load.then(
      () => 'loaded',
      (error: unknown) => (error as { name?: unknown }).name,
    );
  });
  expect(aborted).toBe('AbortError');

  const steps = await lab(page, async ({ viewer }) => {
    const seen: number[] = [];
    await viewer.load({
      modelId: 'tiny',
      data: async () => (await fetch('models/tiny.frag')).arrayBuffer(),
      onProgress: ({ progress }: { progress: number }) => seen.push(progress),
    });
    return seen;
  });
  expect(steps.at(-1)).toBe(1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(await pixels(page)).toBeGreaterThan(0.1);
  await lab(page, ({ viewer }) => viewer.unload('tiny'));
  expect(await pixels(page)).toBe(0);
  await noErrors(page);
});

test('a viewer disposed during a load leaves nothing behind', async ({ page, open }) => {
  await open('views', '');
  const outcome = await lab(page, async ({ viewer }) => {
    const load = viewer.load({
      modelId: 'tiny',
      data: async () => (await fetch('models/tiny.frag')).arrayBuffer(),
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    viewer.dispose();
    viewer.dispose();
    return load.then(
      () => 'loaded',
      (error: unknown) => (error as { code?: unknown }).code,
    );
  });
  expect(outcome).toBe('disposed');
  await page.waitForTimeout(500);
  await expect(page.locator('canvas')).toHaveCount(0);
  await noErrors(page);
});

test('a worker address that returns no script is refused at once', async ({ page, open, playground }) => {
  await page.route('**/*.mjs', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html></html>' }),
  );
  const failure = page.waitForEvent('pageerror');
  await page.goto(`${playground.url}/views.html`);
  expect(String(await failure)).toContain('answers 200 text/html');
  await page.unroute('**/*.mjs');
  await open('views');
  expect(await pixels(page)).toBeGreaterThan(0.1);
});
