import { defineConfig } from 'vitest/config';

/** `npm run matrix:accept`: the only run that writes the accepted access matrix. */
export default defineConfig({
  test: {
    name: 'matrix',
    environment: 'node',
    pool: 'forks',
    include: ['apps/server/src/testing/matrix/*.accept.ts'],
    globalSetup: ['apps/server/src/testing/servers/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
