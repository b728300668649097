import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './support/axe.ts';
import { addressOf, furnish, isPublic, routePaths } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Waits until the page is drawn and has no pending requests. */
async function settled(page: Page, where: string): Promise<void> {
  await expect(page.locator('#root > *').first(), where).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skeleton'), where).toHaveCount(0);
}

const NAMESPACES = readdirSync(join(import.meta.dirname, '../packages/locales/zh')).map((file) => file.split('.')[0]);
/** A key on the screen instead of its text. Its file was not loaded. The pages of help show names of calls. */
const KEY = new RegExp(`\\b(?:${NAMESPACES.join('|')})\\.[a-z]\\w*\\.\\w+`);

/** Checks that the page does not scroll sideways, on a wide window and on a phone. */
async function fits(page: Page, path: string): Promise<void> {
  const beyond = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(await beyond(), path).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 400, height: 800 });
  await settled(page, path);
  // The frame draws itself again after the window has changed.
  await expect.poll(beyond, { message: `${path} at 400` }).toBeLessThanOrEqual(0);
}

/** Groups of pages that one test checks, small enough for a short test. The last group takes all remaining pages. */
const GROUPS: readonly { name: string; of?: RegExp }[] = [
  { name: 'before sign-in', of: /^\/(?:login|sso|forget|uc|mini)/ },
  { name: 'of errors', of: /^\/\d+$/ },
  { name: 'of files and models', of: /^\/file\/(?:index|recycle|model)|^\/preview/ },
  { name: 'of tasks and approvals', of: /^\/print|^\/file\/task|^\/process|^\/company\/task/ },
  { name: 'of projects', of: /^\/project/ },
  {
    name: 'of staff and departments',
    of: /^\/company\/(?:staff|department|position|position_template|group|working_day)$/,
  },
  { name: 'of master data and settings', of: /^\/company/ },
  { name: 'that are left' },
];
const groupOf = (path: string): string => GROUPS.find(({ of }) => of === undefined || of.test(path))?.name ?? '';

// /login/change needs a generated password, so sign-in.e2e.ts covers it.
const PATHS = routePaths().filter((path) => path !== '/login/change');

let furnished: ReturnType<typeof furnish> | undefined;

for (const { name } of GROUPS) {
  test(`every page is accessible, has colours that can be read in both themes, and scrolls inside itself: those ${name}`, async ({
    open,
    admin,
  }) => {
    test.setTimeout(120_000);
    const shown = await (furnished ??= furnish(admin));
    // One browser for each visitor, so that the next pages use the cache of the first.
    const visitors = new Map<string | undefined, Promise<Page>>();
    const look = async (path: string): Promise<void> => {
      const token = isPublic(path) ? undefined : shown.viewer.token;
      const visitor = visitors.get(token) ?? open('about:blank', { token });
      visitors.set(token, visitor);
      const page = await (await visitor).context().newPage();
      await page.goto(addressOf(path, shown));
      await settled(page, path);
      if (!path.startsWith('/help')) expect(await page.locator('body').innerText(), path).not.toMatch(KEY);
      await expectAccessibleInBothThemes(page, path);
      await fits(page, path);
      await page.close();
    };
    const paths = PATHS.filter((path) => groupOf(path) === name);
    expect(paths.length, 'a group without pages').toBeGreaterThan(0);
    // A page mostly waits for its requests, so a few are checked together.
    while (paths.length > 0) await Promise.all(paths.splice(0, 3).map(look));
  });
}

test('sign-in loads at most 10 files, home at most 16, all of them compressed', async ({ open, admin }) => {
  const count = async (path: string, token?: string) => {
    const page = await open('about:blank', { token });
    const files: string[] = [];
    const plain: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/apis/')) return;
      files.push(pathname);
      // Below 1 KB compression gains nothing.
      const large = Number(response.headers()['content-length'] ?? 0) >= 1024;
      if (/\.(?:js|css)$/.test(pathname) && large && response.headers()['content-encoding'] === undefined)
        plain.push(pathname);
    });
    await page.goto(path);
    return { page, files, plain };
  };
  const login = await count('/login');
  await expect(login.page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  // Files prefetched for the pages after sign-in do not count.
  const needed = login.files.filter((file) => !/frame|antd|signed-in/.test(file));
  expect(needed.length, needed.join(' ')).toBeLessThanOrEqual(10);
  const home = await count('/home', admin.token);
  await settled(home.page, '/home');
  // The palette loads when the page rests.
  const loaded = home.files.filter((file) => !/palette/.test(file));
  expect(loaded.length, loaded.join(' ')).toBeLessThanOrEqual(16);
  expect([...login.plain, ...home.plain]).toEqual([]);
});
