import { defineConfig } from '@playwright/test';
import { LAUNCH_ARGS } from '../tools/find-browser.ts';
import { thisMachine, workersFor } from '../tools/test/machine.ts';

const { browser, drawing } = workersFor(thisMachine());
/** Workers for files that mostly wait. With one worker in total the projects run one after the other. */
const waiting = Math.max(1, browser - drawing);

/** Files that draw a model: without a graphics card one of them uses a whole processor. */
const DRAWING = /\/(journey|opinions|models?|model-[a-z-]+|viewer[a-z-]*)\.e2e\.ts$/;

const UPLOADS = /\/uploader[a-z-]*\.e2e\.ts$/;

/**
 * The browser journeys, against the real program with its own database. Two cores run two workers, each with its own
 * program. Pages mostly wait, so they run beside the drawing files; two drawing files would slow each other. The
 * uploads start when the first worker is free, so both end at about the same time.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  workers: browser,
  fullyParallel: false,
  projects: [
    // Without a graphics card every pixel costs processor time, and these tests do not depend on the size.
    { name: 'drawing', testMatch: DRAWING, workers: drawing, use: { viewport: { width: 1180, height: 620 } } },
    { name: 'pages', testIgnore: [DRAWING, UPLOADS], workers: waiting },
    { name: 'uploads', testMatch: UPLOADS, workers: waiting },
  ],
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    // A trace of every test costs an eighth of the run. `npm run e2e -- file --trace on` records one for a failed file.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.TEST_BROWSER ?? '/usr/bin/chromium',
      // lan.test is no secure context, like a LAN server without https.
      args: [...LAUNCH_ARGS, '--host-resolver-rules=MAP lan.test 127.0.0.1'],
    },
  },
});
