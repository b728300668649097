import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './api.ts';

/** Controls that many pages share, found by their visible names. */

export async function signIn(page: Page, { account, password }: Pick<Person, 'account' | 'password'>): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** Opens the list of a field and chooses these entries. A multiple list stays open, so the field is left. */
export async function choose(
  page: Page,
  place: Locator | Page,
  label: string,
  ...names: readonly string[]
): Promise<void> {
  // By the text of its label: the accessible name also contains the required mark of the style sheet.
  const field = place.getByLabel(label, { exact: true }).and(page.getByRole('combobox'));
  await field.click();
  const open = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  for (const name of names) {
    await field.fill(name);
    await open.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  }
  // A list for one entry closes automatically. There the key would close the dialog below it.
  if ((await field.getAttribute('aria-expanded')) === 'true') await field.press('Escape');
  await expect(open).toHaveCount(0);
}

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

const badge = (page: Page): Locator => page.getByTestId('notice-badge');

/** The number on the bell, 0 without one. */
export async function unread(page: Page): Promise<number> {
  await expect(page.getByRole('button', { name: /^通知/ })).toBeVisible();
  return (await badge(page).count()) === 0 ? 0 : Number(await badge(page).textContent());
}

/** Waits, without a reload, until the bell shows one notice more than before. */
export const expectOneMore = (page: Page, before: number): Promise<void> =>
  expect.poll(() => unread(page), { timeout: 5_000, message: 'the bell hears of it' }).toBe(before + 1);

/** Opens the notice with this text from the bell. */
export async function openNotice(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^通知/ }).click();
  const panel = page.getByRole('dialog', { name: /^通知/ });
  await panel.getByRole('listitem').filter({ hasText: text }).first().getByRole('button').click();
}
