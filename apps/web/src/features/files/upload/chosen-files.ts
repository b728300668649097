import type { Chosen } from './upload-rules.ts';

export type ChosenFile = Chosen & { readonly file: File };

/** Files that operating systems leave in folders. One chosen alone is uploaded. */
const LITTER = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|~\$.+)$/i;

/** Files of a file field. In a chosen folder every file carries its folder path. */
export const chosenIn = (files: Iterable<File>): ChosenFile[] =>
  withoutLitter([...files].map((file) => ({ file, relativePath: file.webkitRelativePath })));

const withoutLitter = (chosen: readonly ChosenFile[]): ChosenFile[] =>
  chosen.filter(({ file, relativePath }) => relativePath === '' || !LITTER.test(file.name));

/** The parts of a dropped item that are read here. */
type Dropped = Pick<DataTransferItem, 'getAsFile'> & Partial<Pick<DataTransferItem, 'webkitGetAsEntry'>>;

/**
 * Dropped files, and folders with all their contents. The items must be read synchronously: the browser clears them
 * after the event.
 */
export function droppedIn(dropped: Iterable<Dropped>): Promise<ChosenFile[]> {
  const found = [...dropped].map((item) => {
    const entry = item.webkitGetAsEntry?.() ?? null;
    if (entry?.isDirectory) return filesBelow(entry as FileSystemDirectoryEntry);
    const file = item.getAsFile();
    return Promise.resolve(file === null ? [] : [{ file, relativePath: '' }]);
  });
  return Promise.all(found).then((lists) => withoutLitter(lists.flat()));
}

async function filesBelow(folder: FileSystemDirectoryEntry): Promise<ChosenFile[]> {
  const lists = [];
  for (const entry of await entriesOf(folder)) {
    lists.push(
      entry.isDirectory
        ? filesBelow(entry as FileSystemDirectoryEntry)
        : fileOf(entry as FileSystemFileEntry).then((file) => [
            { file, relativePath: entry.fullPath.replace(/^\//, '') },
          ]),
    );
  }
  return (await Promise.all(lists)).flat();
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** The reader returns entries in portions and an empty portion at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Whether this browser can give files to a page and read them in parts. */
export const canUpload = (): boolean =>
  typeof window.File === 'function' &&
  typeof window.Blob === 'function' &&
  typeof window.Blob.prototype.slice === 'function';
