import type { Locator, Page } from '@playwright/test';
import { choose } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const field = (page: Page, label: string): Locator =>
  page.locator('.ant-form-item').filter({ has: page.getByLabel(label, { exact: true }) });
const problem = (page: Page, label: string): Locator => field(page, label).locator('.ant-form-item-explain-error');
const save = (page: Page): Promise<void> => page.getByRole('button', { name: '新建项目' }).click();

async function fillSheet(page: Page, name: string): Promise<void> {
  await page.getByLabel('项目名称', { exact: true }).fill(name);
  await page.getByLabel('项目简称', { exact: true }).fill('滨江');
  await choose(page, page, '项目类型', '教育建筑');
  await choose(page, page, '项目阶段', '初步设计');
  await choose(page, page, '项目经理', '系统管理员');
  await page.getByLabel('建筑面积', { exact: true }).fill('32000');
  await page.getByLabel('BIM 面积', { exact: true }).fill('30000');
}

test('[R-019] /project/add shows the form under the top bar, /project/detail the fields of a project', async ({
  open,
  admin,
}) => {
  const page = await open('/project/add', { token: admin.token });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('nav.side-menu')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('项目/新建项目');
  await fillSheet(page, '滨江小学');
  await page.getByLabel('详细地址', { exact: true }).fill('江南大道 100 号');
  await page.getByLabel('开工时间', { exact: true }).click();
  await page.locator('.ant-picker-dropdown').getByText('15', { exact: true }).first().click();
  const day = await page.getByLabel('开工时间', { exact: true }).inputValue();
  await save(page);
  await expect(page).toHaveURL(/\/project\/detail\?id=\d+$/);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByTestId('project-name')).toHaveText('滨江小学');
  const head = page.locator('.project-head');
  for (const text of ['滨江小学', '教育建筑', '初步设计', '系统管理员', '进行中'])
    await expect(head).toContainText(text);
  const facts = page.getByRole('region', { name: '项目信息' });
  for (const text of ['32,000 ㎡', '30,000 ㎡', '江南大道 100 号', day]) await expect(facts).toContainText(text);
});

test('a form submitted with missing fields scrolls to the first one, with its label and error visible', async ({
  open,
  admin,
}) => {
  const page = await open('/project/add', { token: admin.token, height: 700 });
  await expect(page.getByLabel('项目名称', { exact: true })).toBeVisible();
  const body = page.locator('.form-page-body');
  await body.hover();
  // Scrolls so far that only the label is hidden.
  await page.mouse.wheel(0, 90);
  await save(page);
  await expect(problem(page, '项目名称')).toBeVisible();
  const top = (await body.boundingBox())?.y ?? 0;
  const yOf = async (what: Locator): Promise<{ top: number; bottom: number }> => {
    const box = await what.boundingBox();
    return { top: box?.y ?? -1, bottom: (box?.y ?? -1) + (box?.height ?? 0) };
  };
  const label = (name: string): Locator => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) });
  await expect.poll(async () => (await yOf(label('项目名称'))).top).toBeGreaterThanOrEqual(top);
  await expect(page.getByLabel('项目名称', { exact: true })).toBeFocused();
  // The error is closer to its field than to the label of the next one.
  const told = await yOf(problem(page, '项目名称'));
  const own = await yOf(field(page, '项目名称').locator('.ant-input-affix-wrapper'));
  const next = await yOf(label('项目类型'));
  expect(next.top - told.bottom).toBeGreaterThan(told.top - own.bottom + 3);
});

test('[ER-012] error, success and warning look different, and a warning disappears after 3000 ms', async ({
  open,
  admin,
}) => {
  const page = await open('/project/add', { token: admin.token });
  await expect(page.locator('.toasts')).toBeAttached();
  // Records in the page when each message appears and disappears.
  await page.evaluate(`(() => {
    window.seen = {};
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of addedNodes)
          if (node.dataset?.kind && node.matches('.toast'))
            window.seen[node.dataset.kind] = { from: performance.now(), look: lookOf(node) };
        for (const node of removedNodes)
          if (node.dataset?.kind && node.matches('.toast')) window.seen[node.dataset.kind].to = performance.now();
      }
    }).observe(document.querySelector('.toasts'), { childList: true });
    const lookOf = (node) => [getComputedStyle(node.querySelector('svg')).color, node.querySelector('svg').innerHTML];
  })()`);
  const seen = () => page.evaluate<Record<string, { from: number; to?: number; look: string[] }>>('window.seen');
  await fillSheet(page, '面积存疑的项目');
  await page.getByLabel('BIM 面积', { exact: true }).fill('33000');
  await save(page);
  const toasts = page.locator('.toast');
  await expect(toasts).toHaveText('BIM 面积大于建筑面积，请核对');
  await expect(toasts).toHaveAttribute('data-kind', 'warning');
  await expect(toasts).toHaveCount(0);
  const { warning } = await seen();
  const lasted = (warning?.to ?? 0) - (warning?.from ?? 0);
  // The page may notice the toast a little late.
  expect(lasted).toBeGreaterThanOrEqual(2800);
  expect(lasted).toBeLessThan(4500);

  await page.getByRole('link', { name: '设置', exact: true }).click();
  await page.getByLabel('BIM 面积', { exact: true }).fill('30000');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(toasts.filter({ hasText: '已保存' })).toHaveAttribute('data-kind', 'success');
  await page.route('**/apis/project/index?*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '项目' }).click();
  await expect(toasts.filter({ hasText: '网络连接失败' })).toHaveAttribute('data-kind', 'error');
  const kinds = Object.entries(await seen());
  expect(kinds.map(([kind]) => kind).toSorted()).toEqual(['error', 'success', 'warning']);
  for (const at of [0, 1]) expect(new Set(kinds.map(([, { look }]) => look[at])).size, 'colour, then sign').toBe(3);
});
