import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { modelIndex } from '@prdm/contract/models';
import { changed, drawnIn, pictureOf } from './support/drawing.ts';
import { buildProject } from './support/furnish.ts';
import { DRAW_MS, openModelPage, PARSE_MS, steady, tool, type Opens } from './support/model.ts';
import type { Outline } from './support/outline.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads the models of the other tests. */
test.describe.configure({ mode: 'serial' });

const uploaded = { projectId: 0, modelId: 0 };
/** The small house of the fixtures, 6000 x 4000 on the ground and 5300 high, written in metres. */
function houseInMetres(): string {
  const metres = (numbers: string): string =>
    numbers.replace(/-?\d+(?:\.\d*)?/g, (millimetres) => `${Number(millimetres) / 1000}`.replace(/^(-?\d+)$/, '$1.'));
  return readFileSync(join(import.meta.dirname, 'fixtures/tiny.ifc'), 'utf8')
    .replace('.LENGTHUNIT.,.MILLI.,', '.LENGTHUNIT.,$,')
    .replace(/(IFCCARTESIANPOINT\(\()([^)]*)/g, (_all, head: string, numbers: string) => head + metres(numbers))
    .replace(
      /(IFCRECTANGLEPROFILEDEF\(\.AREA\.,\$,#\d+,)([^)]*)/g,
      (_all, head: string, size: string) => head + metres(size),
    )
    .replace(
      /(IFCEXTRUDEDAREASOLID\(#\d+,#\d+,#\d+,)([^)]*)/g,
      (_all, head: string, depth: string) => head + metres(depth),
    )
    .replace(/(\.ELEMENT\.,)(3000\.)\)/g, (_all, head: string, height: string) => `${head}${metres(height)})`);
}

const sizeOf = ({ left, right, top, bottom }: Outline) => ({ width: right - left, height: bottom - top });

async function choose(page: Page, name: string): Promise<void> {
  await tool(page, '标准视图').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  // The camera moves smoothly, so the check must come after its start.
  await page.waitForTimeout(400);
}

async function view(page: Page, name: string): Promise<Outline> {
  await choose(page, name);
  return steady(page);
}

const openModel = (open: Opens, token: string): Promise<Page> => openModelPage(open, uploaded, { token });

async function drag(
  page: Page,
  from: { x: number; y: number },
  dx: number,
  dy: number,
  button: 'left' | 'right' = 'left',
) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 4 });
  await page.mouse.move(from.x + dx, from.y + dy, { steps: 4 });
  await page.mouse.up({ button });
}

test('[MV-009] an uploaded IFC file becomes parsed, a broken one failed', async ({ open, admin }) => {
  test.setTimeout(150_000);
  const person = await admin.addPerson({ account: 'modeller', name: '建模人', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '滨江小学', managerId: person.id });
  uploaded.projectId = project.id;
  const page = await open(`/file/index?project_id=${project.id}`, { token: admin.token });
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '07 模型', exact: true }).click();
  await expect(page.getByRole('navigation', { name: '当前位置' }).last()).toContainText('07 模型');
  const file = (name: string, text: string) => ({ name, mimeType: 'application/x-step', buffer: Buffer.from(text) });
  const whole = houseInMetres();
  await page
    .getByTestId('upload-file')
    .setInputFiles([file('教学楼.ifc', whole), file('坏文件.ifc', `${whole.slice(0, 900)}\u0000 cut off`)]);
  const states = async () => {
    const { list } = await admin.call(modelIndex, { project_id: project.id });
    return Object.fromEntries(list.map(({ name, status }) => [name, status]));
  };
  await expect.poll(states, { timeout: PARSE_MS }).toEqual({ '教学楼.ifc': 'parsed', '坏文件.ifc': 'failed' });
  const { list } = await admin.call(modelIndex, { project_id: project.id });
  uploaded.modelId = list.find(({ name }) => name === '教学楼.ifc')?.id ?? 0;

  await page.goto(`/file/model/index?project_id=${project.id}`);
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  await expect(card('教学楼.ifc')).toContainText('已解析');
  await expect(card('坏文件.ifc')).toContainText('解析失败');
});

test('[MV-001] the model is drawn; the pointer turns and moves it, the wheel zooms', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  await steady(page);
  const drawn = await drawnIn(page);
  expect(drawn.share).toBeGreaterThan(0.03);
  expect(drawn.colours).toBeGreaterThan(3);
  const middle = drawn.at ?? { x: 0, y: 0 };
  const first = await pictureOf(page);
  await drag(page, middle, 160, 30);
  await steady(page);
  expect(await changed(page, first, await pictureOf(page)), 'turned').toBeGreaterThan(0.03);

  await tool(page, '平行投影').click();
  const near = await view(page, '前视图');
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, 600);
  await page.waitForTimeout(300);
  const far = await steady(page);
  expect(sizeOf(far).width, 'the wheel').toBeLessThan(sizeOf(near).width * 0.9);
  const at = { x: (far.left + far.right) / 2, y: far.bottom - 40 };
  await drag(page, at, 40, -30, 'right');
  const shifted = await steady(page);
  for (const [side, by] of [
    ['left', 40],
    ['right', 40],
    ['bottom', -30],
  ] as const)
    expect(Math.abs(shifted[side] - far[side] - by), side).toBeLessThan(4);
});

