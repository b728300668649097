import { readFileSync } from 'node:fs';

/** The unit of /proc/<pid>/stat, on every system that Node supports. */
const TICK_MS = 10;

/**
 * Processor time of another process in ms, with all its threads, including ended ones. Null where there is no /proc or the
 * process has ended.
 */
export function processorMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, and may itself contain blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * TICK_MS : null;
  } catch {
    // Without /proc, or after the end of the process, nothing can be measured. The caller has another source.
    return null;
  }
}
