import { expect, test } from 'vitest';
import { thisMachine, workersFor } from './machine.ts';

const GIGABYTE = 2 ** 30;

test.each([
  { cores: 1, gigabytes: 2, unit: 1, browser: 1, drawing: 1 },
  { cores: 2, gigabytes: 1, unit: 1, browser: 1, drawing: 1 },
  { cores: 2, gigabytes: 4, unit: 2, browser: 1, drawing: 1 },
  { cores: 2, gigabytes: 8, unit: 2, browser: 2, drawing: 1 },
  { cores: 2, gigabytes: 64, unit: 2, browser: 2, drawing: 1 },
  { cores: 4, gigabytes: 8, unit: 4, browser: 3, drawing: 1 },
  { cores: 4, gigabytes: 16, unit: 4, browser: 4, drawing: 2 },
  { cores: 64, gigabytes: 256, unit: 8, browser: 6, drawing: 3 },
])('$cores cores with $gigabytes GB', ({ cores, gigabytes, ...workers }) => {
  expect(workersFor({ cores, memoryBytes: gigabytes * GIGABYTE })).toEqual(workers);
});

test('this machine has a core and memory', () => {
  const { cores, memoryBytes } = thisMachine();
  expect(cores).toBeGreaterThanOrEqual(1);
  expect(memoryBytes).toBeGreaterThan(GIGABYTE / 2);
  expect(memoryBytes).toBeLessThan(2 ** 50);
});
