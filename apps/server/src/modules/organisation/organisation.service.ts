import type { Principal } from '@prdm/access';
import type { z } from 'zod';
import type { userAdd } from '@prdm/contract/organisation';
import type { doSetting, userModify, WorkKind } from '@prdm/contract/staff';
import type { Actor } from '../../platform/actor.ts';
import type { Database, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import type { PasswordPolicy } from '../identity/index.ts';
import { lockedCaller } from './caller.ts';
import {
  addDepartment,
  editDepartment,
  removeDepartment,
  type DepartmentInput,
  type DepartmentParts,
} from './departments.ts';
import { handOverWork, type HandOver } from './handing-over.ts';
import { organisationRepo } from './organisation.repo.ts';
import {
  departmentTree,
  pickerTree,
  positionsFor,
  roleList,
  searchDepartments,
  staffPage,
} from './organisation.reads.ts';
import type { ReadParts, StaffQuery } from './organisation.reads.ts';
import {
  assignStaff,
  enterpriseFacts,
  modifyStaff,
  resetPassword,
  sortStaff,
  specifiedStaff,
  staffById,
  workingStaff,
  writeSetting,
} from './staff-admin.ts';
import { modifyOwn, type OwnFields } from './own-record.ts';
import { removeStaff, restoreStaff, workOf, type LeavingParts } from './staff-leaving.ts';
import { addStaff, disableStaff, madePassword, type Target } from './staff.ts';

/** The use cases behind this module's calls, each change in one transaction. Other modules use the front door. */
export function organisationCalls(
  parts: ReadParts & LeavingParts & DepartmentParts & { db: Database; handOvers: ReadonlyMap<WorkKind, HandOver> },
) {
  const { db } = parts;

  async function policyOf(enterpriseId: number): Promise<PasswordPolicy> {
    const enterprise = await organisationRepo(parts.tables.read, enterpriseId).enterprise();
    return { min: enterprise.password_length_min, max: enterprise.password_length_max };
  }

  /** The given password in clear, or one made here. The transfer key is spent in any case. */
  async function passwordOf(given: { password?: string; kid?: string }, policy: PasswordPolicy) {
    if (given.password === undefined) return { password: madePassword(policy), made: true };
    if (!given.kid) throw fail.invalid('kid', 'validation.required');
    const password = await parts.identity.openTransfer(given.kid, given.password);
    if (password === null) throw fail.invalid('password', 'validation.value');
    return { password, made: false };
  }

  /** The tree is also written by whom no call was made for, so who makes one is judged here, behind the lock. */
  const asCaller = <T>(principal: Principal, write: (trx: Trx) => Promise<T>): Promise<T> =>
    db.transaction(async (trx) => {
      await lockedCaller(parts, trx, principal);
      return write(trx);
    });

  return {
    departmentTree: (enterpriseId: number) => departmentTree(parts, enterpriseId),
    searchDepartments: (principal: Principal, word?: string) => searchDepartments(parts, principal, word),
    positions: (enterpriseId: number) => organisationRepo(parts.tables.read, enterpriseId).positions(),
    positionsFor: (principal: Principal) => positionsFor(parts, principal),
    roleList: (principal: Principal) => roleList(parts, principal),
    staffPage: (principal: Principal, query: StaffQuery) => staffPage(parts, principal, query),
    pickerTree: (principal: Principal) => pickerTree(parts, principal),

    departmentAdd: (actor: Actor, principal: Principal, input: DepartmentInput) =>
      asCaller(principal, (trx) => addDepartment(parts, trx, actor, input)),
    departmentEdit: (actor: Actor, principal: Principal, input: DepartmentInput & { id: number; version: number }) =>
      asCaller(principal, (trx) => editDepartment(parts, trx, actor, input)),
    departmentDel: (actor: Actor, principal: Principal, input: { id: number; version: number }) =>
      asCaller(principal, (trx) => removeDepartment(parts, trx, actor, input)),

    /** Adds somebody; a password made here is told once and has to be changed at the first sign-in. */
    async userAdd(
      actor: Actor,
      principal: Principal,
      input: z.output<typeof userAdd.input>,
    ): Promise<{ id: number; password: string | null }> {
      const policy = await policyOf(actor.enterpriseId);
      const { password, made } = await passwordOf(input, policy);
      const stored = await parts.identity.storable(password, policy);
      const id = await db.transaction((trx) =>
        addStaff(parts, trx, actor, principal, {
          account: input.account,
          stored,
          mustChange: made,
          name: input.name,
          roleIds: input.role_ids,
          departmentId: input.department_id,
          positionId: input.position_id,
          professionId: input.profession_id,
          phone: input.phone,
          email: input.email,
          sex: input.sex,
          employeeNo: input.employee_no,
          entryDate: input.entry_date,
        }),
      );
      return { id, password: made ? password : null };
    },

    userDisable: (actor: Actor, principal: Principal, target: { id: number; name: string; version: number }) =>
      db.transaction((trx) => disableStaff(parts, trx, actor, principal, target)),
    userRestore: (actor: Actor, principal: Principal, target: Target & { status: string }) =>
      db.transaction((trx) => restoreStaff(parts, trx, actor, principal, target)),
    userDel: (actor: Actor, principal: Principal, target: Target & { status: string }) =>
      db.transaction((trx) => removeStaff(parts, trx, actor, principal, target)),
    openWork: (enterpriseId: number, userId: number) =>
      db.transaction((trx) => workOf(parts, trx, enterpriseId, userId)),
    userHandOver: (actor: Actor, principal: Principal, given: Parameters<typeof handOverWork>[4]) =>
      db.transaction((trx) => handOverWork(parts, trx, actor, principal, given)),
    /** A new password for somebody, made here and told once. */
    async resetPassword(actor: Actor, principal: Principal, target: Target & { status: string }): Promise<string> {
      const policy = await policyOf(actor.enterpriseId);
      const password = madePassword(policy);
      const stored = await parts.identity.storable(password, policy);
      await db.transaction((trx) => resetPassword(parts, trx, actor, principal, target, stored));
      return password;
    },
    modifyOwn: (actor: Actor & { userId: number }, fields: OwnFields, version?: number) =>
      db.transaction((trx) => modifyOwn(parts, trx, actor, fields, version)),
    userModify: (actor: Actor, principal: Principal, input: z.output<typeof userModify.input>) =>
      db.transaction((trx) => modifyStaff(parts, trx, actor, principal, input)),
    assign: (actor: Actor, principal: Principal, given: Parameters<typeof assignStaff>[4]) =>
      db.transaction((trx) => assignStaff(parts, trx, actor, principal, given)),
    userSort: (actor: Actor, principal: Principal, userIds: readonly number[]) =>
      db.transaction((trx) => sortStaff(parts, trx, actor, principal, userIds)),
    staffById: (principal: Principal, ids: readonly number[]) => staffById(parts, principal, ids),
    workingStaff: (principal: Principal, who: 'managers' | 'everybody') => workingStaff(parts, principal, who),
    specifiedStaff: (principal: Principal, wish: Parameters<typeof specifiedStaff>[2]) =>
      specifiedStaff(parts, principal, wish),
    enterpriseFacts: (enterpriseId: number) => enterpriseFacts(parts, enterpriseId),
    doSetting: (actor: Actor, principal: Principal, input: z.output<typeof doSetting.input>) =>
      writeSetting(parts, actor, principal, input),
  };
}
export type OrganisationCalls = ReturnType<typeof organisationCalls>;
