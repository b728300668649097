import type { Locator, Page } from '@playwright/test';
import { professions } from '@prdm/contract/config/dictionaries';
import { info } from '@prdm/contract/projects';
import { staffing } from '@prdm/contract/projects/staffing';
import { expectAccessible } from './support/axe.ts';
import { buildProject } from './support/furnish.ts';
import { choose } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const index = (page: Page): Locator => page.getByRole('navigation', { name: '表单分区' });
const section = (page: Page, name: string): Locator =>
  index(page).getByRole('button', { name: new RegExp(`^${name}`) });

for (const width of [1440, 390])
  test(`two wrong fields in two sections show their counts, and the index leads to each (${width} px)`, async ({
    open,
    admin,
  }) => {
    const page = await open('/project/add', { token: admin.token, width });
    await page.getByLabel('项目名称', { exact: true }).fill('滨江小学');
    await choose(page, page, '项目类型', '教育建筑');
    await choose(page, page, '项目阶段', '初步设计');
    await page.getByLabel('BIM 面积', { exact: true }).fill('30000');
    await page.getByLabel('建筑面积', { exact: true }).fill('三万');
    await page.getByRole('button', { name: '新建项目' }).click();
    // The first wrong field has the focus.
    await expect(page.getByLabel('项目简称', { exact: true })).toBeFocused();
    await expect(section(page, '基本信息')).toHaveAccessibleName('基本信息 1 处需要修改');
    await expect(section(page, '面积')).toHaveAccessibleName('面积 1 处需要修改');
    for (const right of ['人员', '地点', '建筑'])
      await expect(index(page).getByRole('button', { name: right, exact: true })).toBeVisible();
    await section(page, '面积').click();
    await expect(page.getByLabel('建筑面积', { exact: true })).toBeFocused();
    await expect(page.getByLabel('建筑面积', { exact: true })).toBeInViewport();
    await page.getByLabel('建筑面积', { exact: true }).fill('32000');
    await expect(section(page, '面积')).toHaveAccessibleName('面积');
    await expectAccessible(page, 'project form');
  });

test('[EN-035] [EN-010] country, province and city are chosen, and the browser keeps the project info', async ({
  open,
  admin,
}) => {
  const manager = await admin.addPerson({ account: 'sheet.manager', name: '钱经理' });
  const project = await buildProject(admin, { name: '体育馆', managerId: manager.id });
  const page = await open(`/project/detail?id=${project.id}&tab=settings`, { token: admin.token });
  await choose(page, page, '国家或地区', '中国');
  await choose(page, page, '省份', '浙江省');
  await choose(page, page, '城市', '杭州市');
  await choose(page, page, '项目标签', '重点项目');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const facts = page.getByRole('region', { name: '项目信息' });
  await expect(facts).toContainText('浙江省 杭州市');
  await expect(facts).toContainText('重点项目');
  const { type_id } = await admin.call(info, { project_id: project.id });
  const stored = await page.evaluate(() => localStorage.getItem('project'));
  expect(JSON.parse(stored ?? '')).toEqual({
    id: project.id,
    name: '体育馆',
    root: 0,
    is_project: true,
    project_type: type_id,
  });
});

test('staffing of 5 disciplines x 4 roles is one page and one save', async ({ open, admin }) => {
  const manager = await admin.addPerson({ account: 'staffing.manager', name: '钱经理' });
  const names = ['赵一', '孙二', '周三', '吴四'];
  for (const [at, name] of names.entries()) await admin.addPerson({ account: `staffing.${at}`, name });
  const project = await buildProject(admin, { name: '图书馆', managerId: manager.id });
  const page = await open(`/project/detail?id=${project.id}&tab=members`, { token: admin.token });
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/apis/project/')) saves.push(request.url());
  });
  await click(page.getByRole('tab', { name: '专业配备' }));
  const grid = page.getByRole('grid', { name: '专业配备' });
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  const disciplines = ['建筑', '结构', '给排水', '暖通', '电气'];
  const roles = ['专业负责人', '设计人', '校对人', '审核人'];
  for (const discipline of disciplines)
    for (const [at, role] of roles.entries()) {
      const name = names[at] ?? '';
      await click(grid.getByRole('button', { name: `${discipline} · ${role}: 未指定` }));
      await page.keyboard.insertText(name);
      await expect(list.locator('.ant-select-item-option-active')).toContainText(name);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await expect(grid.getByRole('button', { name: `${discipline} · ${role}: ${name}` })).toBeVisible();
    }
  await expect(page.getByRole('status').filter({ hasText: '已更改 20 格' })).toBeVisible();
  await expectAccessible(page, 'staffing');
  await click(page.getByRole('button', { name: '保存配备' }));
  await expect(page.getByText('已保存')).toBeVisible();
  // One click to open the matrix, one for each cell, one to save.
  expect(clicks).toBe(1 + 20 + 1);
  expect(saves).toHaveLength(1);
  const { list: all } = await admin.call(professions.index, { ispage: 'not' });
  const saved = await admin.call(staffing, { project_id: project.id });
  expect(saved.cells.filter((cell) => cell.profession_id !== null)).toHaveLength(20);
  expect(all.length).toBeGreaterThan(5);

  // The arrow keys move, Enter opens the picker, Escape comes back.
  const first = grid.getByRole('button', { name: /^建筑 · 专业负责人/ });
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('button', { name: /^结构 · 专业负责人/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('button', { name: /^结构 · 专业负责人/ })).toBeFocused();
});
