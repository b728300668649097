import { isSuperAdmin, seesContent, type Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { wireTime } from '@prdm/contract/kit/fields';
import type { Department, UncutStaffRow } from '@prdm/contract/organisation';
import type { StaffStatus, UserType } from '@prdm/contract/status';
import { contactOf } from '../../platform/content/content.ts';
import type { ModuleDb } from '../../platform/db.ts';
import type { Config } from '../config/index.ts';
import type { Identity } from '../identity/index.ts';
import { departmentsRepo } from './departments/departments.repo.ts';
import { inTreeOrder, pathTo, withAbove, withBelow } from '../../platform/entity/tree.ts';
import { rolesAbove, type CoMembersAmong } from './kinds.ts';
import type { OrganisationTables } from './organisation.repo.ts';
import { peopleByIds } from './people.ts';
import { decideDepartment, decideStaff, staffWithin } from './staff/staff-range.ts';
import { staffRepo, type StaffFilter } from './staff/staff.repo.ts';

export interface ReadParts {
  readonly tables: ModuleDb<OrganisationTables>;
  readonly identity: Identity;
  readonly config: Config;
  readonly coMembersAmong: CoMembersAmong;
}

/**
 * The departments in the caller's range and those above them as a flat list, parents first. Each has the number of people in it and below
 * it, as far as they are in the range.
 */
export async function departmentTree(parts: ReadParts, principal: Principal): Promise<Department[]> {
  const { enterpriseId } = principal;
  const repo = departmentsRepo(parts.tables.read, enterpriseId);
  const [all, counts] = await Promise.all([
    repo.all(),
    staffRepo(parts.tables.read, enterpriseId).counts(staffWithin(principal)),
  ]);
  const tree = withAbove(
    all,
    (id) => decideDepartment(principal, 'read', id).allowed || counts.some((row) => row.department_id === id),
  );
  const named = tree.flatMap((row) => [row.leader_id ?? [], row.leading_manager_id ?? []].flat());
  const companyIds = tree.flatMap((row) => row.company_id ?? []);
  const [people, companies] = await Promise.all([
    peopleByIds(parts, enterpriseId, named),
    parts.config.entries(enterpriseId, companyIds),
  ]);
  const own = new Map(counts.map((row) => [row.department_id, row.members]));
  return inTreeOrder(tree).map((row) => ({
    ...row,
    leader_name: people.get(row.leader_id ?? 0)?.name ?? '',
    leading_manager_name: people.get(row.leading_manager_id ?? 0)?.name ?? '',
    company_name: companies.get(row.company_id ?? 0)?.name ?? '',
    members: own.get(row.id) ?? 0,
    members_below: withBelow(tree, row.id).reduce((sum, id) => sum + (own.get(id) ?? 0), 0),
  }));
}

/** Departments whose name contains the word, or all without one. Empty for invited partners (safety.md S11). */
export async function searchDepartments(parts: ReadParts, principal: Principal, word: string | undefined) {
  if (await isPartner(parts, principal)) return [];
  const tree = await departmentsRepo(parts.tables.read, principal.enterpriseId).all();
  const wanted = (word ?? '').toLowerCase();
  return inTreeOrder(tree)
    .filter((row) => row.name.toLowerCase().includes(wanted))
    .map(({ id, parent_id, name, level }) => ({
      id,
      parent_id,
      name,
      level,
      path: pathTo(tree, id).map((above) => above.name),
    }));
}

export const isPartner = async (
  parts: Pick<ReadParts, 'tables'>,
  { enterpriseId, userId }: Principal,
): Promise<boolean> => (await staffRepo(parts.tables.read, enterpriseId).typeOf(userId)) === 'partner';

/** Departments and people for pickers: only the data that a picker shows. */
export async function pickerTree(parts: ReadParts, principal: Principal) {
  const { enterpriseId, userId } = principal;
  const partner = await isPartner(parts, principal);
  const staff = staffRepo(parts.tables.read, enterpriseId);
  const [tree, everybody, known] = await Promise.all([
    partner ? [] : departmentsRepo(parts.tables.read, enterpriseId).all(),
    staff.pickable(),
    partner ? parts.coMembersAmong(enterpriseId, userId, 'everybody') : null,
  ]);
  const people = known === null ? everybody : everybody.filter((row) => known.includes(row.user_id));
  const [accounts, positions] = await Promise.all([
    parts.identity.thumbs(
      enterpriseId,
      people.map((row) => row.user_id),
    ),
    partner ? [] : staff.positionNames([...new Set(people.flatMap((row) => row.position_id ?? []))]),
  ]);
  const thumbOf = new Map(accounts.map((row) => [row.id, row.thumb]));
  const positionOf = new Map(positions.map((row) => [row.id, row.name]));
  return {
    departments: inTreeOrder(tree).map(({ id, parent_id, name, level }) => ({ id, parent_id, name, level })),
    people: people.map((row) => ({
      id: row.user_id,
      name: row.name,
      thumb: thumbOf.get(row.user_id) ?? '',
      pinyin: row.pinyin,
      initials: row.initials,
      department_id: partner ? null : row.department_id,
      position_name: positionOf.get(row.position_id ?? 0) ?? '',
      profession_id: row.profession_id,
    })),
  };
}

export interface StaffQuery {
  readonly page: number;
  readonly size: number;
  readonly ispage?: 'not';
  readonly word?: string;
  readonly departmentId?: number;
  readonly status?: StaffStatus;
}

/** The people of a list, as far as the reader sees them. Without a state, everybody except former staff. */
export const staffFilter = async (
  { tables }: Pick<ReadParts, 'tables'>,
  principal: Principal,
  query: Pick<StaffQuery, 'word' | 'departmentId' | 'status'>,
): Promise<StaffFilter> => ({
  within: staffWithin(principal),
  word: query.word,
  byPhone: seesContent(principal, 'contact'),
  statuses: query.status ? [query.status] : ['active', 'disabled'],
  departmentIds:
    query.departmentId === undefined
      ? undefined
      : withBelow(await departmentsRepo(tables.read, principal.enterpriseId).all(), query.departmentId),
});

/** One page of the staff. Without a state, everybody except former staff. */
export async function staffPage(parts: ReadParts, principal: Principal, query: StaffQuery) {
  const { enterpriseId } = principal;
  const repo = staffRepo(parts.tables.read, enterpriseId);
  const filter = await staffFilter(parts, principal, query);
  const everything = query.ispage === 'not';
  const size = everything ? LIMITS.unpagedMax : query.size;
  const offset = everything ? 0 : (query.page - 1) * query.size;
  const [total, rows] = await Promise.all([repo.count(filter), repo.page(filter, offset, size)]);
  const list = await staffRows(parts, principal, rows);
  return everything ? { list, total } : { list, total, page: query.page, size: query.size };
}

type Row = Awaited<ReturnType<ReturnType<typeof staffRepo>['page']>>[number];

/** Rows of the lists. The number of statements does not depend on the number of rows. */
export async function staffRows(
  parts: ReadParts,
  principal: Principal,
  rows: readonly Row[],
): Promise<UncutStaffRow[]> {
  const { enterpriseId } = principal;
  const repo = staffRepo(parts.tables.read, enterpriseId);
  const ids = rows.map((row) => row.user_id);
  const [people, held, superAdmins, entries] = await Promise.all([
    peopleByIds(parts, enterpriseId, [...ids, ...rows.flatMap((row) => row.leader_id ?? [])]),
    ids.length === 0 ? [] : repo.rolesOf(ids),
    repo.activeHolders('superAdmin'),
    parts.config.entries(
      enterpriseId,
      rows.flatMap((row) => [row.profession_id ?? [], row.company_id ?? [], row.position_title_id ?? []].flat()),
    ),
  ]);
  return rows.map((row) => {
    const person = people.get(row.user_id);
    const roles = held.filter((role) => role.user_id === row.user_id);
    const isTop = isSuperAdmin({ roles });
    const inRange = decideStaff(principal, 'write', row).allowed;
    const mayTouch = inRange && (!isTop || isSuperAdmin(principal));
    // The same rule as in refuseAbove: the user is in range, and the caller may give every role of the user.
    const above = new Set(rolesAbove(principal, roles).map(({ id }) => id));
    const ranks = inRange && above.size === 0;
    const last = isTop && superAdmins.every((id) => id === row.user_id);
    return {
      id: row.user_id,
      account: person?.account ?? '',
      name: row.name,
      thumb: person?.thumb ?? '',
      phone: contactOf(row.user_id, row.phone),
      email: contactOf(row.user_id, row.email),
      sex: row.sex,
      employee_no: row.employee_no,
      type: row.type as UserType,
      status: row.status as StaffStatus,
      department_id: row.department_id,
      department_name: person?.departmentName ?? '',
      position_id: row.position_id,
      position_name: person?.positionName ?? '',
      profession_id: row.profession_id,
      profession_name: entries.get(row.profession_id ?? 0)?.name ?? '',
      leader_id: row.leader_id,
      leader_name: people.get(row.leader_id ?? 0)?.name ?? '',
      company_id: row.company_id,
      company_name: entries.get(row.company_id ?? 0)?.name ?? '',
      position_title_id: row.position_title_id,
      position_title_name: entries.get(row.position_title_id ?? 0)?.name ?? '',
      roles: roles.map(({ id, key, name }) => ({ id, key, name, can_give: !above.has(id) })),
      entry_date: row.entry_date,
      formal_date: row.formal_date,
      work_start_date: row.work_start_date,
      created_at: wireTime(new Date(row.created_at)),
      version: row.version,
      can: {
        edit: row.status !== 'former' && mayTouch,
        contact: row.status !== 'former' && ranks && row.user_id !== principal.userId,
        roles: row.status !== 'former' && ranks,
        handOver: row.status !== 'former' && ranks,
        disable: row.status === 'active' && ranks && !last && row.user_id !== principal.userId,
        restore: row.status !== 'active' && ranks,
        del: row.status !== 'former' && ranks && !last && row.user_id !== principal.userId,
        resetPwd: row.status === 'active' && ranks && row.user_id !== principal.userId,
      },
    };
  });
}
