import { LANGS, type Lang } from '@prdm/locales';
import { pathTo } from '../../../../platform/entity/tree.ts';
import { standardName } from '../../../../platform/translate.ts';
import type { DepartmentRow } from '../../departments/departments.repo.ts';
import { departmentOf } from '../../entities/position-import.ts';

export interface NamedEntry {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
}

const spelled = (name: string): string => name.normalize('NFKC').trim();

/**
 * Finds entries by their name. A standard name is understood in every language, because an export has that of its
 * reader. A disabled entry may stay on the record that has it (`present`).
 */
export function entryFinder(entries: readonly NamedEntry[], group: string) {
  const byName = new Map<string, NamedEntry[]>();
  const add = (name: string, entry: NamedEntry): void => {
    const known = byName.get(spelled(name)) ?? [];
    if (!known.includes(entry)) byName.set(spelled(name), [...known, entry]);
  };
  for (const entry of entries) add(entry.name, entry);
  // A stored name has precedence over the translation of another one.
  const stored = new Set(byName.keys());
  for (const entry of entries)
    for (const lang of LANGS) {
      const name = standardName(lang, group, entry.name);
      if (!stored.has(spelled(name))) add(name, entry);
    }
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  const find = (name: string, present: number | null): number | null | 'unknown' => {
    if (name === '') return null;
    const found = byName.get(spelled(name)) ?? [];
    const kept = found.find(({ id }) => id === present);
    return (kept ?? found.find(({ enabled }) => enabled))?.id ?? 'unknown';
  };
  return { find, nameIn: (lang: Lang, id: number): string => standardName(lang, group, names.get(id) ?? '') };
}

const SEPARATOR = '/';

/** The path of a department from the top, as the export writes it. */
export const departmentPath = (tree: readonly DepartmentRow[], id: number): string =>
  pathTo(tree, id)
    .map(({ name }) => name)
    .join(SEPARATOR);

/** Finds departments by the path of the export, by another path, or by a name that only one department has. */
export function departmentFinder(tree: readonly DepartmentRow[]) {
  const byPath = Map.groupBy(tree, ({ id }) => spelled(departmentPath(tree, id)));
  const known = new Map<string, ReturnType<typeof departmentOf>>();
  const find = (path: string, present: number | null): ReturnType<typeof departmentOf> => {
    // A name may hold the sign that separates names, so the whole path is compared first.
    const exact = byPath.get(spelled(path)) ?? [];
    const kept = exact.find(({ id }) => id === present);
    if (kept) return kept.id;
    if (exact.length === 1 && exact[0]) return exact[0].id;
    // The present department counts only where a name is ambiguous.
    const found = known.get(path) ?? departmentOf(path, tree, null);
    known.set(path, found);
    return found === 'several' ? departmentOf(path, tree, present) : found;
  };
  return {
    find,
    has: (id: number): boolean => tree.some((one) => one.id === id),
    pathOf: (id: number): string => departmentPath(tree, id),
  };
}
