import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const WEB = join(import.meta.dirname, 'apps/web');

/**
 * What a test of the client names when it needs a browser's page. Such a file gets a process of its own: what it draws, stores,
 * mocks or says in a language outlives it. The others are plain functions; one that needs a page and names none of these fails at once.
 */
const NEEDS_A_PAGE = /@testing-library|\/testing\/|startI18n|Storage|vi\.mock/;

const webTests = globSync('{src,vite}/**/*.test.{ts,tsx}', { cwd: WEB });
const onPages = webTests.filter((file) => NEEDS_A_PAGE.test(readFileSync(join(WEB, file), 'utf8')));

/** Two workers on two cores: more only makes the timing of the tests that wait for something worse. */
const EACH = {
  pool: 'forks',
  maxWorkers: 2,
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // `expect.poll` by the measure of tools/test/patience.ts.
  expect: { poll: { timeout: 10_000 } },
} as const;

const PATIENCE = join(import.meta.dirname, 'tools/test/patience.ts');

/** Programs that tests start are compiled once, not each time anew: half of what such a start costs. */
const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') };

/** Files that share a worker (`isolate: false`) load the program once, not a hundred times; they leave the process as they found it. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          env: COMPILED,
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          setupFiles: [PATIENCE],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          ...EACH,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: onPages,
          setupFiles: [PATIENCE, join(WEB, 'src/testing/patience.ts')],
          ...EACH,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          name: 'web, no page',
          environment: 'node',
          isolate: false,
          setupFiles: [PATIENCE],
          include: webTests.filter((file) => !onPages.includes(file)),
          ...EACH,
        },
      },
    ],
  },
});
