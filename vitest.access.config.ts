import { defineConfig } from 'vitest/config';

/** Who may do what hangs on packages/access: every branch of it is walked by its tests, or this run fails. */
export default defineConfig({
  test: {
    name: 'access',
    environment: 'node',
    // Without the tests that draw their cases by chance: what is covered must not hang on the draw.
    include: ['packages/access/test/{decide-node,decide-folder,rights,standing}.test.ts'],
    coverage: {
      enabled: true,
      provider: 'v8',
      include: ['packages/access/src/**/*.ts'],
      // Nothing is left in the repository: what is missing is told in the terminal.
      reporter: ['text'],
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
});
