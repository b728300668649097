import { LIMITS } from '@prdm/contract/limits';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import { isUniqueViolation, type ModuleDb, type Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { DepartmentAdded, DepartmentEdited, DepartmentRemoved } from '../organisation.events.ts';
import { departmentsRepo, type DepartmentFields, type DepartmentRow } from './departments.repo.ts';
import { placeMoved, placeNew, withBelow, type Placing } from './departments.rules.ts';
import { organisationRepo, type OrganisationTables } from '../organisation.repo.ts';
import { newlyNamed, refuseInactive } from '../staff/active-staff.ts';

export interface DepartmentParts {
  readonly bus: Bus;
  readonly tables: ModuleDb<OrganisationTables>;
}

export interface DepartmentInput {
  readonly name: string;
  readonly parent_id?: number;
  readonly leader_id?: number;
  readonly is_production: boolean;
  readonly sort: number;
}

const NAME_INDEX = 'department_name';

/**
 * Locks the row of the enterprise, so that writers of the tree run one after the other. A level that one writer computes cannot change
 * through another.
 */
async function lockTree(parts: DepartmentParts, trx: Trx, enterpriseId: number): Promise<DepartmentRow[]> {
  await organisationRepo(parts.tables.within(trx), enterpriseId).lockEnterprise();
  return departmentsRepo(parts.tables.within(trx), enterpriseId).all();
}

function parentIn(tree: readonly DepartmentRow[], id: number | undefined): DepartmentRow | null {
  if (id === undefined) return null;
  const parent = tree.find((row) => row.id === id);
  if (!parent) throw fail.notFound();
  return parent;
}

/** Lists and the rules of moving read the whole tree, so its size has a limit. */
function assertRoom(tree: readonly DepartmentRow[]): void {
  if (tree.length >= LIMITS.unpagedMax)
    throw fail.invalid('name', 'organisation.tooManyDepartments', { n: LIMITS.unpagedMax });
}

const levelOf = (placing: Placing): number => {
  if ('problem' in placing) throw fail.invalid('parent_id', placing.problem);
  return placing.level;
};

const fieldsOf = (input: DepartmentInput, level: number): DepartmentFields => ({
  name: input.name,
  parent_id: input.parent_id ?? null,
  level,
  leader_id: input.leader_id ?? null,
  is_production: input.is_production,
  sort: input.sort,
});

async function uniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, NAME_INDEX)) throw fail.duplicateName('name');
    throw error;
  }
}

/** Adds a department. Throws 1001 on parent_id below the fifth level, 1001 on name at the limit, 1018 when a sibling has the name. */
export async function addDepartment(
  parts: DepartmentParts,
  trx: Trx,
  actor: Actor,
  input: DepartmentInput,
): Promise<number> {
  const { enterpriseId } = actor;
  const tree = await lockTree(parts, trx, enterpriseId);
  assertRoom(tree);
  const fields = fieldsOf(input, levelOf(placeNew(parentIn(tree, input.parent_id))));
  // The leader may have left between the lookup and the lock.
  await refuseInactive(parts.tables, enterpriseId, newlyNamed('leader_id', [input.leader_id], []), trx);
  const id = await uniqueName(() => departmentsRepo(parts.tables.within(trx), enterpriseId).add(fields));
  await parts.bus.emit(trx, DepartmentAdded, {
    actor,
    target: { kind: 'department', id, name: input.name },
    after: { ...fields },
    data: { departmentId: id, name: input.name },
  });
  return id;
}

/** Replaces the record of a department. A new parent moves it with all its descendants. */
export async function editDepartment(
  parts: DepartmentParts,
  trx: Trx,
  actor: Actor,
  input: DepartmentInput & { id: number; version: number },
): Promise<void> {
  const { enterpriseId } = actor;
  const tree = await lockTree(parts, trx, enterpriseId);
  const before = tree.find((row) => row.id === input.id);
  if (!before) throw fail.notFound();
  const level = levelOf(placeMoved(tree, before, parentIn(tree, input.parent_id)));
  await refuseInactive(parts.tables, enterpriseId, newlyNamed('leader_id', [input.leader_id], [before.leader_id]), trx);
  const repo = departmentsRepo(parts.tables.within(trx), enterpriseId);
  const fields = fieldsOf(input, level);
  if (!(await uniqueName(() => repo.edit(input.id, input.version, fields)))) throw fail.conflict();
  const below = withBelow(tree, input.id).filter((id) => id !== input.id);
  if (level !== before.level && below.length > 0) await repo.shiftLevels(below, level - before.level);
  const { name, parent_id, leader_id, is_production, sort } = before;
  await parts.bus.emit(trx, DepartmentEdited, {
    actor,
    target: { kind: 'department', id: input.id, name: input.name },
    before: { name, parent_id, level: before.level, leader_id, is_production, sort },
    after: { ...fields },
    data: { departmentId: input.id, name: input.name },
  });
}

/** Removes a department. Throws 1019 while it has children or staff. Former staff do not count. */
export async function removeDepartment(
  parts: DepartmentParts,
  trx: Trx,
  actor: Actor,
  input: { id: number; version: number },
): Promise<void> {
  const { enterpriseId } = actor;
  const tree = await lockTree(parts, trx, enterpriseId);
  const before = tree.find((row) => row.id === input.id);
  if (!before) throw fail.notFound();
  const repo = departmentsRepo(parts.tables.within(trx), enterpriseId);
  if (await repo.isUsed(input.id)) throw fail.inUse();
  if (!(await repo.remove(input.id, input.version))) throw fail.conflict();
  await parts.bus.emit(trx, DepartmentRemoved, {
    actor,
    target: { kind: 'department', id: input.id, name: before.name },
    before: { name: before.name, parent_id: before.parent_id },
    data: { departmentId: input.id, name: before.name },
  });
}
