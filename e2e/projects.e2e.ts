import type { Locator, Page } from '@playwright/test';
import { info as me } from '@prdm/contract/me';
import * as projects from '@prdm/contract/projects';
import { Api } from './support/api.ts';
import { buildProject } from './support/furnish.ts';
import { choose, dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const field = (page: Page, label: string): Locator =>
  page.locator('.ant-form-item').filter({ has: page.getByLabel(label, { exact: true }) });
const problem = (page: Page, label: string): Locator => field(page, label).locator('.ant-form-item-explain-error');
const save = (page: Page): Promise<void> => page.getByRole('button', { name: '新建项目' }).click();
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

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
  await expect(page.getByTestId('project-name')).toHaveText('项目');
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

test('the list is sorted by its heads, by mouse and by keyboard, and the address holds the order', async ({
  open,
  admin,
}) => {
  const { id: managerId } = await admin.call(me, {});
  for (const [name, end] of [
    ['排序中学', '2027-03-01'],
    ['排序安置房', '2026-12-01'],
    ['排序滨江10号楼', '2028-01-01'],
    ['排序滨江2号楼', undefined],
  ] as const)
    await buildProject(admin, {
      name,
      managerId,
      ...(end === undefined ? {} : { construction: { construction_start: '2026-01-01', construction_end: end } }),
    });
  const page = await open('/project/index?word=排序', { token: admin.token });
  const names = () => page.locator('.project-name > .ellipsis:first-child').allInnerTexts();
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.poll(names).toEqual(['排序滨江2号楼', '排序滨江10号楼', '排序安置房', '排序中学']);
  await head('项目名称').click();
  await expect.poll(names).toEqual(['排序安置房', '排序滨江2号楼', '排序滨江10号楼', '排序中学']);
  await expect(page).toHaveURL(/[?&]sort=name/);
  await page.reload();
  await expect.poll(names).toEqual(['排序安置房', '排序滨江2号楼', '排序滨江10号楼', '排序中学']);
  await expect(head('项目名称')).toHaveAttribute('aria-sort', 'ascending');
  await head('竣工时间').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]sort=deadline/);
  await expect.poll(names).toEqual(['排序安置房', '排序中学', '排序滨江10号楼', '排序滨江2号楼']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]sort=deadline&order=desc/);
  await expect.poll(names).toEqual(['排序滨江10号楼', '排序中学', '排序安置房', '排序滨江2号楼']);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/sort=/);
  await head('项目编号').focus();
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['排序中学', '排序安置房', '排序滨江10号楼', '排序滨江2号楼']);
});

/** Chooses an entry of a list, with or without typing. */
async function take(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  const open = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await open.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  await expect(open).toHaveCount(0);
}

const GENERAL = [
  ['name', '项目名称', '缺项的项目'],
  ['short_name', '项目简称', '缺项'],
  ['type_id', '项目类型', '办公建筑'],
  ['stage_id', '项目阶段', '方案设计'],
  ['manager_id', '项目经理', '系统管理员'],
] as const;
const MEASURES = [
  ['build_area', '建筑面积', '32000'],
  ['bim_area', 'BIM 面积', '30000'],
  ['land_area_unit', '用地面积单位', '㎡'],
  ['height_unit', '建筑高度单位', 'm'],
  ['build_area_unit', '建筑面积单位', '㎡'],
  ['bim_area_unit', 'BIM 面积单位', '㎡'],
] as const;
type Asked = (typeof GENERAL | typeof MEASURES)[number];

async function fillOne(page: Page, [, label, value]: Asked): Promise<void> {
  const input = page.getByLabel(label, { exact: true });
  if ((await input.getAttribute('role')) === 'combobox') await take(page, label, value);
  else await input.fill(value);
}

/**
 * Fills the fields one after the other. Each missing field shows its error, and one missing field is enough to stop the
 * form.
 */
async function askedOneByOne(page: Page, asked: readonly Asked[]): Promise<void> {
  const sent = sentBy(page);
  const problems = page.locator('.ant-form-item-explain-error');
  for (const [at, one] of asked.entries()) {
    const [, label] = one;
    await save(page);
    await expect(problem(page, label), label).toHaveText('此项必填');
    await expect(problems, label).toHaveText(asked.slice(at).map(() => '此项必填'));
    await fillOne(page, one);
    await expect(problem(page, label), label).toHaveCount(0);
  }
  expect(sent, 'nothing was sent').toEqual([]);
}

