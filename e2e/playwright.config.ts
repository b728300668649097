import { defineConfig } from '@playwright/test';
import { LAUNCH_ARGS } from '../tools/find-browser.ts';

/** Files that draw a model: without a graphics card one of them alone fills the processor. */
const DRAWING = /\/(journey|models?|model-[a-z-]+|viewer[a-z-]*)\.e2e\.ts$/;

const UPLOADS = /\/uploader[a-z-]*\.e2e\.ts$/;

/**
 * The browser journeys, against the real program with its own database. Two lanes, each with a program of its own: pages mostly wait, so
 * they run beside the drawing; two that draw would only take from each other. The uploads come when the first of both has ended, which
 * lets both end at about the same time.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  projects: [
    // Without a graphics card every pixel costs processor time, and nothing there hangs on the size.
    { name: 'drawing', testMatch: DRAWING, workers: 1, use: { viewport: { width: 1180, height: 620 } } },
    { name: 'pages', testIgnore: [DRAWING, UPLOADS], workers: 1 },
    { name: 'uploads', testMatch: UPLOADS, workers: 1 },
  ],
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    // A trace of every test costs an eighth of the run; `npm run e2e -- file --trace on` takes one of what failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.TEST_BROWSER ?? '/usr/bin/chromium',
      // lan.test is a name that is no secure context, as a server in a LAN without https is.
      args: [...LAUNCH_ARGS, '--host-resolver-rules=MAP lan.test 127.0.0.1'],
    },
  },
});
