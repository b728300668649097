import { create } from 'zustand';
import { queryClient } from '../../../lib/api/query-client.ts';
import { refreshFiles } from '../refresh-files.ts';
import { startUpload, type Failure, type Running } from './upload-driver.ts';
import {
  DELAYS,
  entryOf,
  isEnded,
  isPending,
  nextToRun,
  percentOf,
  statusOf,
  type Chosen,
  type UploadEntry,
  type UploadItem,
  type UploadTarget,
} from './upload-rules.ts';

interface Queue {
  readonly items: readonly UploadItem[];
  readonly isOpen: boolean;
  readonly isCollapsed: boolean;
  /** The panel collapses when all uploads are complete, until the user has set its size by hand. */
  readonly tidiesItself: boolean;
  /** Leaving the page asks. Cleared by the first confirmed leaving and by closing the panel. */
  readonly asksOnLeave: boolean;
}

const EMPTY: Queue = { items: [], isOpen: false, isCollapsed: false, tidiesItself: true, asksOnLeave: false };

export const useUploads = create<Queue>(() => EMPTY);

/** Data that is not shown: the file and its sending. */
interface Behind {
  readonly file: File;
  sending: Running | null;
  /** The upload failed without an answer, so it resumes when the browser is online again. */
  unheard: boolean;
  pace: { at: number; sent: number } | null;
}

const behind = new Map<number, Behind>();
let serial = 0;
let batch = 0;
let due: ReturnType<typeof setTimeout> | null = null;

const items = (): readonly UploadItem[] => useUploads.getState().items;
const itemOf = (id: number): UploadItem | undefined => items().find((item) => item.id === id);
const is = (id: number, status: ReturnType<typeof statusOf>): boolean => {
  const item = itemOf(id);
  return item !== undefined && statusOf(item.entry) === status;
};
const isRunning = ({ entry }: UploadItem): boolean => statusOf(entry) === 'uploading';
/** Those of the given uploads that fit the condition. */
const among = (ids: readonly number[], fits: (entry: UploadEntry) => boolean): UploadItem[] => {
  const meant = new Set(ids);
  return items().filter(({ id, entry }) => meant.has(id) && fits(entry));
};

function change(meant: readonly UploadItem[], values: Partial<UploadEntry>, speed = 0): void {
  const ids = new Set(meant.map(({ id }) => id));
  useUploads.setState((state) => ({
    items: state.items.map((item) =>
      ids.has(item.id) ? { ...item, speed, entry: { ...item.entry, ...values } } : item,
    ),
  }));
}

/** Adds files to the panel. The first starts at once. An oversized file only shows its error. */
export function addUploads(chosen: readonly (Chosen & { readonly file: File })[], target: UploadTarget): void {
  if (chosen.length === 0) return;
  batch += 1;
  const added = chosen.map((one): UploadItem => {
    serial += 1;
    behind.set(serial, { file: one.file, sending: null, unheard: false, pace: null });
    const { projectId, record } = target;
    return { id: serial, batch, projectId, speed: 0, entry: entryOf(one, target), ...(record && { record }) };
  });
  useUploads.setState((state) => ({
    items: [...state.items, ...added],
    isOpen: true,
    // The page of the record shows its uploads itself.
    isCollapsed: target.record !== undefined,
    tidiesItself: true,
    asksOnLeave: true,
  }));
  schedule(0);
}

/** Starts the next upload, at once or after a delay. Only the last call counts. */
function schedule(afterMs: number): void {
  if (due !== null) clearTimeout(due);
  due = null;
  if (afterMs > 0) due = setTimeout(() => schedule(0), afterMs);
  else {
    const next = nextToRun(items());
    if (next) run(next);
  }
}

function run(item: UploadItem): void {
  const { id } = item;
  const hidden = behind.get(id);
  if (!hidden) return;
  hidden.pace = null;
  hidden.unheard = false;
  change([item], { paused: false, manualPauseds: false });
  if (hidden.sending) hidden.sending.resume();
  else
    hidden.sending = startUpload(hidden.file, item, {
      onProgress: (sent) => onProgress(id, sent),
      onDone: (versionNo) => onDone(id, versionNo),
      onTooLate: () => onTooLate(id),
      onError: (failure) => onError(id, failure),
    });
}

function onProgress(id: number, sent: number): void {
  const item = itemOf(id);
  if (!item || !isRunning(item)) return; // late event: the upload was stopped meanwhile
  change([item], { progress: percentOf(sent, item.entry.size) }, speedOf(item, sent));
}

function onDone(id: number, versionNo: number): void {
  const item = itemOf(id);
  if (item === undefined || is(id, 'cancel')) return;
  behind.delete(id);
  change([item], { progress: 100, paused: true, versionNo });
  if (item.record !== undefined) {
    item.record.arrived();
    schedule(0);
    return;
  }
  refreshFiles();
  void queryClient.invalidateQueries({ queryKey: ['model'] });
  schedule(0);
}

/** The cancel came too late, so the panel shows the upload as complete. */
function onTooLate(id: number): void {
  const item = itemOf(id);
  if (!item) return;
  change([item], { manualCancel: false, error: '', progress: 100 });
  if (item.record !== undefined) item.record.arrived();
  else refreshFiles();
}

