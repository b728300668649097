import { readFileSync } from 'node:fs';

/** Resident memory of another process in MB as the kernel counts it; null where there is no /proc or the process is gone. */
export function residentMb(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const match = /VmRSS:\s+(\d+) kB/.exec(status);
    return match ? Number(match[1]) / 1024 : null;
  } catch {
    // Both "no such system" and "it just ended" mean that nothing can be measured here; the caller has another source.
    return null;
  }
}
