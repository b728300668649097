import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ViewName, Viewpoint } from '../packages/viewer/src/types.ts';
import {
  apart,
  BASE_SLAB,
  boxOf,
  direction,
  DOOR,
  expect,
  fromTheFront,
  GROUND_STOREY,
  lab,
  noErrors,
  pixels,
  save,
  selected,
  SOUTH_WALL,
  test,
  UPPER_SLAB,
  UPPER_STOREY,
  UPPER_WALL,
} from './support/lab.ts';
import { convert } from './support/playground.ts';

function spanOf({ camera }: Viewpoint): number {
  return apart(camera.position, camera.target);
}

test('a model is drawn, and nothing is drawn without one', async ({ page, open }) => {
  await open('views', '');
  expect(await pixels(page)).toBe(0);
  await open('views');
  expect(await pixels(page)).toBeGreaterThan(0.1);
  expect((await lab(page, ({ viewer }) => viewer.stats())).triangles).toBeGreaterThan(100);
  await noErrors(page);
});

test('dragging turns around the point under the pointer or moves it, and the wheel zooms in', async ({
  page,
  open,
}) => {
  await open('select');
  const canvas = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // On the walls below the upper slab. At the edge of the slab another component would come under the pointer during
  // the turn.
  const centre = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height * 0.62 };
  await page.mouse.click(centre.x, centre.y);
  await expect.poll(() => selected(page)).toHaveLength(1);
  const held = await selected(page);
  const before = await save(page);

  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down();
  await page.mouse.move(centre.x + 30, centre.y + 10, { steps: 4 });
  await page.mouse.up();
  const turned = await save(page);
  expect(direction(turned)).not.toEqual(direction(before));
  // A drag is not a click, and the point under the pointer at its start keeps its position.
  expect(await selected(page)).toEqual(held);
  await page.keyboard.press('Escape');
  await page.mouse.click(centre.x, centre.y);
  await expect.poll(() => selected(page)).toEqual(held);

  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(centre.x + 80, centre.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  const shifted = await save(page);
  expect(direction(shifted)).toEqual(direction(turned));
  expect(apart(shifted.camera.position, turned.camera.position)).toBeGreaterThan(0.3);

  await page.mouse.wheel(0, -600);
  const near = await save(page);
  expect(direction(near)).toEqual(direction(turned));
  // One step of the wheel goes more than a third of the way to the point under the pointer.
  expect(apart(near.camera.position, near.camera.target)).toBeLessThan(
    apart(shifted.camera.position, shifted.camera.target) * 0.7,
  );
  await noErrors(page);
});

test('the standard views look along the axes', async ({ page, open }) => {
  await open('views');
  const views: [ViewName, number[]][] = [
    ['top', [0, -1, 0]],
    ['bottom', [0, 1, 0]],
    ['front', [0, 0, -1]],
    ['back', [0, 0, 1]],
    ['left', [1, 0, 0]],
    ['right', [-1, 0, 0]],
  ];
  for (const [name, expected] of views) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(async () => direction(await save(page)), { message: name }).toEqual(expected);
    await lab(page, ({ viewer }) => viewer.settled());
    expect(await pixels(page), name).toBeGreaterThan(0.05);
  }
  await noErrors(page);
});

test('a click selects, Shift adds, Esc clears, a double click fits the component', async ({ page, open }) => {
  await open('select');
  const at = await fromTheFront(page);
  const door = at(1.95, 1);
  await page.mouse.click(door.x, door.y);
  await expect.poll(() => selected(page)).toEqual([DOOR]);
  const wall = at(4.5, 1.5);
  await page.keyboard.down('Shift');
  await page.mouse.click(wall.x, wall.y);
  await page.keyboard.up('Shift');
  await expect.poll(() => selected(page)).toEqual([DOOR, SOUTH_WALL]);
  await page.keyboard.press('Escape');
  await expect.poll(() => selected(page)).toEqual([]);
  const whole = spanOf(await save(page));
  await page.mouse.dblclick(door.x, door.y);
  // The door is 2.1 m high and 1.95 m from the corner, the house 5.3 m.
  await expect.poll(async () => spanOf(await save(page))).toBeLessThan(whole * 0.7);
  const { min } = await boxOf(page);
  await expect.poll(async () => (await save(page)).camera.target[0] - min[0]).toBeCloseTo(1.95, 1);
  await noErrors(page);
});