function onError(id: number, { message, unheard }: Failure): void {
  const [item, hidden] = [itemOf(id), behind.get(id)];
  if (!item || !hidden || !isRunning(item)) return;
  hidden.unheard = unheard;
  change([item], { error: message, paused: true });
  schedule(DELAYS.afterFailureMs);
}

/** Bytes per second, smoothed so that the figure is readable. */
function speedOf({ id, speed }: UploadItem, sent: number): number {
  const hidden = behind.get(id);
  if (!hidden) return 0;
  const [now, before] = [performance.now(), hidden.pace];
  // Progress events in quick succession carry no information about the speed.
  if (before && now - before.at < 50) return speed;
  hidden.pace = { at: now, sent };
  if (!before) return speed;
  const fresh = Math.max(0, ((sent - before.sent) / (now - before.at)) * 1000);
  return speed === 0 ? fresh : speed * 0.8 + fresh * 0.2;
}

export function pauseUploads(ids: readonly number[]): void {
  const meant = among(ids, isPending);
  for (const { id } of meant) behind.get(id)?.sending?.pause();
  change(meant, { paused: true, manualPauseds: true });
  if (meant.some(isRunning)) schedule(DELAYS.afterStopMs);
}

/**
 * Puts uploads back into the queue in its order. A failed one starts again: it finds the received bytes itself and gets
 * all its retries.
 */
function waitAgain(meant: readonly UploadItem[]): void {
  for (const { id, entry } of meant) {
    const hidden = behind.get(id);
    if (hidden && entry.error !== '') hidden.sending = null;
  }
  change(meant, { error: '', paused: true, manualPauseds: false });
}

/** Resumes or retries by hand: the first of them runs at once, and the running one waits until it ends. */
export function resumeUploads(ids: readonly number[]): void {
  const [first, ...others] = among(ids, (entry) => !isEnded(entry));
  if (!first) return;
  const present = items().find(isRunning);
  if (present) {
    behind.get(present.id)?.sending?.pause();
    change([present], { paused: true });
  }
  if (due !== null) clearTimeout(due);
  waitAgain([first, ...others]);
  run(itemOf(first.id) ?? first);
}

/** Puts failed uploads back into the queue. */
export function retryFailed(which: (id: number) => boolean = () => true): void {
  const failed = items().filter(({ id, entry }) => statusOf(entry) === 'error' && which(id));
  waitAgain(failed);
  if (failed.length > 0) schedule(0);
}

export function cancelUploads(ids: readonly number[]): void {
  const meant = among(ids, (entry) => !isEnded(entry));
  for (const { id } of meant) {
    behind.get(id)?.sending?.cancel();
    behind.delete(id);
  }
  change(meant, { manualCancel: true, paused: true });
  if (meant.some(isRunning)) schedule(DELAYS.afterStopMs);
}

export function removeUploads(ids: readonly number[]): void {
  const gone = new Set(ids);
  for (const id of ids) behind.delete(id);
  useUploads.setState((state) => ({ items: state.items.filter(({ id }) => !gone.has(id)) }));
}

/** Cancels all unfinished uploads and empties the panel. */
export function closeUploads(): void {
  cancelUploads(items().map(({ id }) => id));
  if (due !== null) clearTimeout(due);
  behind.clear();
  useUploads.setState(EMPTY);
}

export const toggleUploads = (): void =>
  useUploads.setState((state) => ({ isCollapsed: !state.isCollapsed, tidiesItself: false }));
export const collapseUploads = (): void => useUploads.setState({ isCollapsed: true });

/** Whether all sent files are complete, so that the panel needs no action. */
export const hasArrived = (all: readonly UploadItem[]): boolean =>
  all.length > 0 && all.every(({ entry }) => statusOf(entry) === 'success' || statusOf(entry) === 'cancel');

/** Another page opened: the panel collapses. It closes when it had nothing left to show on the page before. */
export function pageOpened(isFiles: boolean): void {
  const { isOpen, isCollapsed, items: all } = useUploads.getState();
  if (isOpen && isCollapsed && hasArrived(all)) closeUploads();
  else if (isOpen && !isFiles) collapseUploads();
}

export const leaveConfirmed = (): void => useUploads.setState({ asksOnLeave: false });

export const hasPending = (): boolean => items().some(({ entry }) => isPending(entry));
export const asksOnLeave = (): boolean => useUploads.getState().asksOnLeave && hasPending();

/** Resolves when no upload is pending. */
export const pendingOver = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = useUploads.subscribe(() => {
      if (hasPending()) return;
      stop();
      resolve();
    });
  });

/** Resumes uploads that failed without an answer, shortly after the browser is online again. */
export function goOnWhenOnline(): () => void {
  let wait: ReturnType<typeof setTimeout> | undefined;
  const onOnline = (): void => {
    clearTimeout(wait);
    wait = setTimeout(() => retryFailed((id) => behind.get(id)?.unheard === true), DELAYS.backOnlineMs);
  };
  window.addEventListener('online', onOnline);
  return () => {
    clearTimeout(wait);
    window.removeEventListener('online', onOnline);
  };
}
