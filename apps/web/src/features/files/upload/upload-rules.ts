import type { UploadStatus } from '@prdm/contract/status';

/** One file in the uploader panel (specification section 3, upload entry). `status` is what the panel shows. */
export interface UploadEntry {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  /** The folder it goes to. */
  readonly current_catalog_pid: number;
  readonly catalogName: string;
  readonly catalogPath: string;
  readonly projectId: number;
  /** 'folder/below/name' for files of a chosen folder, '' otherwise. */
  readonly relativePath: string;
  readonly status: UploadStatus;
  /** Whole percent; 100 only when the server confirmed. */
  readonly progress: number;
  /** Bytes a second over the last moments. */
  readonly speed: number;
  /** Stopped by the person: never resumed by the scheduler. */
  readonly manualPauseds: boolean;
  readonly error: string;
}

/** Ended one way or another: nothing more will be sent. */
export const isEnded = ({ status }: UploadEntry): boolean =>
  status === 'success' || status === 'cancel' || status === 'exceedSize';

/** Still to come, so that leaving would lose it. */
export const isPending = (entry: UploadEntry): boolean => !isEnded(entry) && entry.status !== 'error';

/**
 * Which entry the scheduler starts: none while one is uploading, else the first that waits or was paused by the scheduler. What a
 * person paused, what failed, what is too large or cancelled stays (decisions.md T37).
 */
export function nextToRun(entries: readonly UploadEntry[]): UploadEntry | null {
  if (entries.some(({ status }) => status === 'uploading')) return null;
  return (
    entries.find(({ status, manualPauseds }) => status === 'waiting' || (status === 'paused' && !manualPauseds)) ?? null
  );
}

export type UploadControl = 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';

/** What a person may do with an entry. */
export function controlsOf({ status }: UploadEntry): readonly UploadControl[] {
  if (status === 'uploading' || status === 'waiting') return ['pause', 'cancel'];
  if (status === 'paused') return ['resume', 'cancel'];
  if (status === 'error') return ['retry', 'cancel'];
  return ['remove'];
}

export const finishedCount = (entries: readonly UploadEntry[]): number =>
  entries.filter(({ status }) => status === 'success').length;

/** Percent as whole number, never 100 before the server has confirmed. */
export const percentOf = (sent: number, size: number): number =>
  size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100));

/** Seconds left as the largest two units: years, days, hours, minutes, seconds. */
export function timeLeft(bytesLeft: number, speed: number): readonly [unit: 'y' | 'd' | 'h' | 'm' | 's', n: number][] {
  if (speed <= 0) return [];
  let seconds = Math.ceil(bytesLeft / speed);
  const parts: [unit: 'y' | 'd' | 'h' | 'm' | 's', n: number][] = [];
  for (const [unit, length] of [
    ['y', 31_536_000],
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
    ['s', 1],
  ] as const) {
    const n = Math.floor(seconds / length);
    if (n > 0) parts.push([unit, n]);
    seconds -= n * length;
  }
  return parts.slice(0, 2);
}
