import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Counts, flakyBlock, judgeRunner, lastLine, playwrightCounts, sum, vitestCounts } from './counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'prdm-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function vitestReport(numbers: object, files: { status: string; tests: string[] }[]): string {
  const zero = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const testResults = files.map(({ status, tests }, index) => ({
    name: `file-${index}`,
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  }));
  return JSON.stringify({ ...zero, ...numbers, testResults });
}

function report(text: string): string {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, text);
  return file;
}

describe('the counts of vitest', () => {
  test('are its own, with skipped and planned ones as skipped', () => {
    const text = vitestReport({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }, [
      { status: 'failed', tests: ['failed', 'passed'] },
    ]);
    expect(vitestCounts(text)).toEqual({ passed: 5, failed: 1, skipped: 3, notes: [] });
  });

  test('hold a file that could not be loaded as one failed test', () => {
    const text = vitestReport({ numPassedTests: 5 }, [
      { status: 'failed', tests: [] },
      { status: 'passed', tests: ['passed'] },
    ]);
    expect(vitestCounts(text)).toMatchObject({ passed: 5, failed: 1, notes: ['file-0 failed outside its tests'] });
  });
});

describe('the counts of the browser tests', () => {
  const spec = (title: string, line: number, status: string) => ({
    title,
    file: 'files.e2e.ts',
    line,
    tests: [{ projectName: 'pages', status }],
  });
  const suites = [
    {
      title: 'files.e2e.ts',
      specs: [spec('a file is moved', 7, 'flaky'), spec('a file is copied', 20, 'expected')],
      suites: [{ title: 'the tree', specs: [spec('a folder is made', 40, 'flaky'), spec('fails', 50, 'unexpected')] }],
    },
  ];
  const names = ['[pages] files.e2e.ts:7 › a file is moved', '[pages] files.e2e.ts:40 › the tree › a folder is made'];
  const read = (stats: object, errors: object[] = []): Counts =>
    playwrightCounts(
      JSON.stringify({ stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 2, ...stats }, errors, suites: [] }),
    );

  test('hold one that passed at its second try as passed, and name it', () => {
    const stats = { expected: 1, unexpected: 1, flaky: 2, skipped: 0 };
    const counts = playwrightCounts(JSON.stringify({ stats, errors: [], suites }));
    expect(counts).toEqual({ passed: 3, failed: 1, skipped: 0, notes: [], flaky: names });
  });

  test('hold an error outside the tests as failed', () => {
    const notes = ['outside the tests: no config'];
    expect(read({}, [{ message: 'no config\nmore' }])).toEqual({ passed: 1, failed: 2, skipped: 2, notes });
  });

  test('report a flaky test that the report does not name', () => {
    expect(read({ flaky: 1 }).flaky).toEqual(['a test that the report does not name']);
  });

  test('end with a block that names the flaky ones, and with none where there are none', () => {
    const one = { passed: 3, failed: 0, skipped: 0, notes: [] };
    const total = sum([one, { ...one, flaky: [names[0] ?? ''] }, { ...one, flaky: [names[1] ?? ''] }]);
    const rule = '='.repeat(72);
    const head = 'flaky: 2 (failed once, passed when run again)';
    expect(flakyBlock(total)).toEqual([rule, head, `  ${names[0]}`, `  ${names[1]}`, rule]);
    expect(lastLine(total)).toBe('9 passed, 0 failed');
    expect(flakyBlock(sum([one, one]))).toEqual([]);
  });
});

describe('a runner', () => {
  const good = vitestReport({ numPassedTests: 2 }, []);

  test('that ended well has its counts', () => {
    expect(judgeRunner('unit', 0, report(good), vitestCounts)).toMatchObject({ passed: 2, failed: 0 });
  });

  test.each([
    ['died without a report', 137, '/nonexistent/report.json', 'ended with exit code 137 and no report'],
    ['wrote half a report', 0, report('{"numPassed'), 'its report cannot be read'],
    ['ran no test', 0, report(vitestReport({}, [])), 'ran no test'],
    ['only skipped', 0, report(vitestReport({ numPendingTests: 3 }, [])), 'ran no test'],
    ['failed though no test did', 1, report(good), 'though none of its tests failed'],
  ])('that %s has failed', (_how, code, file, note) => {
    const counts = judgeRunner('unit', code, file, vitestCounts);
    expect(counts.failed).toBe(1);
    expect(counts.notes).toEqual([expect.stringContaining(note)]);
  });
});

test('the last line is what programs read', () => {
  const none = { passed: 0, failed: 0, skipped: 0, notes: [] };
  expect(lastLine(none)).toBe('0 passed, 0 failed');
  const total = sum([
    { ...none, passed: 2, notes: ['a'] },
    { ...none, failed: 1, skipped: 4, notes: ['b'] },
  ]);
  expect(lastLine(total)).toBe('2 passed, 1 failed, 4 skipped');
  expect(total.notes).toEqual(['a', 'b']);
});
