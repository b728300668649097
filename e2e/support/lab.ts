import type { Page } from '@playwright/test';
import { expect as plainExpect, test as base } from '@playwright/test';
import { join } from 'node:path';
import type {
  Box,
  ComponentProperties,
  ComponentRef,
  Dimension,
  LoadedModel,
  SectionPlane,
  TreeNode,
  Vec3,
  ViewName,
  Viewpoint,
} from '../../packages/viewer/src/types.ts';
import type { Playground } from './playground.ts';
import { convert, startPlayground } from './playground.ts';

/** The parts of the viewer that these tests call inside the page. Browser types are not available here. */
export type Lab = {
  errors: string[];
  ready: boolean;
  model: LoadedModel | null;
  viewer: {
    components: {
      tree(order?: 'storey' | 'class'): Promise<TreeNode[]>;
      properties(guid: string): Promise<ComponentProperties | null>;
      hide(guids: string[]): Promise<void>;
      isolate(guids: string[]): Promise<void>;
    };
    tools: {
      select: { selection: ComponentRef[]; guids: string[]; enabled: boolean; select(guids: string[]): Promise<void> };
      section: {
        list(): SectionPlane[];
        add(point: Vec3, normal: Vec3): string;
        addAxis(axis: 'x' | 'y' | 'z'): string;
        remove(id: string): void;
        showFrames(shown: boolean): void;
      };
      measure: { enable(): void; enabled: boolean; list(): Dimension[] };
      hide: {
        enable(): void;
        hideSelected(): Promise<void>;
        isolateSelected(): Promise<void>;
        showAll(): Promise<void>;
      };
      roam: { enable(): void; enabled: boolean };
    };
    viewpoint: {
      save(): Viewpoint;
      apply(json: unknown): Promise<void>;
      snapshot(width: number, type?: string): Promise<{ size: number; type: string }>;
    };
    on(event: string, listener: () => void): void;
    load(options: {
      modelId: string;
      data: unknown;
      signal?: AbortSignal;
      onProgress?: unknown;
      alignments?: string[];
    }): Promise<unknown>;
    unload(modelId: string): Promise<void>;
    fit(guids?: string[]): Promise<void>;
    view(name: ViewName): Promise<void>;
    showWhole(): Promise<void>;
    projection(kind: 'perspective' | 'orthographic'): void;
    stats(): { triangles: number; draws: number };
    pixelsDrawn(): number;
    settled(): Promise<void>;
    loseContext(): { restore(): void };
    dispose(): void;
  };
};

/** Components of fixtures/tiny.ifc. */
export const SOUTH_WALL = '0tinyPrdm0000000000101';
export const DOOR = '0tinyPrdm0000000000104';
export const BASE_SLAB = '0tinyPrdm0000000000109';
export const UPPER_SLAB = '0tinyPrdm0000000000112';
export const UPPER_WALL = '0tinyPrdm0000000000113';
export const GROUND_STOREY = '0tinyPrdm0000000000004';
export const UPPER_STOREY = '0tinyPrdm0000000000005';
/** Metres below floor height at which the model ends. FIT_MARGIN is the viewer's factor of free space around it. */
const BASE_SLAB_THICKNESS = 0.15;
const FIT_MARGIN = 1.08;

/** The processor draws the pictures here. Beside other work a model may take half a minute. */
export const expect = plainExpect.configure({ timeout: 45_000 });
const LONGEST_MS = 240_000;
const WINDOW = { width: 800, height: 500 };

type Fixtures = {
  /** Opens a page of the playground and waits for its model. */
  open(name: string, query?: string): Promise<void>;
};

/** Every test runs in a page that must send no request to another origin. */
export const test = base.extend<Fixtures, { playground: Playground }>({
  playground: [
    async ({ browserName: _browser }, provide) => {
      const playground = await startPlayground();
      playground.add('tiny.frag', await convert(join(import.meta.dirname, '../fixtures/tiny.ifc')));
      await provide(playground);
      await playground.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ page, playground }, provide, info) => {
    info.setTimeout(LONGEST_MS);
    const outside: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(blob|data):/.test(url) && !url.startsWith(playground.url)) outside.push(url);
    });
    // The cost grows with the number of pixels, and the tested behaviour is the same in a smaller window.
    await page.setViewportSize(WINDOW);
    await provide(async (name, query = 'model=models/tiny.frag') => {
      await page.goto(`${playground.url}/${name}.html?${query}`);
      const loads = query.includes('model=');
      await expect
        .poll(() => lab(page, (l, model) => (model ? l.ready : l.viewer !== undefined) || l.errors.join(), loads))
        .toBe(true);
    });
    expect(outside, 'requests that left the origin').toEqual([]);
  },
});

/** Runs a function in the page with the playground's lab. */
export async function lab<T, A = undefined>(
  page: Page,
  action: (lab: Lab, given: A) => T | Promise<T>,
  given?: A,
): Promise<T> {
  const handle = await page.evaluateHandle(
    () => (globalThis as unknown as { lab?: Lab }).lab ?? ({ errors: [] } as unknown as Lab),
  );
  return handle.evaluate(action as (lab: Lab, given: unknown) => T | Promise<T>, given);
}

export async function noErrors(page: Page): Promise<void> {
  expect(await lab(page, (l) => l.errors)).toEqual([]);
}

/**
 * Position of a point on the page in an orthographic front view that fits the model. In metres from the south-west
 * corner of tiny.ifc at floor height.
 */
export async function fromTheFront(page: Page): Promise<(x: number, y: number) => { x: number; y: number }> {
  await lab(page, async ({ viewer }) => {
    viewer.projection('orthographic');
    await viewer.view('front');
    await viewer.settled();
  });
  const { min, max } = await boxOf(page);
  const canvas = await page.locator('canvas').boundingBox();
  if (!canvas) throw new Error('the canvas has no box');
  const [width, height] = [max[0] - min[0], max[1] - min[1]];
  const half = Math.max(height / 2, ((width / 2) * canvas.height) / canvas.width) * FIT_MARGIN;
  const pixels = canvas.height / (2 * half);
  return (x, y) => ({
    x: canvas.x + canvas.width / 2 + (x - width / 2) * pixels,
    y: canvas.y + canvas.height / 2 - (y + BASE_SLAB_THICKNESS - height / 2) * pixels,
  });
}

/** The box around the loaded model in the drawing space, whose origin may differ from the model's own. */
export async function boxOf(page: Page): Promise<Box> {
  const model = await lab(page, (l) => l.model);
  if (!model) throw new Error('no model is loaded');
  return model.box;
}

export function direction({ camera: { position, target } }: Viewpoint): number[] {
  const arm = target.map((value, axis) => value - (position[axis] ?? 0));
  const length = Math.hypot(...arm);
  return arm.map((value) => Math.round((value / length) * 1000) / 1000 || 0);
}

export function apart(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export const save = (page: Page): Promise<Viewpoint> => lab(page, ({ viewer }) => viewer.viewpoint.save());
export const pixels = (page: Page): Promise<number> => lab(page, ({ viewer }) => viewer.pixelsDrawn());
export const selected = (page: Page): Promise<string[]> => lab(page, ({ viewer }) => viewer.tools.select.guids);
