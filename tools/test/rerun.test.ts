import { describe, expect, test } from 'vitest';
import { countsAfterRerun, filesToRerun } from './rerun.ts';

type Tests = Record<string, 'passed' | 'failed' | 'pending'>;

function report(files: Record<string, Tests | 'unloaded'>): string {
  const all = Object.values(files).flatMap((tests) => (tests === 'unloaded' ? [] : Object.values(tests)));
  const count = (status: string) => all.filter((one) => one === status).length;
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: 0,
    testResults: Object.entries(files).map(([name, tests]) => ({
      name: `/root/${name}`,
      status: tests === 'unloaded' || Object.values(tests).includes('failed') ? 'failed' : 'passed',
      assertionResults:
        tests === 'unloaded' ? [] : Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
    })),
  });
}

const first = report({
  'a.test.ts': { one: 'passed', two: 'failed', three: 'pending' },
  'b.test.ts': { four: 'passed' },
});

describe('failed unit tests run once more', () => {
  test('by their files, unless too many failed or a test of a race did', () => {
    expect(filesToRerun(first)).toEqual(['/root/a.test.ts']);
    const many = Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((name) => [name, { x: 'failed' as const }]));
    expect(filesToRerun(report(many))).toEqual([]);
    expect(filesToRerun(report({ 'process.race.test.ts': { x: 'failed' }, 'a.test.ts': { y: 'failed' } }))).toEqual([]);
  });

  test('one that passes then is passed and named as flaky', () => {
    const again = report({ 'a.test.ts': { one: 'passed', two: 'passed', three: 'pending' } });
    expect(countsAfterRerun(first, again, '/root')).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
      notes: [],
      flaky: ['a.test.ts › two'],
    });
  });

  test('one that fails again has failed, and so has its neighbour that fails only then', () => {
    const again = report({ 'a.test.ts': { one: 'failed', two: 'failed', three: 'pending' } });
    expect(countsAfterRerun(first, again, '/root')).toEqual({ passed: 1, failed: 2, skipped: 1, notes: [] });
  });

  test('a file that was not loaded at first is named as a whole', () => {
    const broken = report({ 'c.test.ts': 'unloaded', 'b.test.ts': { four: 'passed' } });
    const again = report({ 'c.test.ts': { five: 'passed' } });
    expect(countsAfterRerun(broken, again, '/root')).toMatchObject({ passed: 2, failed: 0, flaky: ['c.test.ts'] });
    expect(countsAfterRerun(broken, report({ 'c.test.ts': 'unloaded' }), '/root')).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });
});
