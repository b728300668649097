import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run(options: unknown): Promise<AxeResults> };

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/**
 * No violation of WCAG 2.1 A and AA on the page as it stands now. Told with the places, so that a failure can be mended. `colours` asks about
 * contrast alone: what a second theme can break on a page that has passed whole in the first.
 */
export async function expectAccessible(page: Page, where: string, extent?: 'colours'): Promise<void> {
  await settle(page);
  await page.evaluate(source);
  const rules = extent === 'colours' ? ['color-contrast'] : EVERYTHING;
  const { violations } = await page.evaluate((runOnly) => axe.run({ runOnly }), rules);
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
  }));
  expect(told, where).toEqual([]);
}

/** Panels that are still fading in have colours of their own. As text, because these tests are typed without a browser. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  ).then(() => null)`);
