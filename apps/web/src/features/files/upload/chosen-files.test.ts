import { expect, it } from 'vitest';
import { chosenIn, droppedIn } from './chosen-files.ts';

const file = (name: string, path = ''): File =>
  Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: path });

/** A file system entry as browsers return it. A folder returns its entries in portions. */
type Tree = { [name: string]: Tree | null };
function entryOf(name: string, tree: Tree | null, above = ''): FileSystemEntry {
  const fullPath = `${above}/${name}`;
  if (tree === null)
    return {
      isDirectory: false,
      isFile: true,
      name,
      fullPath,
      file: (done: (given: File) => void) => done(file(name)),
    } as unknown as FileSystemEntry;
  const entries = Object.entries(tree).map(([below, inside]) => entryOf(below, inside, fullPath));
  const portions = Array.from({ length: Math.ceil(entries.length / 100) }, (_, at) =>
    entries.slice(at * 100, at * 100 + 100),
  );
  const createReader = () => {
    const rest = [...portions];
    return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(rest.shift() ?? []) };
  };
  return { isDirectory: true, isFile: false, name, fullPath, createReader } as unknown as FileSystemEntry;
}
const dropped = (name: string, tree: Tree | null) => ({
  getAsFile: () => file(name),
  webkitGetAsEntry: () => entryOf(name, tree),
});
const pathsOf = (chosen: readonly { relativePath: string; file: File }[]) =>
  chosen.map(({ relativePath, file: { name } }) => relativePath || name);

it('a dropped folder gives all files below it with their places, also beyond the first portion, without system files', async () => {
  const many = Object.fromEntries(Array.from({ length: 230 }, (_, n) => [`${n}.dwg`, null]));
  const chosen = await droppedIn([
    dropped('图纸', { 建筑: { '平面.dwg': null, 'Thumbs.db': null }, 空: {}, ...many }),
    dropped('说明.txt', null),
  ]);
  expect(chosen).toHaveLength(232);
  expect(pathsOf(chosen)).toContain('图纸/建筑/平面.dwg');
  expect(pathsOf(chosen)).toContain('图纸/229.dwg');
  expect(pathsOf(chosen)).toContain('说明.txt');
});

it('dropped text is not a file', async () => {
  expect(await droppedIn([{ getAsFile: () => null }])).toEqual([]);
});

it('a chosen folder leaves out system files, but a system file chosen alone is taken', () => {
  expect(pathsOf(chosenIn([file('a.dwg', '图纸/a.dwg'), file('.DS_Store', '图纸/.DS_Store')]))).toEqual(['图纸/a.dwg']);
  expect(pathsOf(chosenIn([file('.DS_Store')]))).toEqual(['.DS_Store']);
});
