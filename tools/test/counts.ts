import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** The result of a part of the suite. `notes` hold facts that the numbers would hide. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  notes: string[];
  /** Names of tests that passed only at the second try; they also count as passed. */
  flaky?: string[];
}

export function sum(all: Counts[]): Counts {
  const flaky: string[] = [];
  const total: Counts = { passed: 0, failed: 0, skipped: 0, notes: [] };
  for (const one of all) {
    total.passed += one.passed;
    total.failed += one.failed;
    total.skipped += one.skipped;
    total.notes.push(...one.notes);
    flaky.push(...(one.flaky ?? []));
  }
  return flaky.length > 0 ? { ...total, flaky } : total;
}

/** The block at the end of a run; nothing when no test was flaky. */
export function flakyBlock({ flaky = [] }: Counts): string[] {
  if (flaky.length === 0) return [];
  const rule = '='.repeat(72);
  const names = flaky.map((name) => `  ${name}`);
  return [rule, `flaky: ${flaky.length} (failed once, passed when run again)`, ...names, rule];
}

/** The very last line of `npm test`; programs read it. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/** A file that fails to load has no failed test. It counts as one. */
export function vitestCounts(text: string): Counts {
  const report = VitestReport.parse(JSON.parse(text));
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    notes: unloaded.map((file) => `${file.name} failed outside its tests`),
  };
}

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
});

interface PlaywrightSuite {
  title: string;
  specs: z.output<typeof PlaywrightSpec>[];
  suites?: PlaywrightSuite[] | undefined;
}

const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(PlaywrightSpec), suites: z.array(PlaywrightSuite).optional() }),
);

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(PlaywrightSuite),
});

/** The outermost suite is the file, which the name of a test begins with anyway. */
function flakyIn(suite: PlaywrightSuite, groups: string[] = []): string[] {
  const here = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `[${projectName}] ${[`${file}:${line}`, ...groups, title].join(' › ')}`),
  );
  return [...here, ...(suite.suites ?? []).flatMap((inner) => flakyIn(inner, [...groups, inner.title]))];
}

/**
 * A test that passed only at the second try counts as passed. Its name is reported, because it would otherwise go
 * unnoticed.
 */
export function playwrightCounts(text: string): Counts {
  const { stats, errors, suites } = PlaywrightReport.parse(JSON.parse(text));
  const flaky = suites.flatMap((suite) => flakyIn(suite));
  // A report that counts what it does not name would hide it.
  const unnamed = Array.from({ length: stats.flaky - flaky.length }, () => 'a test that the report does not name');
  const counts: Counts = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    notes: errors.map((error) => `outside the tests: ${error.message?.split('\n')[0] ?? 'an error without a message'}`),
  };
  return stats.flaky > 0 ? { ...counts, flaky: [...flaky, ...unnamed] } : counts;
}

/**
 * The counts of a finished runner. A runner that died, wrote no report, or ran nothing has failed in any case: an
 * empty suite would otherwise look perfect.
 */
export function judgeRunner(
  name: string,
  exitCode: number | null,
  file: string,
  read: (text: string) => Counts,
): Counts {
  const failure = (note: string): Counts => ({ passed: 0, failed: 1, skipped: 0, notes: [`${name}: ${note}`] });
  if (!existsSync(file)) return failure(`ended with exit code ${exitCode} and no report`);
  let counts: Counts;
  try {
    counts = read(readFileSync(file, 'utf8'));
  } catch (error) {
    return failure(`its report cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (counts.passed + counts.failed === 0) return sum([counts, failure('ran no test')]);
  if (exitCode !== 0 && counts.failed === 0) {
    return sum([counts, failure(`ended with exit code ${exitCode}, though none of its tests failed`)]);
  }
  return counts;
}
