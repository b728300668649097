import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { buildDesignProject, handIn } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const DESK = '/process/task/process';
const queue = (page: Page): Locator => page.getByRole('region', { name: '审核队列' });
const rows = (page: Page): Locator => queue(page).getByRole('link');
const title = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 2, exact: true });
const decision = (page: Page): Locator => page.getByRole('region', { name: '审核决定' });

const NAMES = Array.from({ length: 10 }, (_, at) => `${at + 1}层平面图`);

test('ten reviews take ten clicks, and the queue is empty after them', async ({ open, admin, server }) => {
  test.setTimeout(120_000);
  const built = await buildDesignProject(admin, '桌一');
  await handIn(admin, built, NAMES);
  const { token } = await Api.signIn(server.address, built.reviewer.account, built.reviewer.password);
  const page = await open(DESK, { token });
  await expect(rows(page)).toHaveCount(10);
  await page.evaluate(`addEventListener('click', () => { window.clicks = (window.clicks ?? 0) + 1; }, true)`);
  for (const name of NAMES.toReversed()) {
    await expect(title(page, name)).toBeVisible();
    await decision(page).getByRole('button', { name: '通过', exact: true }).click();
    await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
  }
  await expect(page.getByText('待审核的事项已全部处理')).toBeVisible();
  expect(await page.evaluate('window.clicks')).toBe(10);
  await queue(page)
    .getByRole('tab', { name: /^我已审核/ })
    .click();
  await expect(rows(page)).toHaveCount(10);
});

test('keys decide, a reload keeps the open review, back leaves the desk, and ticked reviews pass together', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(120_000);
  const built = await buildDesignProject(admin, '桌二');
  await handIn(admin, built, ['甲楼', '乙楼', '丙楼', '丁楼', '戊楼']);
  const { token } = await Api.signIn(server.address, built.reviewer.account, built.reviewer.password);
  const page = await open('/home', { token });
  await page.getByRole('link', { name: /丁楼/ }).first().click();
  await expect(page).toHaveURL(/\/process\/task\/process\?id=\d+$/);
  await expect(title(page, '丁楼')).toBeVisible();
  await page.keyboard.press('j');
  await expect(title(page, '丙楼')).toBeVisible();
  await page.reload();
  await expect(title(page, '丙楼')).toBeVisible();
  await expect(page.getByText('丙楼已按会议纪要修改')).toBeVisible();

  await expect(decision(page)).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.type('可以');
  await page.keyboard.press('Enter');
  await expect(title(page, '乙楼')).toBeVisible();
  await expect(decision(page)).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('缺轴线尺寸');
  await page.keyboard.press('Enter');
  await expect(title(page, '甲楼')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);

  await queue(page).getByRole('checkbox', { name: '选中“甲楼”' }).check();
  await page.keyboard.press('k');
  await expect(title(page, '丁楼')).toBeVisible();
  await page.keyboard.press('x');
  await queue(page).getByRole('button', { name: '批量通过' }).click();
  const asked = page.getByRole('dialog', { name: '通过选中的 2 项审核？' });
  await expect(asked.getByRole('listitem')).toHaveText([/丁楼/, /甲楼/]);
  await asked.getByRole('button', { name: '通过 2 项' }).click();
  await expect(title(page, '戊楼')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});
