import { CODES } from '@prdm/contract/codes';
import { extOf, nameProblem, tidyName } from '@prdm/contract/file-names';
import { LIMITS } from '@prdm/contract/limits';
import { fail } from '../../platform/errors.ts';
import type { Change } from './parts.ts';
import { sortKey } from './sort-key.ts';

/** Two names that differ by case alone are one name: half of the machines the files go to cannot keep them apart. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

export const namesOf = (name: string): { name: string; nameKey: string; sortKey: string } => ({
  name,
  nameKey: nameKey(name),
  sortKey: sortKey(name),
});

/** "name (1)", the ending kept at the end; shortened where the number would make it too long. */
export function numbered(name: string, n: number, kind: 'folder' | 'file'): string {
  const ext = kind === 'file' ? extOf(name) : '';
  const tail = ext === '' ? '' : name.slice(name.length - ext.length - 1);
  const suffix = ` (${n})${tail}`;
  let stem = name.slice(0, name.length - tail.length);
  while (Buffer.byteLength(stem + suffix) > LIMITS.fileNameBytes) stem = [...stem].slice(0, -1).join('');
  return stem + suffix;
}

const MOST_NUMBERS = 1000;

async function isTaken({ folders, files }: Change, parentId: number, name: string): Promise<boolean> {
  const key = nameKey(name);
  return (await folders.childByKey(parentId, key)) !== undefined || (await files.byKey(parentId, key)) !== undefined;
}

/** The name itself, or with the first number that is free there. */
export async function freeName(
  change: Change,
  parentId: number,
  name: string,
  kind: 'folder' | 'file',
): Promise<string> {
  if (!(await isTaken(change, parentId, name))) return name;
  for (let n = 1; n < MOST_NUMBERS; n += 1) {
    const wish = numbered(name, n, kind);
    if (!(await isTaken(change, parentId, wish))) return wish;
  }
  throw fail.duplicateName('name');
}

/** 1018 when the name is taken by another record. */
export async function assertFree(
  change: Change,
  parentId: number,
  name: string,
  self?: { folderId?: number; fileId?: number },
): Promise<void> {
  const key = nameKey(name);
  const folder = await change.folders.childByKey(parentId, key);
  const file = await change.files.byKey(parentId, key);
  if ((folder && folder.id !== self?.folderId) || (file && file.id !== self?.fileId)) throw fail.duplicateName('name');
}

/** A name from outside any schema (upload metadata): tidied, or refused for the reason the schema would give. */
export function checkedName(value: string, field: string): string {
  const name = tidyName(value);
  const problem = nameProblem(name);
  if (problem) throw fail.invalid(field, problem, { n: LIMITS.fileNameBytes });
  return name;
}

/**
 * The folders of "folder/子目录/图.dwg", the file's own name left out. Anything that could lead elsewhere is refused:
 * empty parts (absolute paths begin with one), dots, backslashes, control characters.
 */
export function placeOf(relativePath: string): string[] {
  if (relativePath === '') return [];
  const parts = relativePath.split('/');
  if (parts.length > LIMITS.folderDepth + 1) throw tooDeep();
  return parts.map((part) => checkedName(part, 'relativePath')).slice(0, -1);
}

/** So many folders lie in one folder at most: a list of them is never cut short. */
export async function assertRoom({ folders }: Change, parentId: number, more = 1): Promise<void> {
  if ((await folders.countChildren(parentId)) + more > LIMITS.unpagedMax)
    throw fail.of(CODES.invalid, 'files.tooManyFolders', { field: 'pid', params: { n: LIMITS.unpagedMax } });
}

export const tooDeep = () =>
  fail.of(CODES.invalid, 'files.tooDeep', { field: 'pid', params: { n: LIMITS.folderDepth } });
