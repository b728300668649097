import type { Chosen } from './upload-rules.ts';

export type ChosenFile = Chosen & { readonly file: File };

/** Files that systems leave in folders without anybody wanting them; chosen by themselves they are taken. */
const LITTER = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|~\$.+)$/i;

/** What a field of type file gave: with a folder, every file knows the folders it lies in. */
export const chosenIn = (files: Iterable<File>): ChosenFile[] =>
  withoutLitter([...files].map((file) => ({ file, relativePath: file.webkitRelativePath })));

const withoutLitter = (chosen: readonly ChosenFile[]): ChosenFile[] =>
  chosen.filter(({ file, relativePath }) => relativePath === '' || !LITTER.test(file.name));

/** As much of a dropped thing as is read here. */
type Dropped = Pick<DataTransferItem, 'getAsFile'> & Partial<Pick<DataTransferItem, 'webkitGetAsEntry'>>;

/** What was dropped, folders with all that lies in them. What was dropped must be asked for at once: after a pause it is gone. */
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

/** A folder gives its entries in portions, and an empty one at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Whether this browser can hand files to a page at all, and part by part. */
export const canUpload = (): boolean =>
  typeof window.File === 'function' &&
  typeof window.Blob === 'function' &&
  typeof window.Blob.prototype.slice === 'function';
