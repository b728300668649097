import type { ModuleDb, Trx } from '../../platform/db.ts';
import type { Identity } from '../identity/index.ts';
import { departmentsRepo } from './departments/departments.repo.ts';
import type { OrganisationTables } from './organisation.repo.ts';
import { staffRepo } from './staff/staff.repo.ts';

/** A user as shown beside his or her work. */
export interface PersonName {
  readonly id: number;
  readonly name: string;
  readonly thumb: string;
  readonly status: string;
}

/** A user in a list of people. */
export interface PersonLine extends PersonName {
  readonly account: string;
  readonly departmentName: string;
  readonly positionName: string;
}

const unique = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.filter((id): id is number => id !== null)),
];

/** Names by id in any state, in two parallel statements. Unknown ids are left out. */
export async function namesByIds(
  parts: { tables: ModuleDb<OrganisationTables>; identity: Identity },
  enterpriseId: number,
  userIds: readonly number[],
): Promise<Map<number, PersonName>> {
  if (userIds.length === 0) return new Map();
  const wanted = unique(userIds);
  const [people, accounts] = await Promise.all([
    staffRepo(parts.tables.read, enterpriseId).byIds(wanted),
    parts.identity.thumbs(enterpriseId, wanted),
  ]);
  const thumbOf = new Map(accounts.map((row) => [row.id, row.thumb]));
  return new Map(
    people.map(({ user_id: id, name, status }) => [id, { id, name, thumb: thumbOf.get(id) ?? '', status }]),
  );
}

/** People by id in any state, in four statements for any number of ids. Unknown ids are left out. */
export async function peopleByIds(
  parts: { tables: ModuleDb<OrganisationTables>; identity: Identity },
  enterpriseId: number,
  userIds: readonly number[],
): Promise<Map<number, PersonLine>> {
  if (userIds.length === 0) return new Map();
  const wanted = unique(userIds);
  const staff = staffRepo(parts.tables.read, enterpriseId);
  const [people, accounts] = await Promise.all([staff.byIds(wanted), parts.identity.thumbs(enterpriseId, wanted)]);
  const [departments, positions] = await Promise.all([
    departmentsRepo(parts.tables.read, enterpriseId).byIds(unique(people.map((row) => row.department_id))),
    staff.positionNames(unique(people.map((row) => row.position_id))),
  ]);
  const accountOf = new Map(accounts.map((row) => [row.id, row]));
  const departmentOf = new Map(departments.map((row) => [row.id, row.name]));
  const positionOf = new Map(positions.map((row) => [row.id, row.name]));
  return new Map(
    people.map((row) => [
      row.user_id,
      {
        id: row.user_id,
        name: row.name,
        thumb: accountOf.get(row.user_id)?.thumb ?? '',
        account: accountOf.get(row.user_id)?.account ?? '',
        departmentName: departmentOf.get(row.department_id ?? 0) ?? '',
        positionName: positionOf.get(row.position_id ?? 0) ?? '',
        status: row.status,
      },
    ]),
  );
}

/** Names only, inside a running transaction. A second connection there could wait for the first one for ever. */
export async function plainNames(
  tables: ModuleDb<OrganisationTables>,
  trx: Trx,
  enterpriseId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await staffRepo(tables.within(trx), enterpriseId).byIds(unique(userIds));
  return new Map(rows.map((row) => [row.user_id, row.name]));
}
