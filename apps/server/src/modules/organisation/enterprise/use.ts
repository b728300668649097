import { sql } from 'kysely';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import type { OrganisationTables } from '../organisation.repo.ts';

/** The use of an enterprise: members and projects against its limits, and the bytes of its files. */
export interface Used {
  readonly members: number;
  readonly projects: number;
  readonly storage_bytes: number;
}
type CountedElsewhere = Exclude<keyof Used, 'members'>;
/** Counts one kind of use of the given enterprises. An enterprise without any may be left out. */
export type CountUse = (enterpriseIds: readonly number[], trx?: Trx) => Promise<ReadonlyMap<number, number>>;

/** The use of limits. Projects and files belong to modules above this one, so they register their counts. */
export class EnterpriseUse {
  readonly #tables: ModuleDb<OrganisationTables>;
  readonly #counts = new Map<CountedElsewhere, CountUse>();

  constructor(tables: ModuleDb<OrganisationTables>) {
    this.#tables = tables;
  }

  register(kind: CountedElsewhere, count: CountUse): void {
    this.#counts.set(kind, count);
  }

  async of(enterpriseId: number): Promise<Used> {
    const [members, projects, bytes] = await Promise.all([
      this.members([enterpriseId]),
      this.counted('projects', [enterpriseId]),
      this.counted('storage_bytes', [enterpriseId]),
    ]);
    const one = (counts: ReadonlyMap<number, number>) => counts.get(enterpriseId) ?? 0;
    return { members: one(members), projects: one(projects), storage_bytes: one(bytes) };
  }

  async counted(kind: CountedElsewhere, ids: readonly number[], trx?: Trx): Promise<ReadonlyMap<number, number>> {
    return (await this.#counts.get(kind)?.(ids, trx)) ?? new Map<number, number>();
  }

  /** Active and disabled people of each enterprise. */
  async members(ids: readonly number[], trx?: Trx): Promise<ReadonlyMap<number, number>> {
    const rows = await (trx ? this.#tables.within(trx) : this.#tables.read)
      .selectFrom('staff')
      .select(['enterprise_id', sql<number>`count(*)`.as('total')])
      .where('enterprise_id', '=', sql<number>`any(${ids as number[]})`)
      .where('status', 'in', ['active', 'disabled'])
      .groupBy('enterprise_id')
      .execute();
    return new Map(rows.map(({ enterprise_id, total }) => [enterprise_id, total]));
  }
}
