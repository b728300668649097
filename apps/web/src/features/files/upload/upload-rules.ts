import type { UploadStatus } from '@prdm/contract/status';
import { LIMITS } from '@prdm/contract/limits';

/** One file in the uploader panel: the fields of specification section 3 (upload entry), all of them and no other. */
export interface UploadEntry {
  readonly name: string;
  readonly size: number;
  /** The folder ("catalog") it goes to: its name, its place in words, its id. */
  readonly catalogName: string;
  readonly catalogPath: string;
  readonly current_catalog_pid: number;
  /** It came with a chosen folder. */
  readonly isFolder: boolean;
  /** The chosen folder and those below it that it lies in, '' for a file that was chosen alone. */
  readonly path: string;
  /** `path` and name, '' for a file that was chosen alone. */
  readonly relativePath: string;
  readonly exceedSize: boolean;
  /** Stopped by the person: never resumed by the scheduler. */
  readonly manualPauseds: boolean;
  readonly manualCancel: boolean;
  /** Whole percent; 100 only when the server confirmed. */
  readonly progress: number;
  /** Nothing of it is being sent. */
  readonly paused: boolean;
  /** Why it failed, in words; '' when it did not. */
  readonly error: string;
  /** Which version of its file it became; absent until it has arrived. */
  readonly versionNo?: number;
}

/** An entry with what the panel needs besides. */
export interface UploadItem {
  readonly id: number;
  /** What was chosen at once has one number. */
  readonly batch: number;
  readonly projectId: number;
  /** Bytes a second over the last moments. */
  readonly speed: number;
  readonly entry: UploadEntry;
}

/** Where files are put. */
export interface UploadTarget {
  readonly pid: number;
  readonly name: string;
  readonly path: string;
  readonly projectId: number;
}

/** A file a person chose; `relativePath` names the folders it was chosen with. */
export interface Chosen {
  readonly file: Pick<File, 'name' | 'size'>;
  readonly relativePath: string;
}

/** A new entry waits: the scheduler begins it. */
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

/** What the panel shows. Waiting was never begun; paused was stopped, by the person or by the scheduler (decisions.md T37). */
export function statusOf(entry: UploadEntry): UploadStatus {
  if (entry.manualCancel) return 'cancel';
  if (entry.exceedSize) return 'exceedSize';
  if (entry.error !== '') return 'error';
  if (entry.progress >= 100) return 'success';
  if (!entry.paused) return 'uploading';
  return entry.manualPauseds || entry.progress > 0 ? 'paused' : 'waiting';
}

/** Ended one way or another: nothing more will be sent. */
export const isEnded = (entry: UploadEntry): boolean => ['success', 'cancel', 'exceedSize'].includes(statusOf(entry));

/** Still to come, so that leaving would lose it. */
export const isPending = (entry: UploadEntry): boolean => !isEnded(entry) && statusOf(entry) !== 'error';

/**
 * Which one the scheduler starts: none while one is uploading, else the first that waits or was paused by the scheduler. What a
 * person paused, what failed, what is too large or cancelled stays (decisions.md T37).
 */
export function nextToRun(items: readonly UploadItem[]): UploadItem | null {
  if (items.some(({ entry }) => statusOf(entry) === 'uploading')) return null;
  return items.find(({ entry }) => isPending(entry) && !entry.manualPauseds) ?? null;
}

/**
 * How long the scheduler waits before it starts the next one. After a file that arrived it does not wait: folders of five hundred small
 * files are everyday work.
 */
export const DELAYS = {
  /** After a failure: a line that breaks must not fail the whole list within a moment. */
  afterFailureMs: 1800,
  /** After the browser is online again, until what failed for want of a connection goes on: the first moments often fail. */
  backOnlineMs: 2000,
  /** After a person stopped the running one: who stops several in a row does not start each of them. */
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

/** What a person may do with an entry, or with a folder of them. */
export const controlsOf = (status: UploadStatus): readonly UploadControl[] => CONTROLS[status];

export const countOf = (items: readonly UploadItem[], status: UploadStatus): number =>
  items.filter(({ entry }) => statusOf(entry) === status).length;

/** Percent as whole number, never 100 before the server has confirmed. */
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

/** Time left in years, days, hours, minutes and seconds; nothing while no speed is known. */
export function timeLeft(bytesLeft: number, speed: number): readonly (readonly [unit: TimeUnit, n: number])[] {
  if (speed <= 0) return [];
  let seconds = Math.ceil(bytesLeft / speed);
  return UNITS.flatMap(([unit, length]) => {
    const n = Math.floor(seconds / length);
    seconds -= n * length;
    return n > 0 ? [[unit, n] as const] : [];
  });
}
