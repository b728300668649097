import { create } from 'zustand';
import { queryClient } from '../../../lib/query-client.ts';
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
  /** Leaving is asked about; cleared by the first confirmed leaving and by closing the panel. */
  readonly asksOnLeave: boolean;
}

const EMPTY: Queue = { items: [], isOpen: false, isCollapsed: false, asksOnLeave: false };

export const useUploads = create<Queue>(() => EMPTY);

/** What cannot be shown: the file itself and the sending of it. */
interface Behind {
  readonly file: File;
  sending: Running | null;
  /** Failed because nothing answered, so that it goes on by itself when the browser is online again. */
  unheard: boolean;
  pace: { at: number; sent: number } | null;
}

const behind = new Map<number, Behind>();
let serial = 0;
let due: ReturnType<typeof setTimeout> | null = null;

const items = (): readonly UploadItem[] => useUploads.getState().items;
const itemOf = (id: number): UploadItem | undefined => items().find((item) => item.id === id);
const is = (id: number, status: ReturnType<typeof statusOf>): boolean => {
  const item = itemOf(id);
  return item !== undefined && statusOf(item.entry) === status;
};

function change(id: number, values: Partial<UploadEntry>, speed = 0): void {
  useUploads.setState((state) => ({
    items: state.items.map((item) => (item.id === id ? { ...item, speed, entry: { ...item.entry, ...values } } : item)),
  }));
}

/** Puts files into the panel; the first begins at once, one that is too large is only told so. */
export function addUploads(chosen: readonly (Chosen & { readonly file: File })[], target: UploadTarget): void {
  if (chosen.length === 0) return;
  const added = chosen.map((one): UploadItem => {
    serial += 1;
    behind.set(serial, { file: one.file, sending: null, unheard: false, pace: null });
    return { id: serial, projectId: target.projectId, speed: 0, entry: entryOf(one, target) };
  });
  useUploads.setState((state) => ({
    items: [...state.items, ...added],
    isOpen: true,
    isCollapsed: false,
    asksOnLeave: true,
  }));
  schedule(0);
}

/** Starts the next one, after a pause or at once; only the last wish counts. */
function schedule(afterMs: number): void {
  if (due !== null) clearTimeout(due);
  due = null;
  if (afterMs > 0) due = setTimeout(() => schedule(0), afterMs);
  else {
    const next = nextToRun(items());
    if (next) run(next);
  }
}

function run({ id, entry }: UploadItem): void {
  const hidden = behind.get(id);
  if (!hidden) return;
  const hasFailed = entry.error !== '';
  hidden.pace = null;
  hidden.unheard = false;
  change(id, { paused: false, manualPauseds: false, error: '' });
  // A failed one is begun anew: it finds what has arrived by itself, and has its tries again.
  if (hidden.sending && !hasFailed) hidden.sending.resume();
  else
    hidden.sending = startUpload(hidden.file, entry, {
      onProgress: (sent) => onProgress(id, sent),
      onDone: () => onDone(id),
      onError: (failure) => onError(id, failure),
    });
}

function onProgress(id: number, sent: number): void {
  const item = itemOf(id);
  if (!item || statusOf(item.entry) !== 'uploading') return; // told late: it was stopped meanwhile
  change(id, { progress: percentOf(sent, item.entry.size) }, speedOf(item, sent));
}

function onDone(id: number): void {
  if (itemOf(id) === undefined || is(id, 'cancel')) return;
  behind.delete(id);
  change(id, { progress: 100, paused: true });
  refreshFiles();
  void queryClient.invalidateQueries({ queryKey: ['model'] });
  schedule(0);
}

function onError(id: number, { message, unheard }: Failure): void {
  const hidden = behind.get(id);
  if (!hidden || !is(id, 'uploading')) return;
  hidden.unheard = unheard;
  change(id, { error: message, paused: true });
  schedule(DELAYS.afterFailureMs);
}

/** Bytes a second, smoothed, so that the figure can be read. */
function speedOf({ id, speed }: UploadItem, sent: number): number {
  const hidden = behind.get(id);
  if (!hidden) return 0;
  const [now, before] = [performance.now(), hidden.pace];
  // Ticks that follow each other too closely say nothing.
  if (before && now - before.at < 50) return speed;
  hidden.pace = { at: now, sent };
  if (!before) return speed;
  const fresh = Math.max(0, ((sent - before.sent) / (now - before.at)) * 1000);
  return speed === 0 ? fresh : speed * 0.8 + fresh * 0.2;
}

export function pauseUpload(id: number): void {
  const wasRunning = is(id, 'uploading');
  behind.get(id)?.sending?.pause();
  change(id, { paused: true, manualPauseds: true });
  if (wasRunning) schedule(DELAYS.afterStopMs);
}

/** A person resumes: it runs at once, and what runs now steps back until then. */
export function resumeUpload(id: number): void {
  const present = items().find(({ entry }) => statusOf(entry) === 'uploading');
  if (present) {
    behind.get(present.id)?.sending?.pause();
    change(present.id, { paused: true });
  }
  if (due !== null) clearTimeout(due);
  const item = itemOf(id);
  if (item) run(item);
}

export const retryUpload = resumeUpload;

/** What failed waits again, in its order. */
export function retryFailed(which: (id: number) => boolean = () => true): void {
  const failed = items().filter(({ id, entry }) => statusOf(entry) === 'error' && which(id));
  for (const { id } of failed) {
    const hidden = behind.get(id);
    if (hidden) hidden.sending = null;
    change(id, { error: '', paused: true, manualPauseds: false });
  }
  if (failed.length > 0) schedule(0);
}

export function cancelUpload(id: number): void {
  const wasRunning = is(id, 'uploading');
  behind.get(id)?.sending?.cancel();
  behind.delete(id);
  change(id, { manualCancel: true, paused: true });
  if (wasRunning) schedule(DELAYS.afterStopMs);
}

export function removeUpload(id: number): void {
  behind.delete(id);
  useUploads.setState((state) => ({ items: state.items.filter((item) => item.id !== id) }));
}

/** Cancels what has not ended and empties the panel. */
export function closeUploads(): void {
  for (const { id, entry } of items()) if (!isEnded(entry)) cancelUpload(id);
  if (due !== null) clearTimeout(due);
  behind.clear();
  useUploads.setState(EMPTY);
}

export const toggleUploads = (): void => useUploads.setState((state) => ({ isCollapsed: !state.isCollapsed }));

export const leaveConfirmed = (): void => useUploads.setState({ asksOnLeave: false });

export const hasPending = (): boolean => items().some(({ entry }) => isPending(entry));
export const asksOnLeave = (): boolean => useUploads.getState().asksOnLeave && hasPending();

/** What failed because nothing answered goes on by itself, a moment after the browser is online again. */
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
