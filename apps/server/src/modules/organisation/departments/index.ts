import { departmentEdit } from '@prdm/contract/organisation';
import {
  entityEvents,
  entityWithoutRoutes,
  refColumn,
  valueColumn,
  type EntityParts,
  type EntitySpec,
} from '../../../platform/entity/index.ts';
import { fail } from '../../../platform/errors.ts';
import { withBelow } from '../../../platform/entity/tree.ts';
import { DEPARTMENT_LEADERS } from '../leading/leading.repo.ts';
import { organisationRepo, type OrganisationTables } from '../organisation.repo.ts';
import { newlyNamed, refuseInactive } from '../staff/active-staff.ts';
import { decideDepartment } from '../staff/staff-range.ts';
import { departmentsRepo } from './departments.repo.ts';
import { placeMoved, placeNew } from './departments.rules.ts';

/** The fields of a department for the program itself. Without `sort` it stands last. */
export interface DepartmentInput {
  readonly name: string;
  readonly parent_id?: number;
  readonly leader_id?: number;
  readonly leading_manager_id?: number;
  readonly company_id?: number;
  readonly is_production: boolean;
  readonly sort?: number;
}

/**
 * Departments: an entity of the kit in a tree of at most five levels. Every change locks the row of the enterprise
 * first, so that writers of the tree run one after the other and a level cannot change through another writer.
 */
export function createDepartments(parts: EntityParts<OrganisationTables>) {
  const { tables } = parts;

  const before: EntitySpec<'department'>['before'] = async (trx, { actor: { enterpriseId }, input, row }) => {
    const { parent_id, sort, ...given } = input as unknown as DepartmentInput;
    await organisationRepo(tables.within(trx), enterpriseId).lockEnterprise();
    const repo = departmentsRepo(tables.within(trx), enterpriseId);
    const tree = await repo.all();
    const parent = tree.find(({ id }) => id === parent_id) ?? null;
    const present = tree.find(({ id }) => id === row?.id);
    // A restored department needs the parent that it had.
    if (parent_id && !parent) throw row && !present ? fail.wrongState('organisation.parentGone') : fail.notFound();
    const placing = present ? placeMoved(tree, present, parent) : placeNew(parent);
    if ('problem' in placing) throw fail.invalid('parent_id', placing.problem);
    // A person may have left between the check of the call and the lock. A restored department keeps its people.
    const named = DEPARTMENT_LEADERS.flatMap((field) =>
      newlyNamed(field, [given[field]], [(row?.[field] as number | null) ?? null]),
    );
    await refuseInactive(tables, enterpriseId, named, trx);
    if (present && placing.level !== present.level)
      await repo.shiftLevels(
        withBelow(tree, present.id).filter((id) => id !== present.id),
        placing.level - present.level,
      );
    return { level: placing.level, ...(sort === undefined ? {} : { sort }) };
  };

  return entityWithoutRoutes(parts, {
    calls: { kind: 'department', edit: departmentEdit },
    events: entityEvents('organisation', 'department'),
    table: 'department',
    columns: [
      refColumn('parent_id', 'department'),
      refColumn('leader_id', 'user'),
      refColumn('leading_manager_id', 'user'),
      refColumn('company_id', 'company'),
      valueColumn('is_production', true),
    ],
    built: ['level'],
    unique: { department_name: 'name' },
    orderedWithin: 'parent_id',
    canDisable: false,
    tooMany: 'organisation.tooManyDepartments',
    /** `administer`: the department is in the caller's range for changes. */
    may: (principal, right, { id }) => (right === 'administer' ? decideDepartment(principal, 'write', id) : undefined),
    refusal: 'organisation.outsideRange',
    before,
  });
}

export type Departments = ReturnType<typeof createDepartments>;