test('components carry the names, property sets, quantities and types of the IFC', async ({ page, open }) => {
  await open('components');
  const tree = await lab(page, ({ viewer }) => viewer.components.tree());
  const storeys = tree[0]?.children[0]?.children[0]?.children ?? [];
  expect(tree[0]).toMatchObject({ kind: 'project', name: '小样项目', count: 8 });
  expect(storeys.map(({ kind, name, guid, count }) => [kind, name, guid, count])).toEqual([
    ['storey', '一层', GROUND_STOREY, 6],
    ['storey', '二层', UPPER_STOREY, 2],
  ]);
  expect(storeys[1]?.children.map(({ ifcClass }) => ifcClass)).toEqual(['IFCSLAB', 'IFCWALL']);
  const classes = await lab(page, ({ viewer }) => viewer.components.tree('class'));
  expect(classes.map(({ ifcClass, count }) => [ifcClass, count])).toEqual([
    ['IFCDOOR', 1],
    ['IFCSLAB', 2],
    // Rooms are not components.
    ['IFCSPACE', 0],
    ['IFCWALL', 5],
  ]);
  const wall = await lab(page, ({ viewer }, guid) => viewer.components.properties(guid), SOUTH_WALL);
  expect(wall).toMatchObject({ name: '南墙', ifcClass: 'IFCWALL', materials: ['加气混凝土'] });
  expect(wall?.type).toMatchObject({ name: '200厚加气混凝土墙', ifcClass: 'IFCWALLTYPE' });
  expect(wall?.type?.sets[0]?.properties).toEqual([{ name: 'FireRating', value: '2.0h', type: 'IFCLABEL' }]);
  expect(wall?.sets.map(({ name, kind }) => [name, kind])).toEqual([
    ['Pset_WallCommon', 'properties'],
    ['Qto_WallBaseQuantities', 'quantities'],
  ]);
  const door = await lab(page, ({ viewer }, guid) => viewer.components.properties(guid), DOOR);
  expect(door?.sets[0]?.properties).toContainEqual({ name: '防火等级', value: '甲级', type: 'IFCLABEL' });
  expect(await lab(page, ({ viewer }) => viewer.components.properties('no such guid'))).toBeNull();
  await noErrors(page);
});

test('a section plane cuts parts away, is dragged by its handle, and picks respect the cut', async ({ page, open }) => {
  await open('section');
  await lab(page, async ({ viewer }) => {
    viewer.projection('orthographic');
    await viewer.view('top');
    await viewer.settled();
  });
  const canvas = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middle = { x: canvas.x + canvas.width / 2 - 40, y: canvas.y + canvas.height / 2 };
  await page.mouse.click(middle.x, middle.y);
  await expect.poll(() => selected(page)).toEqual([UPPER_SLAB]);

  await lab(page, async ({ viewer }) => {
    viewer.tools.section.addAxis('z');
    await viewer.settled();
  });
  await page.mouse.click(middle.x, middle.y);
  await expect.poll(() => selected(page)).toEqual([BASE_SLAB]);

  await lab(page, ({ viewer }) => viewer.view('front'));
  await lab(page, ({ viewer }) => viewer.settled());
  const cut = await pixels(page);
  const height = async (): Promise<number> => (await lab(page, (l) => l.viewer.tools.section.list()))[0]?.point[1] ?? 0;
  const from = await height();
  const knob = await page.getByRole('slider').boundingBox();
  if (!knob) throw new Error('the section plane shows no handle');
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2);
  await page.mouse.down();
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2 + 120, { steps: 6 });
  await page.mouse.up();
  expect(await height()).toBeLessThan(from - 0.5);
  await lab(page, ({ viewer }) => viewer.settled());
  expect(await pixels(page)).toBeLessThan(cut * 0.9);

  await page.getByRole('slider').press('Shift+ArrowUp');
  const keyed = await height();
  await page.getByRole('slider').press('ArrowUp');
  expect((await height()) - keyed).toBeCloseTo(0.1, 5);
  await page.getByRole('slider').press('f');
  expect((await lab(page, (l) => l.viewer.tools.section.list()))[0]?.normal[1]).toBe(-1);
  await page.getByRole('slider').press('Delete');
  expect(await lab(page, (l) => l.viewer.tools.section.list())).toEqual([]);
  await noErrors(page);
});

