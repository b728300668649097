import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { addressOf, furnish, isPublic, routePaths } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Drawn, and nothing still on its way. */
async function settled(page: Page, where: string): Promise<void> {
  await expect(page.locator('#root > *').first(), where).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skeleton'), where).toHaveCount(0);
}

/** No sideways scrolling, on a wide window and on a phone. */
async function fits(page: Page, path: string): Promise<void> {
  const beyond = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(await beyond(), path).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 400, height: 800 });
  await settled(page, path);
  expect(await beyond(), `${path} at 400`).toBeLessThanOrEqual(0);
}

/** Pages that are looked at in one test: few enough for a short one. What matches none goes into the last. */
const GROUPS: readonly { name: string; of?: RegExp }[] = [
  { name: 'before sign-in', of: /^\/(?:login|forget|uc|mini)/ },
  { name: 'of errors', of: /^\/\d+$/ },
  { name: 'of files and models', of: /^\/file\/(?:index|recycle|model)|^\/preview/ },
  { name: 'of tasks and approvals', of: /^\/file\/task|^\/process/ },
  { name: 'of projects and people', of: /^\/(?:project|company)/ },
  { name: 'that are left' },
];
const groupOf = (path: string): string => GROUPS.find(({ of }) => of === undefined || of.test(path))?.name ?? '';

// /login/change needs a generated password: sign-in.e2e.ts looks at it.
const PATHS = routePaths().filter((path) => path !== '/login/change');

let furnished: ReturnType<typeof furnish> | undefined;

for (const { theme, what } of [
  { theme: 'light', what: 'is accessible and scrolls inside itself' },
  { theme: 'dark', what: 'has colours that can be read' },
] as const) {
  for (const { name } of GROUPS) {
    test(`every page ${what}, ${theme}: those ${name}`, async ({ open, admin }) => {
      test.setTimeout(120_000);
      const shown = await (furnished ??= furnish(admin));
      const look = async (path: string): Promise<void> => {
        const token = isPublic(path) ? undefined : admin.token;
        const page = await open(addressOf(path, shown), { token, theme });
        await settled(page, path);
        await expectAccessible(page, `${path} ${theme}`, theme === 'dark' ? 'colours' : undefined);
        if (theme === 'light') await fits(page, path); // a theme moves nothing
        await page.close();
      };
      const paths = PATHS.filter((path) => groupOf(path) === name);
      expect(paths.length, 'a group without pages').toBeGreaterThan(0);
      // A page mostly waits for itself to become quiet, so a few wait together.
      while (paths.length > 0) await Promise.all(paths.splice(0, 3).map(look));
    });
  }
}

test('sign-in asks for at most 10 files, home for at most 16, all of them compressed', async ({ open, admin }) => {
  const count = async (path: string, token?: string) => {
    const page = await open('about:blank', { token });
    const files: string[] = [];
    const plain: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/apis/')) return;
      files.push(pathname);
      // Below 1 KB nothing is gained.
      const large = Number(response.headers()['content-length'] ?? 0) >= 1024;
      if (/\.(?:js|css)$/.test(pathname) && large && response.headers()['content-encoding'] === undefined)
        plain.push(pathname);
    });
    await page.goto(path);
    return { page, files, plain };
  };
  const login = await count('/login');
  await expect(login.page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  // What is fetched in advance for the pages behind sign-in is not waited for.
  const needed = login.files.filter((file) => !/frame|antd|signed-in/.test(file));
  expect(needed.length, needed.join(' ')).toBeLessThanOrEqual(10);
  const home = await count('/home', admin.token);
  await settled(home.page, '/home');
  expect(home.files.length, home.files.join(' ')).toBeLessThanOrEqual(16);
  expect([...login.plain, ...home.plain]).toEqual([]);
});
