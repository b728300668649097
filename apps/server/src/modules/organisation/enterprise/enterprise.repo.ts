import { sql, type Kysely } from 'kysely';
import type { Lang } from '@prdm/locales';
import type { OrganisationTables } from '../organisation.repo.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

/** The fields of the record that its administrators write (/company/enterprise). */
export const RECORD_FIELDS = [
  'name',
  'short_name',
  'logo',
  'phone',
  'email',
  'address',
  'credit_code',
  'title',
  'default_lang',
  'oa_url',
  'review_url',
  'help_url',
  'fixed_header',
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

export interface EnterpriseRecord extends Readonly<
  Record<Exclude<RecordField, 'fixed_header' | 'default_lang'>, string>
> {
  readonly id: number;
  readonly fixed_header: boolean;
  readonly default_lang: Lang;
  readonly member_limit: number;
  readonly project_limit: number;
  readonly accept_default_key: boolean;
  readonly is_system: boolean;
  readonly version: number;
}

/** The record of one enterprise. */
export const enterpriseRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => ({
  async record(): Promise<EnterpriseRecord> {
    const row = await db
      .selectFrom('enterprise')
      .select(['id', 'member_limit', 'project_limit', 'accept_default_key', 'is_system', 'version'])
      .select(RECORD_FIELDS)
      .where('id', '=', enterpriseId)
      .executeTakeFirstOrThrow();
    return { ...row, default_lang: row.default_lang as Lang };
  },

  /** Writes only if `version` is the present one. Returns false for a stale version. */
  async write(version: number, fields: Partial<Pick<EnterpriseRecord, RecordField>>): Promise<boolean> {
    return swapRow(
      db
        .updateTable('enterprise')
        .set({ ...fields, version: sql`version + 1` })
        .where('id', '=', enterpriseId)
        .where('version', '=', version),
    );
  },
});
