import { readFileSync } from 'node:fs';

/** Resident memory of another process in MB, from the kernel. Null where there is no /proc or the process has ended. */
export function residentMb(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const match = /VmRSS:\s+(\d+) kB/.exec(status);
    return match ? Number(match[1]) / 1024 : null;
  } catch {
    // Without /proc, or after the end of the process, nothing can be measured. The caller has another source.
    return null;
  }
}
