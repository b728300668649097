import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { BaseTax, CostLevel, CostRole } from '@prdm/contract/config/cost';
import type { DB } from '../../../platform/db-types.ts';
import type { CostContent, Dated } from './cost.rules.ts';

export type CostTables = Pick<DB, 'cost_config' | 'cost_part'>;

export interface StoredVersion extends CostContent, Dated {
  readonly id: number;
  readonly version: number;
}

interface StoredPart {
  readonly level: CostLevel;
  readonly entry_id: number | null;
  readonly role: CostRole | null;
  readonly bp: number;
}

export const costRepo = (db: Kysely<CostTables>, enterpriseId: number) => {
  const versions = () =>
    db
      .selectFrom('cost_config as c')
      .select(['c.id', 'c.project_type_id', 'c.valid_from', 'c.fee_bp', 'c.base_tax', 'c.version'])
      .select(['c.advance_limit_fen', 'c.contract_threshold_fen'])
      .select((eb) =>
        eb
          .selectFrom('cost_part as p')
          .select(
            sql<
              StoredPart[]
            >`json_agg(json_build_object('level', p.level, 'entry_id', p.entry_id, 'role', p.role, 'bp', p.bp)
              order by p.place)`.as('parts'),
          )
          .whereRef('p.enterprise_id', '=', 'c.enterprise_id')
          .whereRef('p.cost_config_id', '=', 'c.id')
          .as('parts'),
      )
      .where('c.enterprise_id', '=', enterpriseId);
  type Row = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;

  function versionOf(row: Row): StoredVersion {
    const parts = row.parts ?? [];
    const entries = (level: CostLevel) =>
      parts.flatMap((part) =>
        part.level === level && part.entry_id !== null ? [{ id: part.entry_id, bp: part.bp }] : [],
      );
    return {
      id: row.id,
      projectTypeId: row.project_type_id,
      validFrom: row.valid_from,
      version: row.version,
      stages: entries('stages'),
      professions: entries('professions'),
      roles: parts.flatMap(({ role, bp }) => (role === null ? [] : [{ role, bp }])),
      feeBp: row.fee_bp,
      baseTax: row.base_tax as BaseTax,
      advanceLimitFen: row.advance_limit_fen,
      contractThresholdFen: row.contract_threshold_fen,
    };
  }

  const columns = (content: CostContent) => ({
    fee_bp: content.feeBp,
    base_tax: content.baseTax,
    advance_limit_fen: content.advanceLimitFen,
    contract_threshold_fen: content.contractThresholdFen,
  });

  async function putParts(id: number, { stages, professions, roles }: CostContent): Promise<void> {
    const entries = (level: 'stages' | 'professions', parts: CostContent['stages']) =>
      parts.map((part, place) => ({ level, place, entry_id: part.id, role: null, bp: part.bp }));
    await db
      .insertInto('cost_part')
      .values(
        [
          ...entries('stages', stages),
          ...entries('professions', professions),
          ...roles.map(({ role, bp }, place) => ({ level: 'roles', place, entry_id: null, role, bp })),
        ].map((part) => ({ ...part, enterprise_id: enterpriseId, cost_config_id: id })),
      )
      .execute();
  }

  const byIds = async (ids: readonly number[]): Promise<StoredVersion[]> =>
    (
      await versions()
        .where('c.id', '=', sql<number>`any(${ids as number[]})`)
        .execute()
    ).map(versionOf);

  return {
    byIds,

    /** The default first, then by type, the newest of each first. */
    async all(): Promise<StoredVersion[]> {
      const rows = await versions()
        .orderBy('c.project_type_id', (order) => order.asc().nullsFirst())
        .orderBy('c.valid_from', 'desc')
        .limit(LIMITS.unpagedMax)
        .execute();
      return rows.map(versionOf);
    },

    /** The version that counts on a day: of the type, else of the default. */
    async at(typeId: number | null, day: string): Promise<StoredVersion | undefined> {
      const latest = (of: number | null) =>
        versions()
          .where('c.project_type_id', of === null ? 'is' : '=', of)
          .where('c.valid_from', '<=', day)
          .orderBy('c.valid_from', 'desc')
          .limit(1)
          .executeTakeFirst();
      const row = (typeId === null ? undefined : await latest(typeId)) ?? (await latest(null));
      return row && versionOf(row);
    },

    /** Locks the version until the transaction ends. */
    async locked(id: number): Promise<StoredVersion | undefined> {
      const found = await db
        .selectFrom('cost_config')
        .select('id')
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return found && (await byIds([id]))[0];
    },

    async countOf(typeId: number | null): Promise<number> {
      const { n } = await db
        .selectFrom('cost_config')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('enterprise_id', '=', enterpriseId)
        .where('project_type_id', typeId === null ? 'is' : '=', typeId)
        .executeTakeFirstOrThrow();
      return Number(n);
    },

    async add(dated: Dated, content: CostContent, userId: number | null): Promise<number> {
      const { id } = await db
        .insertInto('cost_config')
        .values({
          enterprise_id: enterpriseId,
          project_type_id: dated.projectTypeId,
          valid_from: dated.validFrom,
          updated_by: userId,
          ...columns(content),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await putParts(id, content);
      return id;
    },

    async replace(id: number, validFrom: string, content: CostContent, userId: number | null): Promise<void> {
      await db
        .updateTable('cost_config')
        .set({
          valid_from: validFrom,
          ...columns(content),
          version: sql`version + 1`,
          updated_by: userId,
          updated_at: sql`now()`,
        })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .execute();
      await db
        .deleteFrom('cost_part')
        .where('enterprise_id', '=', enterpriseId)
        .where('cost_config_id', '=', id)
        .execute();
      await putParts(id, content);
    },

    /** The parts go with it. */
    async remove(id: number): Promise<void> {
      await db.deleteFrom('cost_config').where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute();
    },
  };
};
