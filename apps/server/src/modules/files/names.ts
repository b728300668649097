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
/** So many names are asked about at once. */
const ASKED_MAX = 20_000;

export interface Wish {
  readonly name: string;
  readonly kind: 'folder' | 'file';
}

const withNumber = ({ name, kind }: Wish, n: number): string => (n === 0 ? name : numbered(name, n, kind));

/**
 * For each wish the name itself, or with the first number that is free there, the earlier wishes taken as given. Asked for all together,
 * first the names, then eight times as many numbers each time: a whole folder that is copied once more costs two questions.
 */
export async function freeNames(change: Change, parentId: number, wishes: readonly Wish[]): Promise<string[]> {
  const [found, given] = [new Map<number, string>(), new Set<string>()];
  let open = wishes.map((_, index) => index);
  for (let [from, width] = [0, 1]; open.length > 0 && from < MOST_NUMBERS; from += width, width *= 8) {
    width = Math.max(1, Math.min(width, Math.floor(ASKED_MAX / open.length), MOST_NUMBERS - from));
    const numbers = Array.from({ length: width }, (_, step) => from + step);
    const candidates = open.map((index) => numbers.map((n) => withNumber(wishes[index] as Wish, n)));
    const taken = await keysAmong(change, parentId, candidates.flat().map(nameKey));
    open = open.filter((index, at) => {
      const name = candidates[at]?.find((one) => !taken.has(nameKey(one)) && !given.has(nameKey(one)));
      if (name === undefined) return true;
      found.set(index, name);
      given.add(nameKey(name));
      return false;
    });
  }
  return wishes.map((_, index) => {
    const name = found.get(index);
    if (name === undefined) throw fail.duplicateName('name');
    return name;
  });
}

async function keysAmong({ folders, files }: Change, parentId: number, keys: readonly string[]): Promise<Set<string>> {
  return new Set([...(await folders.keysAmong(parentId, keys)), ...(await files.keysAmong(parentId, keys))]);
}

/** The name itself, or with the first number that is free there. */
export async function freeName(change: Change, parentId: number, name: string, kind: Wish['kind']): Promise<string> {
  return (await freeNames(change, parentId, [{ name, kind }]))[0] as string;
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
