import { create } from 'zustand';
import { LIMITS } from '@prdm/contract/limits';
import { queryClient } from '../../../lib/query-client.ts';
import { startUpload, type Running } from './upload-driver.ts';
import { isEnded, isPending, nextToRun, percentOf, type UploadEntry } from './upload-rules.ts';

export interface UploadTarget {
  readonly pid: number;
  readonly name: string;
  readonly path: string;
  readonly projectId: number;
}

interface Queue {
  readonly entries: readonly UploadEntry[];
  readonly isOpen: boolean;
  readonly isCollapsed: boolean;
  /** Leaving is asked about; cleared by the first confirmed leaving and by closing the panel. */
  readonly asksOnLeave: boolean;
}

export const useUploads = create<Queue>(() => ({ entries: [], isOpen: false, isCollapsed: false, asksOnLeave: false }));

/** What cannot be shown: the file itself and the sending of it. */
const files = new Map<number, File>();
const running = new Map<number, Running>();
const pace = new Map<number, { at: number; sent: number }>();
let serial = 0;

const entries = (): readonly UploadEntry[] => useUploads.getState().entries;
const change = (id: number, values: Partial<UploadEntry>): void =>
  useUploads.setState((state) => ({
    entries: state.entries.map((entry) => (entry.id === id ? { ...entry, ...values } : entry)),
  }));

/** Puts files into the panel; the first begins at once, one that is too large is only told so. */
export function addUploads(chosen: Iterable<File>, target: UploadTarget): void {
  const added = [...chosen].map((file): UploadEntry => {
    serial += 1;
    files.set(serial, file);
    return {
      id: serial,
      name: file.name,
      size: file.size,
      current_catalog_pid: target.pid,
      catalogName: target.name,
      catalogPath: target.path,
      projectId: target.projectId,
      relativePath: file.webkitRelativePath,
      status: file.size > LIMITS.uploadBytes ? 'exceedSize' : 'waiting',
      progress: 0,
      speed: 0,
      manualPauseds: false,
      error: '',
    };
  });
  if (added.length === 0) return;
  useUploads.setState((state) => ({
    entries: [...state.entries, ...added],
    isOpen: true,
    isCollapsed: false,
    asksOnLeave: true,
  }));
  schedule();
}

function schedule(): void {
  const next = nextToRun(entries());
  if (next) run(next);
}

function run(entry: UploadEntry): void {
  const { id } = entry;
  change(id, { status: 'uploading', error: '', manualPauseds: false });
  const known = running.get(id);
  if (known) {
    known.resume();
    return;
  }
  const file = files.get(id);
  if (!file) return;
  const started = startUpload(file, entry, {
    onProgress: (sent) => change(id, { progress: percentOf(sent, entry.size), speed: speedOf(id, sent) }),
    onDone() {
      forget(id);
      change(id, { status: 'success', progress: 100, speed: 0 });
      void queryClient.invalidateQueries({ queryKey: ['file'] });
      void queryClient.invalidateQueries({ queryKey: ['model'] });
      schedule();
    },
    onError(error) {
      running.delete(id);
      change(id, { status: 'error', error, speed: 0 });
      schedule();
    },
  });
  running.set(id, started);
}

/** Bytes a second, smoothed, so that the figure can be read. */
function speedOf(id: number, sent: number): number {
  const now = performance.now();
  const before = pace.get(id);
  pace.set(id, { at: now, sent });
  const last = entries().find((entry) => entry.id === id)?.speed ?? 0;
  if (!before || now === before.at) return last;
  const fresh = ((sent - before.sent) / (now - before.at)) * 1000;
  return last === 0 ? Math.max(0, fresh) : Math.max(0, last * 0.8 + fresh * 0.2);
}

function forget(id: number): void {
  running.delete(id);
  files.delete(id);
  pace.delete(id);
}

export function pauseUpload(id: number): void {
  running.get(id)?.pause();
  change(id, { status: 'paused', manualPauseds: true, speed: 0 });
  schedule();
}

/** A person resumes: it runs next, and what runs now steps back until then. */
export function resumeUpload(id: number): void {
  const present = entries().find(({ status }) => status === 'uploading');
  if (present) {
    running.get(present.id)?.pause();
    change(present.id, { status: 'paused', speed: 0 });
  }
  const entry = entries().find((one) => one.id === id);
  if (entry) run(entry);
}

export const retryUpload = resumeUpload;

export function cancelUpload(id: number): void {
  running.get(id)?.cancel();
  forget(id);
  change(id, { status: 'cancel', speed: 0 });
  schedule();
}

export function removeUpload(id: number): void {
  forget(id);
  useUploads.setState((state) => ({ entries: state.entries.filter((entry) => entry.id !== id) }));
}

/** Cancels what has not ended and empties the panel. */
export function closeUploads(): void {
  for (const entry of entries()) if (!isEnded(entry)) cancelUpload(entry.id);
  for (const entry of entries()) forget(entry.id);
  useUploads.setState({ entries: [], isOpen: false, asksOnLeave: false });
}

export const toggleUploads = (): void => useUploads.setState((state) => ({ isCollapsed: !state.isCollapsed }));

export const leaveConfirmed = (): void => useUploads.setState({ asksOnLeave: false });

export const hasPending = (): boolean => entries().some(isPending);
export const asksOnLeave = (): boolean => useUploads.getState().asksOnLeave && hasPending();
