import { CODES } from '@prdm/contract/codes';
import { extOf, nameProblem, tidyName } from '@prdm/contract/kit/file-names';
import { LIMITS } from '@prdm/contract/limits';
import { fail } from '../../platform/errors.ts';
import type { Change } from './parts.ts';
import { sortKey } from '../../platform/names/sort-key.ts';
import { keyInData } from '@prdm/locales/text-key';

/** Names that differ only by case are one name, because Windows and macOS cannot keep both. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

export const namesOf = (name: string): { name: string; nameKey: string; sortKey: string } => ({
  name,
  nameKey: nameKey(name),
  sortKey: sortKey(name),
});

/** "name (1)", with the extension at the end; shortened when the number makes it too long. */
export function numbered(name: string, n: number, kind: 'folder' | 'file'): string {
  const ext = kind === 'file' ? extOf(name) : '';
  const tail = ext === '' ? '' : name.slice(name.length - ext.length - 1);
  const suffix = ` (${n})${tail}`;
  let stem = name.slice(0, name.length - tail.length);
  while (Buffer.byteLength(stem + suffix) > LIMITS.fileNameBytes) stem = [...stem].slice(0, -1).join('');
  return stem + suffix;
}

const MOST_NUMBERS = 1000;
/** Upper bound of names in one query. */
const NAMES_PER_QUERY = 20_000;

export interface Input {
  readonly name: string;
  readonly kind: 'folder' | 'file';
}

const withNumber = ({ name, kind }: Input, n: number): string => (n === 0 ? name : numbered(name, n, kind));

/**
 * For each input the name itself, or the name with the first free number. Names of earlier inputs count as taken. The
 * first query asks for the plain names; each further one for eight times as many numbers. So a second copy of a whole
 * folder needs two queries.
 */
export async function freeNames(change: Change, parentId: number, inputs: readonly Input[]): Promise<string[]> {
  const [found, given] = [new Map<number, string>(), new Set<string>()];
  let open = inputs.map((_, index) => index);
  for (let [from, width] = [0, 1]; open.length > 0 && from < MOST_NUMBERS; from += width, width *= 8) {
    width = Math.max(1, Math.min(width, Math.floor(NAMES_PER_QUERY / open.length), MOST_NUMBERS - from));
    const numbers = Array.from({ length: width }, (_, offset) => from + offset);
    const candidates = open.map((index) => numbers.map((n) => withNumber(inputs[index] as Input, n)));
    const taken = await keysAmong(change, parentId, candidates.flat().map(nameKey));
    open = open.filter((index, at) => {
      const name = candidates[at]?.find((one) => !taken.has(nameKey(one)) && !given.has(nameKey(one)));
      if (name === undefined) return true;
      found.set(index, name);
      given.add(nameKey(name));
      return false;
    });
  }
  return inputs.map((_, index) => {
    const name = found.get(index);
    if (name === undefined) throw fail.duplicateName('name');
    return name;
  });
}

async function keysAmong({ folders, files }: Change, parentId: number, keys: readonly string[]): Promise<Set<string>> {
  return new Set([...(await folders.keysAmong(parentId, keys)), ...(await files.keysAmong(parentId, keys))]);
}

/** The name itself, or the name with the first free number. */
export async function freeName(change: Change, parentId: number, name: string, kind: Input['kind']): Promise<string> {
  return (await freeNames(change, parentId, [{ name, kind }]))[0] as string;
}

/** Throws 1018 when another record has the name. */
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

/** A name without a schema (upload metadata): normalised, or refused with the reason of the schema. */
export function checkedName(value: string, field: string): string {
  const name = tidyName(value);
  const problem = nameProblem(name);
  if (problem) throw fail.invalid(field, keyInData(problem), { n: LIMITS.fileNameBytes });
  return name;
}

/**
 * The folders of "folder/子目录/图.dwg", without the file's own name. It refuses parts that could leave the target: empty
 * parts (absolute paths start with one), dots, backslashes and control characters.
 */
export function placeOf(relativePath: string): string[] {
  if (relativePath === '') return [];
  const parts = relativePath.split('/');
  if (parts.length > LIMITS.folderDepth + 1) throw tooDeep();
  return parts.map((part) => checkedName(part, 'relativePath')).slice(0, -1);
}

/** Throws when a folder would have more subfolders than one unpaged list can show. */
export async function assertRoom({ folders }: Change, parentId: number, more = 1): Promise<void> {
  if ((await folders.countChildren(parentId)) + more > LIMITS.unpagedMax)
    throw fail.of(CODES.invalid, 'files.tooManyFolders', { field: 'pid', params: { n: LIMITS.unpagedMax } });
}

export const tooDeep = () =>
  fail.of(CODES.invalid, 'files.tooDeep', { field: 'pid', params: { n: LIMITS.folderDepth } });
