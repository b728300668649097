import type { Trx } from '../../../../platform/db.ts';
import type { ImportCaller } from '../../../../platform/sheets/imports/declare.ts';
import type { Config } from '../../../config/index.ts';
import { accountKey } from '../../../identity/index.ts';
import { callerNow } from '../../caller.ts';
import { departmentsRepo } from '../../departments/departments.repo.ts';
import { organisationRepo } from '../../organisation.repo.ts';
import { recordsRepo } from '../records/records.repo.ts';
import type { NamedCheck } from '../leaving.service.ts';
import type { StaffParts } from '../staff.service.ts';
import { staffRepo } from '../staff.repo.ts';
import { departmentFinder, entryFinder } from './choices.ts';
import { STANDARD, type StaffRow } from './columns.ts';
import type { KnownPerson, StaffWorld } from './plan.ts';

export interface SheetParts extends StaffParts {
  readonly config: Config;
  readonly namedChecks: readonly NamedCheck[];
}

/** Loads all that an import or its undo judges. `locks` takes the lock of the enterprise and keeps the records as they are. */
export async function worldOf(
  parts: SheetParts,
  trx: Trx,
  { actor, lang, reader }: ImportCaller,
  given: {
    readonly fields: readonly string[];
    readonly accounts: readonly string[];
    readonly ids?: readonly number[];
    readonly numbers: readonly string[];
    readonly locks: boolean;
  },
): Promise<StaffWorld> {
  const { enterpriseId } = actor;
  const db = parts.tables.within(trx);
  const organisation = organisationRepo(db, enterpriseId);
  const { member_limit: limit } = given.locks ? await organisation.lockEnterprise() : await organisation.limits();
  // The rights are read behind the lock, as in every call that writes staff records.
  const caller = await callerNow(parts, trx, reader, 'Company-user');
  const found = await parts.identity.accountsNamed(trx, enterpriseId, given.accounts);
  const accounts = new Map(found.map((row) => [row.account_key, row.is_own ? row.id : ('foreign' as const)]));
  const ids = [...new Set([...found.flatMap((row) => (row.is_own ? [row.id] : [])), ...(given.ids ?? [])])];
  const records = recordsRepo(db, enterpriseId);
  const staff = staffRepo(db, enterpriseId);
  const own = await records.byIds(ids, given.locks);
  const leaders = await records.byIds(own.flatMap(({ leader_id: id }) => id ?? []));
  const held = Map.groupBy(await staff.rolesOf(ids), ({ user_id: id }) => id);
  const positions = await records.positions();
  const { config } = parts;
  const professions = await config.list(enterpriseId, 'profession', trx);
  const titles = await config.list(enterpriseId, 'position_title', trx);
  const companies = await config.list(enterpriseId, 'company', trx);
  const tree = await departmentsRepo(db, enterpriseId).all();
  return {
    caller,
    lang,
    fields: new Set(given.fields),
    accounts,
    people: new Map([...leaders, ...own].map((person): [number, KnownPerson] => [person.user_id, person])),
    held,
    departments: departmentFinder(tree),
    entries: {
      position_id: entryFinder(positions, STANDARD.position_id),
      profession_id: entryFinder(professions, STANDARD.profession_id),
      position_title_id: entryFinder(titles, STANDARD.position_title_id),
      company_id: entryFinder(companies, STANDARD.company_id),
    },
    leaderOf: new Map((await records.leaders()).map((row) => [row.user_id, row.leader_id as number])),
    numbers: new Map((await records.numbers(given.numbers)).map((row) => [row.employee_no, row.user_id])),
    room: limit - (await staff.members()),
  };
}

/** The accounts and numbers that the rows name. */
export const namedInRows = (rows: readonly StaffRow[]) => ({
  accounts: [
    ...new Set(rows.flatMap(({ account, leader_id: leader }) => [account, leader ?? '']).filter((name) => name !== '')),
  ],
  numbers: [...new Set(rows.flatMap(({ employee_no: number }) => number ?? []))],
  keys: new Set(rows.map(({ account }) => accountKey(account))),
});
