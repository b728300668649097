import type { Principal } from '@prdm/access';
import type { enterpriseSettingsEdit } from '@prdm/contract/organisation/settings';
import type { z } from 'zod';
import type { userAdd } from '@prdm/contract/organisation';
import type { Lang } from '@prdm/locales';
import type { StaffStatus } from '@prdm/contract/status';
import type { WorkKind } from '@prdm/contract/organisation/work';
import type { doSetting, specifyUser, userModify } from '@prdm/contract/staff';
import type { Actor } from '../../platform/actor.ts';
import type { Database, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { idsOf, type Authorized, type GivenTo } from '../../platform/ids/authorized.ts';
import type { PasswordPolicy } from '../identity/index.ts';
import { lockedCaller } from './caller.ts';
import type { Departments } from './departments/index.ts';
import type { UserRow } from './kinds.ts';
import { countLed } from './leading/leading.service.ts';
import { handOverItems, handOverWork } from './staff/work/hand-over.service.ts';
import type { HandOver } from './staff/work/handed-over.ts';
import { workItems, type ItemSources, type NamedItem } from './staff/work/work-items.ts';
import { organisationRepo } from './organisation.repo.ts';
import { departmentTree, pickerTree, searchDepartments, staffPage } from './organisation.reads.ts';
import type { ReadParts, StaffQuery } from './organisation.reads.ts';
import {
  assignStaff,
  modifyStaff,
  resetPassword,
  sortStaff,
  specifiedStaff,
  staffById,
  workingStaff,
  writeSetting,
} from './staff/staff-admin.service.ts';
import { modifyOwn, type AlsoOwn, type OwnFields } from './staff/own-record.ts';
import { refusePlace } from './staff/staff-range.ts';
import { endPersonSessions, listPersonSessions } from './staff/person-sessions.service.ts';
import { removeStaff, restoreStaff, workOf, type LeavingParts } from './staff/leaving.service.ts';
import { editSettings, readSettings } from './settings/settings.service.ts';
import { moveStaff } from './staff/records/order.ts';
import { staffSheet } from './staff/sheets/staff-export.ts';
import { addStaff, disableStaff, madePassword } from './staff/staff.service.ts';

/** A user named in a request, in any state. */
type Somebody = Authorized<UserRow, 'administer', 'user'>;

/** A person beside whom another one is put. */
type Neighbour = Authorized<UserRow, 'see', 'user'>;

type Assigned = { readonly users: readonly Authorized<unknown, 'administer', 'user'>[] } & (
  | { readonly column: 'position_id'; readonly to: Authorized<unknown, 'choose', 'position'> }
  | { readonly column: 'profession_id'; readonly to: Authorized<unknown, 'choose', 'profession'> }
);

/** The use cases behind the calls of this module; each change is one transaction. Other modules use the exports of index.ts. */
export function organisationCalls(
  parts: ReadParts &
    LeavingParts & {
      departments: Departments;
      db: Database;
      handOvers: ReadonlyMap<WorkKind, HandOver>;
      itemSources: ItemSources;
    },
) {
  const { db } = parts;

  async function policyOf(enterpriseId: number): Promise<PasswordPolicy> {
    const enterprise = await organisationRepo(parts.tables.read, enterpriseId).enterprise();
    return { min: enterprise.password_length_min, max: enterprise.password_length_max };
  }

  /** The given password in clear, or a generated one. The transfer key is used up in either case. */
  async function passwordOf(given: { password?: string; kid?: string }, policy: PasswordPolicy) {
    if (given.password === undefined) return { password: madePassword(policy), made: true };
    if (!given.kid) throw fail.invalid('kid', 'validation.required');
    const never = () => Promise.resolve(false);
    const call = { kid: given.kid, owner: { sessionId: null, ip: null }, acceptsDefaultKey: never };
    const password = await parts.identity.openTransfer(call, { text: given.password, min: 0, max: 1500 });
    if (password === null) throw fail.invalid('password', 'validation.value');
    return { password, made: false };
  }

  /**
   * The tree can also be written without a call, so the service does not check the caller. This function checks the caller after the lock.
   */
  const asCaller = <T>(principal: Principal, write: (trx: Trx, caller: Principal) => Promise<T>): Promise<T> =>
    db.transaction(async (trx) => write(trx, await lockedCaller(parts, trx, principal, 'Company-user')));

  return {
    departmentTree: (principal: Principal) => departmentTree(parts, principal),
    searchDepartments: (principal: Principal, word?: string) => searchDepartments(parts, principal, word),
    staffPage: (
      principal: Principal,
      {
        department,
        ...query
      }: Omit<StaffQuery, 'departmentId'> & { department?: Authorized<unknown, 'read', 'department'> },
    ) => staffPage(parts, principal, { ...query, departmentId: department?.id }),
    staffSheet: (
      principal: Principal,
      lang: Lang,
      given: { word?: string; department?: Authorized<unknown, 'read', 'department'>; status?: StaffStatus },
    ) => {
      const { department, ...query } = given;
      return staffSheet(parts, principal, { ...query, departmentId: department?.id }, lang);
    },
    pickerTree: (principal: Principal) => pickerTree(parts, principal),

    /**
     * Changes of the tree by a caller. `parentId`: the department below which a record is put; null stands for the top.
     * Throws 1005 when the caller may not put it there.
     */
    departments: (principal: Principal, parentId?: number | null) =>
      parts.departments.service.in((work) =>
        asCaller(principal, (trx, caller) => {
          if (parentId !== undefined) refusePlace(caller, parentId, 'parent_id');
          return work(trx);
        }),
      ),

    /** Adds a user. A generated password is returned once, and the user must change it at the first sign-in. */
    async userAdd(
      actor: Actor,
      principal: Principal,
      given: GivenTo<typeof userAdd>,
    ): Promise<{ id: number; password: string | null }> {
      const input = idsOf(given);
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
          leaderId: input.leader_id,
          companyId: input.company_id,
          positionTitleId: input.position_title_id,
          phone: input.phone,
          email: input.email,
          sex: input.sex,
          employeeNo: input.employee_no,
          entryDate: input.entry_date,
          formalDate: input.formal_date,
          workStartDate: input.work_start_date,
        }),
      );
      return { id, password: made ? password : null };
    },

    userDisable: (actor: Actor, principal: Principal, person: Somebody, version: number) =>
      db.transaction((trx) => disableStaff(parts, trx, actor, principal, { ...person.row, version })),
    userRestore: (actor: Actor, principal: Principal, person: Somebody, version: number) =>
      db.transaction((trx) => restoreStaff(parts, trx, actor, principal, { ...person.row, version })),
    userDel: (actor: Actor, principal: Principal, person: Somebody, version: number) =>
      db.transaction((trx) => removeStaff(parts, trx, actor, principal, { ...person.row, version })),
    openWork: (principal: Principal, person: Somebody, window: { offset: number; limit: number }) =>
      db.transaction(async (trx) => {
        const led = await countLed(parts, trx, principal.enterpriseId, person.id);
        const open = [...(await workOf(parts, trx, principal.enterpriseId, person.id)), ...(led ? [led] : [])];
        return { open, ...(await workItems(parts, trx, principal, person.id, window)) };
      }),
    userHandOver: (
      actor: Actor,
      principal: Principal,
      { kind, from, to }: { kind: WorkKind; from: Somebody; to: Authorized<UserRow, 'read', 'user'> },
    ) => db.transaction((trx) => handOverWork(parts, trx, actor, principal, { kind, from: from.row, to: to.row })),
    userHandOverItems: (
      actor: Actor,
      principal: Principal,
      from: Somebody,
      moves: readonly {
        readonly item: Authorized<NamedItem, 'handOver', 'work_item'>;
        readonly to: Authorized<UserRow, 'read', 'user'>;
      }[],
    ) =>
      db.transaction((trx) =>
        handOverItems(parts, trx, actor, principal, {
          from: from.row,
          moves: moves.map(({ item, to }) => ({ item: item.row, to: to.row })),
        }),
      ),
    /** Generates a new password and returns it once. */
    async resetPassword(actor: Actor, principal: Principal, person: Somebody, version: number): Promise<string> {
      const policy = await policyOf(actor.enterpriseId);
      const password = madePassword(policy);
      const stored = await parts.identity.storable(password, policy);
      await db.transaction((trx) => resetPassword(parts, trx, actor, principal, { ...person.row, version }, stored));
      return password;
    },
    /** Sessions of a person whose every role the caller may give. */
    personSessions: (actor: Actor, principal: Principal, person: Somebody, current: number) =>
      db.transaction((trx) => listPersonSessions(parts, trx, actor, principal, person.row, current)),
    personSessionEnd: (actor: Actor, principal: Principal, person: Somebody, which: { key: string } | 'all') =>
      db.transaction((trx) => endPersonSessions(parts, trx, actor, principal, person.row, which)),
    modifyOwn: (actor: Actor & { userId: number }, fields: OwnFields, version?: number, also?: AlsoOwn) =>
      db.transaction((trx) => modifyOwn(parts, trx, actor, fields, version, also)),
    userModify: (actor: Actor, principal: Principal, given: GivenTo<typeof userModify>) =>
      db.transaction((trx) => modifyStaff(parts, trx, actor, principal, idsOf(given))),
    assign: (actor: Actor, principal: Principal, { users, column, to }: Assigned) =>
      db.transaction((trx) =>
        assignStaff(parts, trx, actor, principal, { userIds: users.map(({ id }) => id), column, id: to.id }),
      ),
    userSort: (actor: Actor, principal: Principal, people: readonly Somebody[]) =>
      db.transaction((trx) =>
        sortStaff(
          parts,
          trx,
          actor,
          principal,
          people.map(({ id }) => id),
        ),
      ),
    userMove: (
      actor: Actor,
      principal: Principal,
      { person, after, before }: { person: Somebody; after?: Neighbour; before?: Neighbour },
    ) =>
      db.transaction((trx) =>
        moveStaff(parts, trx, actor, principal, {
          person: person.row,
          afterId: after?.id ?? null,
          beforeId: before?.id ?? null,
        }),
      ),
    staffOf: async (principal: Principal, person: Authorized<UserRow, 'see', 'user'>) =>
      (await staffById(parts, principal, [person.id]))[0],
    /** For users that no request named, for example the caller. */
    staffById: (principal: Principal, ids: readonly number[]) => staffById(parts, principal, ids),
    workingStaff: (principal: Principal, who: 'managers' | 'everybody') => workingStaff(parts, principal, who),
    specifiedStaff: (principal: Principal, given: GivenTo<typeof specifyUser>) =>
      specifiedStaff(parts, principal, idsOf(given)),
    settings: (enterpriseId: number) => readSettings(parts, enterpriseId),
    settingsEdit: (actor: Actor, principal: Principal, given: GivenTo<typeof enterpriseSettingsEdit>) =>
      db.transaction((trx) => editSettings(parts, trx, actor, principal, idsOf(given))),
    doSetting: (actor: Actor, principal: Principal, input: z.output<typeof doSetting.input>, sessionId: number) =>
      writeSetting(parts, actor, principal, input, sessionId),
  };
}
export type OrganisationCalls = ReturnType<typeof organisationCalls>;
