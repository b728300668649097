import type { Page } from '@playwright/test';
import { modelIndex, modelInfo, viewpointAdd } from '@prdm/contract/models';
import { drawnIn } from './support/drawing.ts';
import { inMemory } from './support/files.ts';
import { DRAW_MS, openModelPage, PARSE_MS, smallHouse, tool, toolBar, uploadModels } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads the models of the other tests. */
test.describe.configure({ mode: 'serial' });

const UPPER_WALL = '0tinyPrdm0000000000113';
const DOOR = '0tinyPrdm0000000000104';
const NAME = '两版宿舍.ifc';
const place = { projectId: 0, modelId: 0 };
const saved = { vp: 0, first: 0, second: 0 };

const versions = (page: Page) => page.getByRole('combobox', { name: '模型版本' });
const line = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const viewState = (isolated: string[]) =>
  JSON.stringify({
    version: 1,
    origin: [0, 0, 0],
    camera: { position: [3, 6, 20], target: [3, 3, -2], projection: 'perspective' },
    isolated,
    spaces: false,
  }) as never;

test('any stored version can be opened, and the address holds it', async ({ open, admin }) => {
  test.setTimeout(240_000);
  const { projectId, models } = await uploadModels(open, admin, {
    account: 'versions',
    project: '滨江小学',
    files: { [NAME]: smallHouse() },
  });
  const modelId = models[NAME] ?? 0;
  Object.assign(place, { projectId, modelId });
  const first = await admin.call(modelInfo, { id: modelId });
  const { id: vp } = await admin.call(viewpointAdd, {
    model_id: modelId,
    name: '隔墙与门',
    version_id: first.version_id,
    state: viewState([UPPER_WALL, DOOR]),
  });
  const folder = await open(`/file/index?project_id=${projectId}&pid=${first.folder_id}&file=${first.file_id}`, {
    token: admin.token,
  });
  // The upper wall was drawn again, so it is another component.
  const text = smallHouse().replace(UPPER_WALL, '0tinyPrdm0000000000999').replace("'南墙'", "'新南墙'");
  await folder.getByTestId('upload-version').setInputFiles(inMemory(NAME, text));
  const parsed = async () => {
    const { list } = await admin.call(modelIndex, { project_id: projectId });
    return list.map(({ version_no, status }) => `${version_no} ${status}`);
  };
  await expect.poll(parsed, { timeout: PARSE_MS }).toEqual(['2 parsed']);
  const second = await admin.call(modelInfo, { id: modelId });
  Object.assign(saved, { vp, first: first.version_id, second: second.version_id });

  const page = await openModelPage(open, place, { token: admin.token });
  await expect(versions(page)).toHaveValue(String(saved.second));
  await page.getByRole('searchbox').fill('南墙');
  await expect(line(page, '新南墙')).toBeVisible();
  await versions(page).selectOption(String(saved.first));
  await expect(page).toHaveURL(new RegExp(`version_id=${saved.first}`));
  await expect(toolBar(page)).toBeVisible({ timeout: DRAW_MS });
  await page.getByRole('searchbox').fill('南墙');
  await expect(line(page, '南墙')).toBeVisible();
  await page.reload();
  await expect(versions(page)).toHaveValue(String(saved.first), { timeout: DRAW_MS });
  await expect(toolBar(page)).toBeVisible({ timeout: DRAW_MS });
  await versions(page).selectOption(String(saved.second));
  await expect(page).not.toHaveURL(/version_id/);
});

test('a viewpoint opens in its version, and every tool works; in another version it names missing components and shows all', async ({
  open,
  admin,
}) => {
  test.setTimeout(240_000);
  const page = await openModelPage(open, place, { token: admin.token }, `&vp=${saved.vp}`);
  await expect(versions(page)).toHaveValue(String(saved.first));
  const alone = (await drawnIn(page)).share;
  const showAll = tool(page, '显示全部构件');
  await expect(showAll).toHaveAttribute('aria-disabled', 'false');
  await showAll.click();
  await expect.poll(async () => (await drawnIn(page)).share, { timeout: DRAW_MS }).toBeGreaterThan(alone * 1.5);
  await expect(showAll).toHaveAttribute('aria-disabled', 'true');

  await versions(page).selectOption(String(saved.second));
  const note = page.getByRole('status').filter({ hasText: '该视点' });
  await expect(note).toContainText('有 1 个构件（共 2 个）不在此版本中，已显示整个模型', { timeout: DRAW_MS });
  await expect(note).toContainText('保存于第 1 版');
  await expect(toolBar(page)).toBeVisible({ timeout: DRAW_MS });
  await expect(tool(page, '显示全部构件')).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(async () => (await drawnIn(page)).share, { timeout: DRAW_MS }).toBeGreaterThan(alone * 1.5);
  await note.getByRole('button', { name: '在该版本中打开' }).click();
  await expect(versions(page)).toHaveValue(String(saved.first), { timeout: DRAW_MS });
  await expect(note).toHaveCount(0);
  // From the panel it also opens in its version.
  await versions(page).selectOption(String(saved.second));
  await expect(note).toBeVisible({ timeout: DRAW_MS });
  await page.locator('.model-viewpoint').filter({ hasText: '隔墙与门' }).click();
  await expect(versions(page)).toHaveValue(String(saved.first), { timeout: DRAW_MS });
});
