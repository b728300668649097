/**
 * Takes pictures of every page for review by a person: `npm run ts e2e/shots.ts [folder] [part of a path]`. It covers
 * every route in zh and en, light and dark, 1440, 1000 and 390 px wide. It compares nothing.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser, LAUNCH_ARGS } from '../tools/find-browser.ts';
import { Api } from './support/api.ts';
import { addressOf, furnish, isPublic, routePaths } from './support/pages.ts';
import { startServer } from './support/server.ts';

const [folder = 'shots', part = ''] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const { path: executablePath } = await findBrowser({ install: false });
const server = await startServer();
const browser = await chromium.launch({ executablePath, args: LAUNCH_ARGS });
try {
  const admin = await Api.admin(server.address);
  const shown = await furnish(admin);
  for (const lang of ['zh', 'en']) {
    for (const theme of ['light', 'dark']) {
      for (const width of [1440, 1000, 390]) {
        const localStorage = [
          { name: 'choice.lang', value: lang },
          { name: 'choice.theme', value: theme },
        ];
        const signedIn = [...localStorage, { name: 'token', value: shown.viewer.token }];
        for (const path of routePaths().filter((candidate) => candidate.includes(part))) {
          const storage = isPublic(path) ? localStorage : signedIn;
          const context = await browser.newContext({
            viewport: { width, height: 900 },
            storageState: { cookies: [], origins: [{ origin: server.address, localStorage: storage }] },
          });
          const page = await context.newPage();
          const name = `${path.replaceAll(/[/*]+/g, '-').replace(/^-|-$/g, '')}.${lang}.${theme}.${width}`;
          page.on('pageerror', (error) => console.log(name, error.message));
          await page.goto(server.address + addressOf(path, shown));
          // A page that never becomes idle is also photographed.
          await page
            .waitForLoadState('networkidle', { timeout: 15_000 })
            .catch(() => console.log(name, 'is still busy'));
          await page
            .locator('#root > *')
            .first()
            .waitFor({ timeout: 15_000 })
            .catch(() => console.log(name, 'draws nothing'));
          await page.waitForTimeout(400);
          await page.screenshot({ path: join(folder, `${name}.png`) });
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
