import { EVERY_PROFESSION, type MemberRoleRow } from '../members.repo.ts';

/** A changed cell of the staffing matrix. */
export interface WantedCell {
  readonly professionId: number;
  readonly roleId: number;
  /** The people that the client saw. */
  readonly before: readonly number[];
  readonly userIds: readonly number[];
}

/** The people of one cell. */
export interface Cell {
  readonly profession_id: number | null;
  readonly role_id: number;
  readonly user_ids: readonly number[];
}

const isIn = (row: MemberRoleRow, cell: { professionId: number; roleId: number }): boolean =>
  row.role_id === cell.roleId && row.profession_id === cell.professionId;

const peopleIn = (held: readonly MemberRoleRow[], cell: WantedCell): number[] =>
  held.filter((row) => isIn(row, cell)).map((row) => row.user_id);

const isSame = (one: readonly number[], other: readonly number[]): boolean => {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((id) => b.has(id));
};

/** The present people of each cell that the client saw otherwise. */
export function staleCells(held: readonly MemberRoleRow[], cells: readonly WantedCell[]): Cell[] {
  return cells
    .map((cell) => ({ cell, present: peopleIn(held, cell) }))
    .filter(({ cell, present }) => !isSame(present, cell.before))
    .map(({ cell, present }) => ({
      profession_id: cell.professionId === EVERY_PROFESSION ? null : cell.professionId,
      role_id: cell.roleId,
      user_ids: present,
    }));
}

/** The first cell that stands twice in the input, or -1. */
export const doubleCell = (cells: readonly WantedCell[]): number =>
  cells.findIndex((cell, at) =>
    cells.slice(0, at).some((other) => other.roleId === cell.roleId && other.professionId === cell.professionId),
  );

interface Role {
  readonly roleId: number;
  readonly professionId: number;
}

/** The roles of each person whose roles change, in the order of the cells. Roles outside the cells stay. */
export function rolesAfter(
  held: readonly MemberRoleRow[],
  cells: readonly WantedCell[],
): ReadonlyMap<number, readonly Role[]> {
  const changed = cells.flatMap((cell) => {
    const present = peopleIn(held, cell);
    return [
      ...present.filter((id) => !cell.userIds.includes(id)),
      ...cell.userIds.filter((id) => !present.includes(id)),
    ];
  });
  return new Map(
    [...new Set(changed)].map((userId) => {
      const own = held.filter((row) => row.user_id === userId);
      const kept = own
        .filter((row) => !cells.some((cell) => isIn(row, cell)))
        .map((row) => ({ roleId: row.role_id, professionId: row.profession_id }));
      const wanted = cells
        .filter((cell) => cell.userIds.includes(userId))
        .map(({ roleId, professionId }) => ({ roleId, professionId }));
      return [userId, [...kept, ...wanted]];
    }),
  );
}
