import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { NODE_TESTS, webFiles } from './tools/test/files.ts';
import { thisMachine, workersFor } from './tools/test/machine.ts';

const WEB = join(import.meta.dirname, 'apps/web');

/**
 * A client test that needs a DOM names one of these. Such a file runs in its own process, because its DOM, storage,
 * mocks and language would leak into other files. The other files test plain functions. A test that needs a DOM and
 * names none of these fails at once.
 */
const NEEDS_A_PAGE = /@testing-library|\/testing\/|startI18n|Storage|vi\.mock/;

const webTests = webFiles().map((file) => file.slice('apps/web/'.length));
const onPages = webTests.filter((file) => NEEDS_A_PAGE.test(readFileSync(join(WEB, file), 'utf8')));

const EACH = {
  pool: 'forks',
  maxWorkers: workersFor(thisMachine()).unit,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // `expect.poll` uses the same patience as tools/test/patience.ts.
  expect: { poll: { timeout: 10_000 } },
} as const;

const PATIENCE = join(import.meta.dirname, 'tools/test/patience.ts');

/** The compile cache halves the start time of programs that tests start. */
const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') };

/**
 * Files that share a worker (`isolate: false`) load the program once instead of a hundred times. Each file must leave
 * the process unchanged.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          env: COMPILED,
          include: NODE_TESTS,
          setupFiles: [PATIENCE],
          globalSetup: ['apps/server/src/testing/servers/global-setup.ts'],
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
          // A form in a simulated DOM takes five times as long on a busy machine.
          testTimeout: 60_000,
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