test('[MV-002] the camera takes the chosen standard view', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  await tool(page, '平行投影').click();
  const { x, y } = (await drawnIn(page)).at ?? { x: 0, y: 0 };
  // In parallel projection the sides of the house show the camera direction: 6 x 5.3, 6 x 4 and 4 x 5.3 metres.
  for (const [name, ratio] of [
    ['俯视图', 6 / 4],
    ['左视图', 4 / 5.3],
    ['前视图', 6 / 5.3],
  ] as const) {
    await choose(page, name);
    // Zoomed out, or the tool bar would cover the top of the tall side.
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(300);
    const { width, height } = sizeOf(await steady(page));
    expect(Math.abs(width / height - ratio), name).toBeLessThan(0.03);
  }
});

test('[MV-003] while roaming the camera walks as long as a key is held', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  await steady(page);
  await tool(page, '漫游').click();
  await steady(page);
  const stood = await pictureOf(page);
  await page.locator('canvas').focus();
  await page.keyboard.down('w');
  await expect
    .poll(async () => changed(page, stood, await pictureOf(page)), {
      timeout: DRAW_MS,
      message: 'walks while W is held',
    })
    .toBeGreaterThan(0.03);
  await page.keyboard.up('w');
  const stopped = await steady(page).then(() => pictureOf(page));
  await page.waitForTimeout(300);
  expect(await changed(page, stopped, await pictureOf(page)), 'stands when it is let go').toBeLessThan(0.005);
});

/** The front view in parallel projection, and the number of pixels per metre. */
async function fromTheFront(page: Page): Promise<{ whole: Outline; metre: number }> {
  await tool(page, '平行投影').click();
  const whole = await view(page, '前视图');
  return { whole, metre: sizeOf(whole).width / 6 };
}

test('[MV-005] [MV-008] measuring by mouse; a model in metres is measured in millimetres', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  const { whole, metre } = await fromTheFront(page);
  await tool(page, '测量长度').click();
  // The eastern edge of the south wall, a few pixels beside its ends: the pointer must snap to them.
  for (const height of [0, 3]) {
    const end = { x: whole.right - 4, y: whole.bottom - (0.15 + height) * metre - 3 };
    await page.mouse.move(end.x, end.y);
    await expect(page.locator('[data-snap="vertex"]')).toBeVisible({ timeout: DRAW_MS });
    await page.mouse.click(end.x, end.y);
  }
  await expect(page.locator('[data-dimension]')).toHaveText(['3000 mm×']);
  await expect(page.getByTestId('measure-help')).toContainText('3000 mm');
  await page.getByRole('button', { name: '清除全部尺寸（1）' }).click();
  await expect(page.locator('[data-dimension]')).toHaveCount(0);
});

test('[MV-004] a plane cuts away what lies beyond it, and moves with the mouse', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  const { whole, metre } = await fromTheFront(page);
  await tool(page, '剖切').click();
  await page.getByRole('button', { name: 'X 轴' }).click();
  const handle = page.getByRole('slider', { name: '拖动剖切面' });
  await expect(handle).toBeVisible();
  const stood = Number(await handle.getAttribute('aria-valuenow'));
  // With another tool the handle is hidden, so the picture shows only the western half of the model.
  await tool(page, '选择').click();
  await expect(handle).toBeHidden();
  const half = await steady(page);
  expect(Math.abs(sizeOf(half).width - 3 * metre)).toBeLessThan(6);
  expect(Math.abs(half.left - whole.left)).toBeLessThan(4);

  await tool(page, '剖切').click();
  const knob = await handle.boundingBox();
  if (knob === null) throw new Error('the plane shows no handle');
  await drag(page, { x: knob.x + knob.width / 2, y: knob.y + knob.height / 2 }, -metre, 0);
  const moved = Number(await handle.getAttribute('aria-valuenow'));
  expect(Math.abs(stood - moved - 1000)).toBeLessThan(60);
  await tool(page, '选择').click();
  expect(Math.abs(sizeOf(await steady(page)).width - 2 * metre)).toBeLessThan(10);
});

test('[ER-026] a model that cannot be drawn shows that its preview failed', async ({ browser, server, admin }) => {
  test.setTimeout(90_000);
  // A separate browser, because the test expects the library's worker to throw here.
  const context = await browser.newContext({ baseURL: server.address });
  await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(admin.token)})`);
  const page = await context.newPage();
  await page.route('**/apis/model/data?*', (route) => route.fulfill({ body: 'nothing that could be drawn' }));
  await page.goto(`/file/model/view?id=${uploaded.modelId}&project_id=${uploaded.projectId}`);
  await expect(page.getByRole('alert')).toContainText('模型预览失败', { timeout: DRAW_MS });
  await expect(page.getByRole('button', { name: '重新打开' })).toBeVisible();
  await context.close();
});
