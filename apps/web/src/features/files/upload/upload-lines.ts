import type { UploadStatus } from '@prdm/contract/status';
import { isPending, percentOf, statusOf, type UploadEntry, type UploadItem } from './upload-rules.ts';

/** The files of one chosen folder: one line of the panel. */
export interface FolderLine {
  readonly key: string;
  readonly name: string;
  readonly items: readonly UploadItem[];
}

export const isFolderLine = (line: UploadItem | FolderLine): line is FolderLine => 'items' in line;

/** The lines of the panel in the order of choice: single files, and folders in place of their files. */
export function linesOf(items: readonly UploadItem[]): (UploadItem | FolderLine)[] {
  const folders = new Map<string, UploadItem[]>();
  const lines: (UploadItem | FolderLine)[] = [];
  for (const item of items) {
    if (!item.entry.isFolder) {
      lines.push(item);
      continue;
    }
    const name = topOf(item.entry);
    const key = `${item.batch}/${name}`;
    const known = folders.get(key);
    if (known) known.push(item);
    else {
      const found = [item];
      folders.set(key, found);
      lines.push({ key, name, items: found });
    }
  }
  return lines;
}

const topOf = ({ path }: UploadEntry): string => path.split('/', 1)[0] ?? '';

/** Path of a file inside the chosen folder. */
export const placeInside = (entry: UploadEntry): string => entry.path.slice(topOf(entry).length + 1);

export interface FolderState {
  readonly status: UploadStatus;
  /** Bytes and files to send, without cancelled and oversized ones. */
  readonly size: number;
  readonly wanted: number;
  readonly finished: number;
  readonly failed: number;
  readonly tooLarge: number;
  /** Whole percent of the bytes. It is 100 only when the server has confirmed all of them. */
  readonly percent: number;
  readonly bytesLeft: number;
  readonly speed: number;
}

/** The state of a folder as one upload. Priority: running, waiting, failed, complete. */
export function folderState(items: readonly UploadItem[]): FolderState {
  const count: Partial<Record<UploadStatus, number>> = {};
  let [size, sent, speed, willGoOn] = [0, 0, 0, false];
  for (const { entry, speed: own } of items) {
    const status = statusOf(entry);
    count[status] = (count[status] ?? 0) + 1;
    willGoOn ||= isPending(entry) && !entry.manualPauseds;
    if (status === 'cancel' || status === 'exceedSize') continue;
    size += entry.size;
    sent += (entry.size * entry.progress) / 100;
    speed += own;
  }
  const { success: finished = 0, error: failed = 0, exceedSize: tooLarge = 0, cancel: cancelled = 0 } = count;
  const wanted = items.length - tooLarge - cancelled;
  return {
    status: statusAmong(count, willGoOn),
    size,
    wanted,
    finished,
    failed,
    tooLarge,
    percent: finished === wanted ? 100 : percentOf(sent, size),
    bytesLeft: size - sent,
    speed,
  };
}

function statusAmong(count: Partial<Record<UploadStatus, number>>, willGoOn: boolean): UploadStatus {
  if (count.uploading !== undefined) return 'uploading';
  if (willGoOn) return 'waiting';
  return (
    (['paused', 'error', 'exceedSize', 'success'] as const).find((status) => count[status] !== undefined) ?? 'cancel'
  );
}

/** The files of an expanded folder. Unfinished files come first, so the running file is on top. */
export function filesShown(items: readonly UploadItem[], max: number): { shown: readonly UploadItem[]; more: number } {
  const isThrough = ({ entry }: UploadItem): boolean => statusOf(entry) === 'success';
  const shown = [...items.filter((item) => !isThrough(item)), ...items.filter(isThrough)].slice(0, max);
  return { shown, more: items.length - shown.length };
}