test('a click on a face adds a section plane there', async ({ page, open }) => {
  await open('section');
  const at = await fromTheFront(page);
  await page.getByRole('button', { name: 'Pick face' }).click();
  const wall = at(4.5, 1.5);
  await page.mouse.click(wall.x, wall.y);
  await expect.poll(() => lab(page, (l) => l.viewer.tools.section.list().length)).toBe(1);
  const [plane] = await lab(page, (l) => l.viewer.tools.section.list());
  expect(plane?.normal.map((value) => Math.round(value) || 0)).toEqual([0, 0, 1]);
  // One centimetre inside the south face.
  expect(plane?.point[2]).toBeCloseTo((await boxOf(page)).max[2] - 0.01, 3);
  // The tool enables selecting again.
  expect(await lab(page, (l) => l.viewer.tools.select.enabled)).toBe(true);
  await noErrors(page);
});

test('two corners 3000 mm apart measure 3000 mm', async ({ page, open }) => {
  await open('measure');
  const at = await fromTheFront(page);
  await page.getByRole('button', { name: 'Measure' }).click();
  // A few pixels beside the corners of the south wall: the pointer must snap to them.
  for (const { x, y } of [at(6, 0), at(6, 3)]) {
    await page.mouse.move(x - 4, y - 3);
    await expect(page.locator('[data-snap="vertex"]')).toBeVisible();
    await page.mouse.click(x - 4, y - 3);
  }
  await expect(page.locator('[data-dimension]')).toHaveText(['3000 mm×']);
  const [dimension] = await lab(page, (l) => l.viewer.tools.measure.list());
  expect(dimension?.mm).toBeCloseTo(3000, 1);
  expect(dimension?.deltaMm.map((value) => Math.round(value) || 0)).toEqual([0, 0, 3000]);

  const corner = at(0, 0);
  await page.mouse.click(corner.x + 3, corner.y - 3);
  await page.mouse.move(at(4.5, 1.5).x, at(4.5, 1.5).y);
  await expect(page.locator('[data-dimension]')).toHaveCount(2);
  await page.locator('canvas').press('Escape');
  await expect(page.locator('[data-dimension]')).toHaveCount(1);
  expect(await lab(page, (l) => l.viewer.tools.measure.enabled)).toBe(true);
  await page.locator('canvas').press('Escape');
  expect(await lab(page, (l) => [l.viewer.tools.measure.enabled, l.viewer.tools.select.enabled])).toEqual([
    false,
    true,
  ]);
  await page.getByRole('button', { name: 'Remove dimension' }).click();
  await expect(page.locator('[data-dimension]')).toHaveCount(0);
  await noErrors(page);
});

test('components are hidden, isolated and shown again', async ({ page, open }) => {
  await open('components');
  const whole = await pixels(page);
  await lab(
    page,
    async ({ viewer }, guid) => {
      await viewer.components.isolate([guid]);
      await viewer.settled();
    },
    UPPER_STOREY,
  );
  const upper = await pixels(page);
  expect(upper).toBeLessThan(whole * 0.7);
  expect(upper).toBeGreaterThan(0.02);
  await lab(
    page,
    async ({ viewer }, guid) => {
      await viewer.tools.select.select([guid]);
      await viewer.tools.hide.hideSelected();
      await viewer.settled();
    },
    UPPER_WALL,
  );
  expect(await pixels(page)).toBeLessThan(upper);
  expect(await selected(page)).toEqual([]);
  expect(await save(page)).toMatchObject({ hidden: [UPPER_WALL], isolated: [UPPER_STOREY] });
  await lab(page, async ({ viewer }) => {
    await viewer.tools.hide.showAll();
    await viewer.settled();
  });
  expect(await pixels(page)).toBeCloseTo(whole, 3);
  await noErrors(page);
});

test('real models of the corpus are drawn', async ({ page, open, playground }) => {
  const corpus = process.env.MODEL_CORPUS;
  const folder = join(corpus ?? '', 'ifc');
  const names = corpus ? readdirSync(folder).filter((name) => /^(Duplex|AC20|KIT).*\.ifc$/.test(name)) : [];
  if (corpus) expect(names.length, `models in ${folder}`).toBeGreaterThan(0);
  for (const name of names) playground.add(`${name}.frag`, await convert(join(folder, name)));
  for (const name of ['tiny', ...names]) {
    await open('views', `model=models/${name}.frag`);
    expect(await pixels(page), name).toBeGreaterThan(0.05);
    await noErrors(page);
  }
});
