import { pathTo } from '../../../platform/entity/tree.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { departmentsRepo } from '../departments/departments.repo.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import { leadingRepo } from './leading.repo.ts';
import { staffRepo } from '../staff/staff.repo.ts';

interface Parts {
  readonly tables: ModuleDb<OrganisationTables>;
}

/** People above a person, the nearest first, each once, in any state. The person itself can be one of them. */
export interface Superiors {
  /** The person's direct leader, then the heads of the own department and of those above it. */
  readonly direct: number[];
  /** The head of the highest department below the root on the person's path, then the head of the root. */
  readonly heads: number[];
  /** The leading managers of the own department and of those above it. */
  readonly managers: number[];
}

type Way = readonly { readonly leader_id: number | null; readonly leading_manager_id: number | null }[];

const each = (ids: readonly (number | null | undefined)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))];

/** The departments from the root to this one. */
async function wayTo({ tables }: Parts, trx: Trx, enterpriseId: number, departmentId: number | null): Promise<Way> {
  if (departmentId === null) return [];
  return pathTo(await departmentsRepo(tables.within(trx), enterpriseId).all(), departmentId);
}

/** The root is the department at the top. Its own people have its head. */
const headsOn = (way: Way): number[] => each([way[1]?.leader_id, way[0]?.leader_id]);

/** Reads inside a running transaction. */
export async function superiorsOf(parts: Parts, trx: Trx, enterpriseId: number, userId: number): Promise<Superiors> {
  const db = parts.tables.within(trx);
  const [row] = await staffRepo(db, enterpriseId).byIds([userId]);
  const way = await wayTo(parts, trx, enterpriseId, row?.department_id ?? null);
  const upwards = way.toReversed();
  const leader = await leadingRepo(db, enterpriseId).leaderOf(userId);
  return {
    direct: each([leader, ...upwards.map(({ leader_id: id }) => id)]),
    heads: headsOn(way),
    managers: each(upwards.map(({ leading_manager_id: id }) => id)),
  };
}

/** The head that decides for a department, then the head above. */
export const headsOfDepartment = async (
  parts: Parts,
  trx: Trx,
  enterpriseId: number,
  departmentId: number,
): Promise<number[]> => headsOn(await wayTo(parts, trx, enterpriseId, departmentId));
