import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { Api } from './api.ts';
import { startServer, type RunningServer } from './server.ts';

export { expect } from '@playwright/test';

export interface Visitor {
  /** With a token the page opens signed in. */
  readonly token?: string;
  readonly lang?: 'zh' | 'en' | 'tw';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

interface Fixtures {
  /** Opens a page in a separate browser context with the settings of the visitor. All its errors are recorded. */
  open: (path: string, visitor?: Visitor) => Promise<Page>;
  admin: Api;
}

interface WorkerFixtures {
  /** One program for all tests of a worker. */
  server: RunningServer;
}

/** Browser messages that are no errors of the product. */
const HARMLESS =
  /ResizeObserver loop|net::ERR_(?:ABORTED|INTERNET_DISCONNECTED)|Cross-Origin-Opener-Policy header has been ignored/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  admin: async ({ server }, use) => use(await Api.admin(server.address)),

  open: async ({ browser, server, viewport }, use) => {
    const contexts: BrowserContext[] = [];
    const wrong: string[] = [];
    await use(async (path, visitor = {}) => {
      const context = await browser.newContext({
        viewport: {
          width: visitor.width ?? viewport?.width ?? 1440,
          height: visitor.height ?? viewport?.height ?? 900,
        },
        baseURL: server.address,
        storageState: storageOf(server.address, visitor),
      });
      contexts.push(context);
      watch(context, wrong);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(wrong, 'errors in the page, or requests that leave the origin').toEqual([]);
  },
});

function storageOf(origin: string, { token, lang, theme }: Visitor) {
  // Both docks of a model stay open. A dock that opens with a selection changes the size of the compared pictures.
  const docks = JSON.stringify({ left: true, right: true });
  const kept = { token, 'choice.lang': lang, 'choice.theme': theme, 'model.docks': docks };
  const localStorage = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return { cookies: [], origins: [{ origin, localStorage }] };
}

function watch(context: BrowserContext, wrong: string[]): void {
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:|^wss?:/.test(protocol) && !['127.0.0.1', 'lan.test'].includes(hostname))
      wrong.push(`left the origin: ${request.url()}`);
  });
  context.on('weberror', (error) => wrong.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && !HARMLESS.test(message.text())) wrong.push(message.text());
  });
}
