import { defineConfig } from 'vitest/config';

/** The long suite: kills, races, full disks. One file at a time, so that what one kills is not what another one measures. */
export default defineConfig({
  test: {
    name: 'faults',
    environment: 'node',
    pool: 'forks',
    execArgv: ['--expose-gc'],
    maxWorkers: 1,
    fileParallelism: false,
    include: ['**/*.faults.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '.runtime/**'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
