import type { z } from 'zod';
import type { Department, StaffRow, userTree } from '@prdm/contract/organisation';
import type { ProjectMember } from '@prdm/contract/projects';
import { standardName } from '../../lib/i18n.ts';
import type { PersonOption } from '../../ui/people/people-picker.tsx';

export type StaffTree = z.output<typeof userTree.output>;
type TreePerson = StaffTree['people'][number];

interface Placed {
  readonly id: number;
  readonly parent_id: number | null;
}

/** The entries in tree order: each parent comes right before its descendants. Siblings keep the given order. */
export function inTreeOrder<T extends Placed>(entries: readonly T[]): T[] {
  const known = new Set(entries.map(({ id }) => id));
  const below = new Map<number | null, T[]>();
  for (const entry of entries) {
    // An entry whose parent is missing from the list becomes a top entry, so it stays visible.
    const parent = entry.parent_id !== null && known.has(entry.parent_id) ? entry.parent_id : null;
    below.set(parent, [...(below.get(parent) ?? []), entry]);
  }
  const walk = (parent: number | null): T[] => (below.get(parent) ?? []).flatMap((entry) => [entry, ...walk(entry.id)]);
  return walk(null);
}

/** The ids of all ancestors of an entry, the nearest first. */
export function idsAbove(entries: readonly Placed[], id: number): number[] {
  const parents = new Map(entries.map((entry) => [entry.id, entry.parent_id]));
  const above: number[] = [];
  for (let at = parents.get(id) ?? null; at !== null && !above.includes(at); at = parents.get(at) ?? null)
    above.push(at);
  return above;
}

/** The ids from the top ancestor down to the entry itself. */
function wayTo(entries: readonly Placed[], id: number): number[] {
  const way = [id, ...idsAbove(entries, id)];
  way.reverse();
  return way;
}

/** The ids of an entry and all its descendants. */
export const branchOf = (entries: readonly Placed[], id: number): Set<number> =>
  new Set(
    entries.filter((entry) => entry.id === id || idsAbove(entries, entry.id).includes(id)).map((entry) => entry.id),
  );

/** The rows of a tree without the descendants of folded entries, in tree order. */
export function unfolded<T extends Placed>(entries: readonly T[], folded: ReadonlySet<number>): T[] {
  return inTreeOrder(entries).filter((entry) => !idsAbove(entries, entry.id).some((id) => folded.has(id)));
}

/**
 * The entries whose name contains the word. All their ancestors stay, so that a match keeps its place in the tree.
 */
export function narrowed<T extends Placed & { readonly name: string }>(entries: readonly T[], word: string): T[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return [...entries];
  const matches = entries.filter(({ name }) => name.toLowerCase().includes(wanted));
  const shown = new Set(matches.flatMap(({ id }) => [id, ...idsAbove(entries, id)]));
  return entries.filter(({ id }) => shown.has(id));
}

export interface DepartmentOption {
  readonly value: number;
  readonly label: string;
  /** Names from the top down, joined by " / ". The search reads it, and it separates departments of the same name. */
  readonly path: string;
  readonly level: number;
  readonly disabled: boolean;
}

/**
 * Options of a department picker. `without` omits a branch, because a department cannot move below itself. Levels below
 * `deepest` are disabled.
 */
export function departmentOptions(
  departments: readonly { id: number; parent_id: number | null; name: string; level: number }[],
  { without, deepest }: { without?: number; deepest?: number } = {},
): DepartmentOption[] {
  const names = new Map(departments.map(({ id, name }) => [id, name]));
  const left = without === undefined ? new Set<number>() : branchOf(departments, without);
  return inTreeOrder(departments)
    .filter(({ id }) => !left.has(id))
    .map(({ id, name, level }) => ({
      value: id,
      label: name,
      path: wayTo(departments, id)
        .map((each) => names.get(each) ?? '')
        .join(' / '),
      level,
      disabled: deepest !== undefined && level > deepest,
    }));
}

/** Number of levels of a branch, including its top entry. */
export function heightOf(departments: readonly Department[], id: number): number {
  const own = departments.find((entry) => entry.id === id)?.level ?? 0;
  const branch = branchOf(departments, id);
  return Math.max(1, ...departments.filter((entry) => branch.has(entry.id)).map(({ level }) => level - own + 1));
}