/** Collects every submission of the form from now on. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().endsWith(projects.add.path) && sent.push(request.url())));
  return sent;
}

test('[VA-001] each missing field of a project is refused at the field', async ({ open, admin }) => {
  const page = await open('/project/add', { token: admin.token });
  for (const one of MEASURES.slice(0, 2)) await fillOne(page, one); // the units have a default value
  await page.getByLabel('项目经理', { exact: true }).press('Delete'); // the creator is the default
  await askedOneByOne(page, GENERAL);
});

test('[VA-002] each missing area and unit is refused at the field', async ({ open, admin }) => {
  const page = await open('/project/add', { token: admin.token });
  for (const one of GENERAL) await fillOne(page, one);
  for (const [, label] of MEASURES.slice(2)) {
    await field(page, label).hover();
    await field(page, label).locator('.ant-select-clear').click();
  }
  await askedOneByOne(page, MEASURES);
});

test('[VA-003] an area that is no number is refused at the field, and the form kept', async ({ open, admin }) => {
  const page = await open('/project/add', { token: admin.token });
  const sent = sentBy(page);
  for (const one of [...GENERAL, ...MEASURES.slice(0, 2)]) await fillOne(page, one);
  await page.getByLabel('建筑面积', { exact: true }).fill('12a');
  await save(page);
  await expect(problem(page, '建筑面积')).toHaveText('请填写数字');
  await expect(page.getByLabel('建筑面积', { exact: true })).toHaveValue('12a');
  await expect(page.getByLabel('项目名称', { exact: true })).toHaveValue('缺项的项目');
  expect(sent, 'nothing was sent').toEqual([]);
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

test('[BU-027] ongoing and archived projects are in two lists, each with its own', async ({ open, admin }) => {
  const person = await admin.addPerson({ account: 'lister', name: '列表人', password: 'Design-2026' });
  const [going, gone] = [
    await buildProject(admin, { name: '在建的医院', managerId: person.id }),
    await buildProject(admin, { name: '建成的医院', managerId: person.id }),
  ];
  const { version } = await admin.call(projects.info, { project_id: gone.id });
  await admin.call(projects.archive, { project_id: gone.id, version });
  const page = await open('/project/index', { token: admin.token });
  await expect(row(page, '在建的医院')).toBeVisible();
  await expect(row(page, '建成的医院')).toHaveCount(0);
  await page.getByRole('link', { name: '已归档' }).click();
  await expect(row(page, '建成的医院')).toBeVisible();
  await expect(row(page, '在建的医院')).toHaveCount(0);
  for (const [state, own, other] of [
    ['ongoing', going.id, gone.id],
    ['archived', gone.id, going.id],
  ] as const) {
    const ids = (await admin.call(projects.index, { state, ispage: 'not' })).list.map(({ id }) => id);
    expect(ids, state).toContain(own);
    expect(ids, state).not.toContain(other);
  }
});

test('[BU-038] an added member is in the list of members and may enter', async ({ open, admin, server }) => {
  const manager = await admin.addPerson({ account: 'leads', name: '周经理', password: 'Design-2026' });
  const newcomer = await admin.addPerson({ account: 'joins', name: '新成员', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '会展中心', managerId: manager.id });
  const theirs = await Api.signIn(server.address, newcomer.account, newcomer.password);
  await expect(theirs.call(projects.info, { project_id: project.id })).rejects.toThrow(' 444 ');

  const { token } = await Api.signIn(server.address, manager.account, manager.password);
  const page = await open(`/project/detail?id=${project.id}&tab=members`, { token });
  await expect(row(page, '新成员')).toHaveCount(0);
  await page.getByRole('button', { name: '添加成员' }).click();
  const adding = dialog(page, '添加成员');
  await choose(page, adding, '人员', '新成员');
  await choose(page, adding, '项目角色', '设计人');
  await adding.getByRole('button', { name: '添加', exact: true }).click();
  await expect(row(page, '新成员')).toContainText('设计人');

  expect((await theirs.call(projects.info, { project_id: project.id })).name).toBe('会展中心');
  const entered = await open(`/project/detail?id=${project.id}`, { token: theirs.token });
  await expect(entered.getByRole('heading', { level: 1, name: '会展中心' })).toBeVisible();
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
  expect(lasted).toBeGreaterThanOrEqual(2950);
  expect(lasted).toBeLessThan(4500);

  await page.getByRole('link', { name: '设置', exact: true }).click();
  await page.getByLabel('BIM 面积', { exact: true }).fill('30000');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(toasts.filter({ hasText: '已保存' })).toHaveAttribute('data-kind', 'success');
  await page.route('**/apis/project/index?*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: '全部项目' }).click();
  await expect(toasts.filter({ hasText: '网络连接失败' })).toHaveAttribute('data-kind', 'error');
  const kinds = Object.entries(await seen());
  expect(kinds.map(([kind]) => kind).toSorted()).toEqual(['error', 'success', 'warning']);
  for (const at of [0, 1]) expect(new Set(kinds.map(([, { look }]) => look[at])).size, 'colour, then sign').toBe(3);
});
