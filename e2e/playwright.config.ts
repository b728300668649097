import { defineConfig } from '@playwright/test';
import { LAUNCH_ARGS } from '../tools/find-browser.ts';

/** The browser journeys, against the real program with its own database. One worker: two browsers and a server are enough for two cores. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
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
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.TEST_BROWSER ?? '/usr/bin/chromium',
      // lan.test is a name that is no secure context, as a server in a LAN without https is.
      args: [...LAUNCH_ARGS, '--host-resolver-rules=MAP lan.test 127.0.0.1'],
    },
  },
});
