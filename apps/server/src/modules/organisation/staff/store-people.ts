import type { ModuleDb, Trx } from '../../../platform/db.ts';
import type { Identity } from '../../identity/index.ts';
import { organisationRepo, type OrganisationTables } from '../organisation.repo.ts';
import type { PersonToStore } from './staff.service.ts';

/** Stores people with accounts and roles, without any rule. Returns the ids in the order of the people. */
export const storePeople =
  ({ tables, identity }: { readonly tables: ModuleDb<OrganisationTables>; readonly identity: Identity }) =>
  async (trx: Trx, enterpriseId: number, given: readonly PersonToStore[]): Promise<number[]> => {
    const ids = await identity.addAccounts(trx, enterpriseId, given);
    const people = given.map((person, at) => ({
      ...person,
      userId: ids[at] as number,
      leaderId: person.leaderAt === undefined ? person.leaderId : ids[person.leaderAt],
      account: person.account.normalize('NFKC').trim(),
    }));
    const repo = organisationRepo(tables.within(trx), enterpriseId);
    await repo.addStaff(people);
    await repo.giveRolesTo(people);
    return ids;
  };
