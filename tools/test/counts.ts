import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** What a part of the suite found. `notes` say what the numbers alone would hide. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  notes: string[];
}

export function sum(all: Counts[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0, notes: [] };
  for (const one of all) {
    total.passed += one.passed;
    total.failed += one.failed;
    total.skipped += one.skipped;
    total.notes.push(...one.notes);
  }
  return total;
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

/** A file that could not even be loaded has no failed test in it; it counts as one. */
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

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/** A test that passed only at its second try has failed once: it counts as failed, or nobody would ever look at it. */
export function playwrightCounts(text: string): Counts {
  const { stats, errors } = PlaywrightReport.parse(JSON.parse(text));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    notes: errors.map((error) => `outside the tests: ${error.message?.split('\n')[0] ?? 'an error without a message'}`),
  };
}

/**
 * The counts of a runner that has ended. One that died, wrote no report, or ran nothing has failed, whatever it counted: a
 * suite that silently runs no test would look perfect.
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
