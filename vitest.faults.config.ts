import { defineConfig } from 'vitest/config';

/**
 * The long suite: kills, races, full disks. Files run one at a time, because a kill in one would disturb the
 * measurements of another.
 */
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
    globalSetup: ['apps/server/src/testing/servers/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
