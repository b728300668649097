import { defineConfig } from 'vitest/config';

/** packages/access decides every right. This run fails unless its tests cover every branch. */
export default defineConfig({
  test: {
    name: 'access',
    environment: 'node',
    include: ['packages/access/test/*.test.ts'],
    // The coverage must not depend on random cases.
    exclude: ['packages/access/test/{against-model,standing-by-chance}.test.ts'],
    coverage: {
      enabled: true,
      provider: 'v8',
      include: ['packages/access/src/**/*.ts'],
      // The report goes to the terminal only and leaves no file in the repository.
      reporter: ['text'],
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
});