const latinOf = (person: TreePerson | undefined): string[] =>
  person === undefined ? [] : [person.pinyin, person.initials];

/**
 * Options for all people of the tree. The department separates people of the same name. `members` holds the ids of a
 * project's members, who come first.
 */
export function staffOptions(tree: StaffTree | undefined, members: ReadonlySet<number> = new Set()): PersonOption[] {
  const names = new Map(tree?.departments.map(({ id, name }) => [id, name]));
  return (tree?.people ?? []).map((person) => ({
    id: person.id,
    name: person.name,
    thumb: person.thumb,
    hint: names.get(person.department_id ?? 0) || standardName('positions', person.position_name),
    words: latinOf(person).join(' '),
    exactly: latinOf(person),
    isMember: members.has(person.id),
  }));
}

/** Options for the members of a project. An inactive member is disabled. */
export function memberOptions(
  members: readonly ProjectMember[] | undefined,
  tree: StaffTree | undefined,
): PersonOption[] {
  const people = new Map(tree?.people.map((person) => [person.id, person]));
  return (members ?? []).map((member) => ({
    id: member.user_id,
    name: member.name,
    thumb: member.thumb,
    hint:
      standardName('roles', member.roles[0]?.name ?? '') ||
      member.department_name ||
      standardName('positions', member.position_name),
    words: [member.account, ...latinOf(people.get(member.user_id))].join(' '),
    exactly: [member.account, ...latinOf(people.get(member.user_id))],
    isMember: true,
    disabled: member.status !== 'active',
  }));
}

/**
 * Adds the chosen people to the options, because a former colleague or a former member is missing there. A chosen
 * person is never disabled, so that the user can remove the choice.
 */
export function withChosen(options: readonly PersonOption[], chosen: readonly PersonOption[]): PersonOption[] {
  const known = new Set(options.map(({ id }) => id));
  const kept = new Set(chosen.map(({ id }) => id));
  return [
    ...options.map((option) => (kept.has(option.id) ? { ...option, disabled: false } : option)),
    ...chosen.filter(({ id }) => !known.has(id)),
  ];
}

/** A copy of the set. The entry is removed if it was present, and added otherwise. */
export function toggled<T>(set: ReadonlySet<T>, entry: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(entry)) next.add(entry);
  return next;
}

const PERSON_FIELDS = [
  'name',
  'account',
  'sex',
  'employee_no',
  'entry_date',
  'formal_date',
  'work_start_date',
  'phone',
  'email',
  'department_id',
  'position_id',
  'profession_id',
  'leader_id',
  'company_id',
  'position_title_id',
  'role_ids',
] as const;

/** The input of a call from the values of the person form, without empty fields. The password is sent separately. */
export const personInput = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    PERSON_FIELDS.map(
      (name) => [name, typeof values[name] === 'string' ? values[name].trim() : values[name]] as const,
    ).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/**
 * Reason against removing a department, or null. The server decides. The client shows the reason before the request.
 */
export function keptBy(departments: readonly Department[], department: Department): 'below' | 'people' | null {
  if (departments.some(({ parent_id }) => parent_id === department.id)) return 'below';
  return department.members > 0 ? 'people' : null;
}

/**
 * Initial values of the form of an existing person. An empty text becomes undefined, so that selects show no choice.
 * The employee role is omitted, because every person has it.
 */
export const personValues = (person: StaffRow): Record<string, unknown> => ({
  ...Object.fromEntries(
    PERSON_FIELDS.filter((name) => name !== 'account' && name !== 'role_ids').map((name) => [
      name,
      person[name] === '' || person[name] === null ? undefined : person[name],
    ]),
  ),
  role_ids: person.roles.filter(({ key }) => key !== 'employee').map(({ id }) => id),
});

/**
 * Names of the roles that the reader may not give. They protect roles, state, password and work of their holder from
 * the reader.
 */
export const namesAbove = (person: Pick<StaffRow, 'roles'>): string[] =>
  person.roles.filter(({ can_give }) => !can_give).map(({ name }) => standardName('roles', name));

/**
 * Reason against disabling a person, or null if it is allowed. The server decides, the client only finds the reason.
 */
export function whyNotDisabled(person: StaffRow, me: { readonly id: number }) {
  if (person.can.disable) return null;
  if (person.id === me.id) return 'oneself' as const;
  return namesAbove(person).length === 0 ? ('last' as const) : ('above' as const);
}
