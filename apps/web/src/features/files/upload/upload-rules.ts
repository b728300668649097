import type { UploadStatus } from '@prdm/contract/status';
import { LIMITS } from '@prdm/contract/limits';

/** One file in the upload panel: exactly the fields of specification section 3 (upload entry). */
export interface UploadEntry {
  readonly name: string;
  readonly size: number;
  /** The target folder ("catalog"): its name, its path in words, its id. */
  readonly catalogName: string;
  readonly catalogPath: string;
  readonly current_catalog_pid: number;
  /** Chosen as part of a folder. */
  readonly isFolder: boolean;
  /** Path of the chosen folder and its subfolders; '' for a file chosen alone. */
  readonly path: string;
  /** `path` and name; '' for a file chosen alone. */
  readonly relativePath: string;
  readonly exceedSize: boolean;
  /** Stopped by the user. The scheduler never resumes it. */
  readonly manualPauseds: boolean;
  readonly manualCancel: boolean;
  /** Whole percent. It is 100 only when the server has confirmed. */
  readonly progress: number;
  /** Nothing of the file is being sent. */
  readonly paused: boolean;
  /** Reason of the failure; '' without a failure. */
  readonly error: string;
  /** Version number that the upload became. Absent until it is complete. */
  readonly versionNo?: number;
}

/** A record as the target of uploads, instead of a folder. Its feature gives the calls. */
export interface UploadRecord {
  /** Kind and id, for example 'task:7'. */
  readonly key: string;
  /** Address of new uploads, with its query. */
  readonly endpoint: string;
  /** Page of the record. */
  readonly to: string;
  commit(uploadId: string): Promise<unknown>;
  /** Runs when a file has arrived. */
  arrived(): void;
}

/** An entry with further data for the panel. */
export interface UploadItem {
  readonly id: number;
  /** Files chosen together share one number. */
  readonly batch: number;
  readonly projectId: number;
  /** Bytes per second over the last moments. */
  readonly speed: number;
  readonly entry: UploadEntry;
  /** Set for an upload to a record. Its entry has no folder. */
  readonly record?: UploadRecord;
}

/** Target of uploads. */
export interface UploadTarget {
  readonly pid: number;
  readonly name: string;
  readonly path: string;
  readonly projectId: number;
  /** The record to upload to. `pid` is then 0, and `name` is its title. */
  readonly record?: UploadRecord;
}

/** A file that the user chose. `relativePath` names the chosen folders. */
export interface Chosen {
  readonly file: Pick<File, 'name' | 'size'>;
  readonly relativePath: string;
}

/** A new entry waits until the scheduler starts it. */
export function entryOf({ file, relativePath }: Chosen, target: UploadTarget): UploadEntry {
  return {
    name: file.name,
    size: file.size,
    catalogName: target.name,
    catalogPath: target.path,
    current_catalog_pid: target.pid,
    isFolder: relativePath !== '',
    path: relativePath.split('/').slice(0, -1).join('/'),
    relativePath,
    exceedSize: file.size > LIMITS.uploadBytes,
    manualPauseds: false,
    manualCancel: false,
    progress: 0,
    paused: true,
    error: '',
  };
}

/**
 * The status in the panel. A waiting entry never started. A paused one was stopped by the user or the scheduler
 * (decisions.md T37).
 */
export function statusOf(entry: UploadEntry): UploadStatus {
  if (entry.manualCancel) return 'cancel';
  if (entry.exceedSize) return 'exceedSize';
  if (entry.error !== '') return 'error';
  if (entry.progress >= 100) return 'success';
  if (!entry.paused) return 'uploading';
  return entry.manualPauseds || entry.progress > 0 ? 'paused' : 'waiting';
}

/** Whether the upload has ended and sends nothing more. */
export const isEnded = (entry: UploadEntry): boolean => ['success', 'cancel', 'exceedSize'].includes(statusOf(entry));

/** Whether the upload is unfinished, so that leaving would lose it. */
export const isPending = (entry: UploadEntry): boolean => !isEnded(entry) && statusOf(entry) !== 'error';

/**
 * The upload that the scheduler starts: none while one runs, else the first one waiting or paused by the scheduler.
 * Entries paused by the user, failed, oversized or cancelled stay (decisions.md T37).
 */
export function nextToRun(items: readonly UploadItem[]): UploadItem | null {
  if (items.some(({ entry }) => statusOf(entry) === 'uploading')) return null;
  return items.find(({ entry }) => isPending(entry) && !entry.manualPauseds) ?? null;
}

/**
 * Delays before the scheduler starts the next upload. There is none after a success, because folders of five hundred
 * small files are common.
 */
export const DELAYS = {
  /** After a failure: a lost connection must not fail the whole list at once. */
  afterFailureMs: 1800,
  /** After the browser is online again, before lost uploads resume: the first requests often fail. */
  backOnlineMs: 2000,
  /** After the user stopped the running one. The delay lets the user stop several in a row without starting each. */
  afterStopMs: 1000,
} as const;

export type UploadControl = 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';

const CONTROLS: Readonly<Record<UploadStatus, readonly UploadControl[]>> = {
  uploading: ['pause', 'cancel'],
  waiting: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  error: ['retry', 'cancel'],
  success: ['remove'],
  exceedSize: ['remove'],
  cancel: ['remove'],
};

/** Actions that the user may take on an entry or a folder of entries. */
export const controlsOf = (status: UploadStatus): readonly UploadControl[] => CONTROLS[status];

export const countOf = (items: readonly UploadItem[], status: UploadStatus): number =>
  items.filter(({ entry }) => statusOf(entry) === status).length;

/** The overall state of the uploads, shown in the head of the panel. */
export type UploadOutcome = 'uploading' | 'finished' | 'partly' | 'failed' | 'cancelled';

/** "finished" needs at least one complete file. The head also shows when nothing or only a part is complete. */
export function outcomeOf(items: readonly UploadItem[]): UploadOutcome {
  if (items.some(({ entry }) => isPending(entry))) return 'uploading';
  const arrived = countOf(items, 'success');
  const failed = countOf(items, 'error') + countOf(items, 'exceedSize');
  if (failed > 0) return arrived > 0 ? 'partly' : 'failed';
  return arrived > 0 ? 'finished' : 'cancelled';
}

/** Whole percent, never 100 before the server has confirmed. */
export const percentOf = (sent: number, size: number): number =>
  size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100));

export type TimeUnit = 'y' | 'd' | 'h' | 'm' | 's';

const UNITS: readonly (readonly [unit: TimeUnit, seconds: number])[] = [
  ['y', 31_536_000],
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];

/** Time left in years, days, hours, minutes and seconds. Empty while the speed is unknown. */
export function timeLeft(bytesLeft: number, speed: number): readonly (readonly [unit: TimeUnit, n: number])[] {
  if (speed <= 0) return [];
  let seconds = Math.ceil(bytesLeft / speed);
  return UNITS.flatMap(([unit, length]) => {
    const n = Math.floor(seconds / length);
    seconds -= n * length;
    return n > 0 ? [[unit, n] as const] : [];
  });
}
