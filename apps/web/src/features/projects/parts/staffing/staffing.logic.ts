import type { Staffing, StaffingCell } from '@prdm/contract/projects/staffing';

/** A cell that the user changed. `before` are the people that stood there at the first change. */
export interface ChangedCell {
  readonly before: readonly number[];
  readonly userIds: readonly number[];
  /** Another user changed the cell meanwhile. */
  readonly clashed?: boolean;
}
export type Changes = ReadonlyMap<string, ChangedCell>;

export interface Place {
  /** null: every discipline. */
  readonly professionId: number | null;
  readonly roleId: number;
}

export const keyOf = ({ professionId, roleId }: Place): string => `${professionId ?? 0} ${roleId}`;

const placeOf = (key: string): Place => {
  const [profession = 0, role = 0] = key.split(' ').map(Number);
  return { professionId: profession === 0 ? null : profession, roleId: role };
};

/** The roles of production stand in every matrix, in the order of the work. */
const PRODUCTION = ['professional_leader', 'designer', 'proofreader', 'reviewer', 'approver'];

/** Roles of production, then roles that a person holds. With `everyRole` all the others follow. */
export function shownRoles(staffing: Staffing, everyRole: boolean): Staffing['roles'] {
  const production = PRODUCTION.flatMap((key) => staffing.roles.filter((role) => role.key === key));
  const others = staffing.roles.filter((role) => !production.includes(role));
  const isHeld = ({ id }: { id: number }): boolean => staffing.cells.some((cell) => cell.role_id === id);
  return [...production, ...others.filter((role) => everyRole || isHeld(role))];
}

const sameCell = (cell: StaffingCell, { professionId, roleId }: Place): boolean =>
  cell.profession_id === professionId && cell.role_id === roleId;

const storedIn = (staffing: Staffing, place: Place): readonly number[] =>
  staffing.cells.find((cell) => sameCell(cell, place))?.user_ids ?? [];

/** The people of a cell as the user sees it. */
export const peopleIn = (staffing: Staffing, changes: Changes, place: Place): readonly number[] =>
  changes.get(keyOf(place))?.userIds ?? storedIn(staffing, place);

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** The changes with new people in a cell. A cell that is as before is no change. */
export function withPeople(staffing: Staffing, changes: Changes, place: Place, userIds: readonly number[]): Changes {
  const key = keyOf(place);
  const before = changes.get(key)?.before ?? storedIn(staffing, place);
  const next = new Map(changes);
  if (isSame(before, userIds)) next.delete(key);
  else next.set(key, { before, userIds });
  return next;
}

/** The cells on the wire, in the order of `changes`. */
export const cellsOnWire = (changes: Changes) =>
  [...changes].map(([key, { before, userIds }]) => {
    const { professionId, roleId } = placeOf(key);
    const profession = professionId === null ? {} : { profession_id: professionId };
    return { ...profession, role_id: roleId, before: [...before], user_ids: [...userIds] };
  });

/** The stale cells of a refusal (1009). */
export function staleIn(data: unknown): readonly StaffingCell[] {
  const { cells } = (typeof data === 'object' && data !== null ? data : {}) as { cells?: unknown };
  return Array.isArray(cells) ? (cells as StaffingCell[]) : [];
}

/** The changes after a refusal. A stale cell keeps the wanted people, and its next save replaces the present ones. */
export function afterClash(changes: Changes, stale: readonly StaffingCell[]): Changes {
  const next = new Map(changes);
  for (const cell of stale) {
    const key = keyOf({ professionId: cell.profession_id, roleId: cell.role_id });
    const changed = next.get(key);
    if (changed !== undefined) next.set(key, { ...changed, before: cell.user_ids, clashed: true });
  }
  return next;
}

/** The cell beside another one, for the arrow keys. Stays at the edge. */
export function beside(at: readonly [row: number, column: number], key: string, rows: number, columns: number) {
  const [row, column] = at;
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const step = steps[key];
  if (step === undefined) return null;
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most - 1, value));
  return [clamp(row + step[0], rows), clamp(column + step[1], columns)] as const;
}
