import { sql, type Kysely } from 'kysely';
import type { ProjectsTables } from '../projects.repo.ts';

/** The entries that a project names in lists, each in ascending order. */
export interface LinkedIds {
  readonly profession_ids: readonly number[];
  readonly service_content_ids: readonly number[];
  readonly label_ids: readonly number[];
}

const unique = (ids: readonly number[] = []): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

/** The lists of a sheet without duplicates. A list that is left out is empty. */
export const linkedIds = (sheet: Partial<LinkedIds>): LinkedIds => ({
  profession_ids: unique(sheet.profession_ids),
  service_content_ids: unique(sheet.service_content_ids),
  label_ids: unique(sheet.label_ids),
});

const TABLES = {
  profession_ids: { table: 'project_profession', column: 'profession_id' },
  service_content_ids: { table: 'project_service_content', column: 'service_content_id' },
  label_ids: { table: 'project_label', column: 'label_id' },
} as const;

export const linksRepo = (db: Kysely<ProjectsTables>, enterpriseId: number) => ({
  /** One statement for all lists. */
  async of(projectId: number): Promise<LinkedIds> {
    const parts = Object.entries(TABLES).map(
      ([field, { table, column }]) => sql`
        select ${field}::text as field, ${sql.ref(column)} as id from ${sql.table(table)}
        where enterprise_id = ${enterpriseId} and project_id = ${projectId}`,
    );
    const { rows } = await sql<{ field: keyof LinkedIds; id: number }>`${sql.join(parts, sql` union all `)}`.execute(
      db,
    );
    const idsOf = (field: keyof LinkedIds) => unique(rows.filter((row) => row.field === field).map(({ id }) => id));
    return {
      profession_ids: idsOf('profession_ids'),
      service_content_ids: idsOf('service_content_ids'),
      label_ids: idsOf('label_ids'),
    };
  },

  /** Replaces all lists. */
  async set(projectId: number, linked: LinkedIds): Promise<void> {
    for (const [field, { table, column }] of Object.entries(TABLES)) {
      const ids = linked[field as keyof LinkedIds];
      await sql`delete from ${sql.table(table)}
        where enterprise_id = ${enterpriseId} and project_id = ${projectId} and ${sql.ref(column)} <> all(${ids})`.execute(
        db,
      );
      if (ids.length > 0)
        await sql`insert into ${sql.table(table)} (enterprise_id, project_id, ${sql.ref(column)})
          select ${enterpriseId}, ${projectId}, id from unnest(${ids}::bigint[]) as id on conflict do nothing`.execute(
          db,
        );
    }
  },
});
