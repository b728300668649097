import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run(options: unknown): Promise<AxeResults> };

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/**
 * Expects no violation of WCAG 2.1 A and AA on the present page. Failures list the elements. `colours` checks contrast
 * alone, for a second theme of a page that passed the first.
 */
export async function expectAccessible(page: Page, where: string, extent?: 'colours'): Promise<void> {
  await settle(page);
  await page.evaluate(source);
  const rules = extent === 'colours' ? ['color-contrast'] : EVERYTHING;
  const { violations } = await page.evaluate((runOnly) => axe.run({ runOnly }), rules);
  const report = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
  }));
  expect(report, where).toEqual([]);
}

/**
 * Expects no violation in the light theme, and colours that can be read in the dark one. The page follows the system, so
 * it changes its theme without another load. It is light again at the end.
 */
export async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  await expectAccessible(page, `${where}, light`);
  await show(page, 'dark', where);
  await expectAccessible(page, `${where}, dark`, 'colours');
  await show(page, 'light', where);
}

async function show(page: Page, theme: 'light' | 'dark', where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html'), where).toHaveAttribute('data-theme', theme);
}

/** Panels that fade in have other colours. The script is text, because these tests have no browser types. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  ).then(() => null)`);
