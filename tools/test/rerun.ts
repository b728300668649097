import { z } from 'zod';
import type { Counts } from './counts.ts';
import { vitestCounts } from './counts.ts';

/** More failed files are a broken program and no flaky test. */
const MOST_FILES = 5;

/** A race that shows once in ten runs is a fault of the program. Its test counts at the first failure (decision 0012). */
const NEVER_AGAIN = /races?\.test\.ts$|overtaken\.test\.ts$|locks\.test\.ts$/;

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

type File = z.output<typeof Report>['testResults'][number];

const filesOf = (text: string): File[] => Report.parse(JSON.parse(text)).testResults;

/** The files of a vitest report to run once more: those that failed. None when too many did, or a test of a race did. */
export function filesToRerun(text: string): string[] {
  const failed = filesOf(text).filter(({ status }) => status === 'failed');
  const isFlaky = failed.length <= MOST_FILES && !failed.some(({ name }) => NEVER_AGAIN.test(name));
  return isFlaky ? failed.map(({ name }) => name) : [];
}

const countIn = (file: File, status: string): number =>
  file.assertionResults.filter((one) => one.status === status).length;

/**
 * The counts of a run whose failed files ran once more. `again` is the report of the second run. A test that failed first and
 * passed then counts as passed and is named as flaky. A file that failed outside its tests is named as a whole.
 */
export function countsAfterRerun(first: string, again: string, root: string): Counts {
  const repeated = filesToRerun(first);
  const before = vitestCounts(first);
  const second = vitestCounts(again);
  const passedAgain = new Set(
    filesOf(again).flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => `${name} › ${fullName}`),
    ),
  );
  const files = filesOf(first).filter(({ name }) => repeated.includes(name));
  const nameOf = (text: string): string => text.replace(`${root}/`, '');
  const sumOf = (status: string): number => files.reduce((total, file) => total + countIn(file, status), 0);
  const flaky = files.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    const keys = tests.map((name) => `${file.name} › ${name}`).filter((key) => passedAgain.has(key));
    const isLoadedNow = tests.length === 0 && !second.notes.some((note) => note.startsWith(file.name));
    return isLoadedNow ? [nameOf(file.name)] : keys.map(nameOf);
  });
  const counts: Counts = {
    passed: before.passed - sumOf('passed') + second.passed,
    failed: second.failed,
    skipped: before.skipped - sumOf('pending') - sumOf('skipped') - sumOf('todo') + second.skipped,
    notes: second.notes,
  };
  return flaky.length > 0 ? { ...counts, flaky } : counts;
}
