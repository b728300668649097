import { sql, type Kysely, type Updateable } from 'kysely';
import type { ExecutorRule, ProcessKind, RejectTo } from '@prdm/contract/processes/kinds';
import type { Condition } from '@prdm/contract/processes/conditions';
import type { SignMode } from '@prdm/contract/status';
import { LIMITS } from '@prdm/contract/limits';
import { countCapped } from '../../../platform/statements/count-capped.ts';
import { containing } from '../../../platform/statements/word-search.ts';
import { swapRow } from '../../../platform/statements/swap.ts';
import { anyOf } from '../process.repo.ts';
import type { ProcessTables } from '../process.rows.ts';

export interface TemplateStage {
  name: string;
  executor_rule: ExecutorRule;
  executor_ids: number[];
  role_id: number | null;
  by_profession: boolean;
  conditions: readonly Condition[];
  cc_ids: number[];
  separate: boolean;
  straight: boolean;
  sign_mode: SignMode;
  days: number | null;
  allow_transfer: boolean;
  reject_to: RejectTo;
}

export interface TemplateFilter {
  kind?: ProcessKind;
  enabled?: boolean;
  word?: string;
}

const TEMPLATE = [
  'id',
  'name',
  'enabled',
  'is_default',
  'sort',
  'cc_ids',
  'created_at',
  'updated_at',
  'version',
  sql<ProcessKind>`kind`.as('kind'),
  sql<Condition[]>`conditions`.as('conditions'),
] as const;

/** The columns that a form of a template writes. */
export interface TemplateColumns {
  readonly name: string;
  readonly kind: ProcessKind;
  readonly cc_ids: number[];
  readonly conditions: readonly Condition[];
  readonly is_default: boolean;
  readonly sort: number;
}

const written = ({ conditions, ...columns }: TemplateColumns) => ({
  ...columns,
  conditions: JSON.stringify(conditions),
});

/** Templates of one enterprise and their stages. */
export const templatesRepo = (db: Kysely<ProcessTables>, enterpriseId: number) => {
  const matching = (filter: TemplateFilter) =>
    db
      .selectFrom('process_template')
      .where('enterprise_id', '=', enterpriseId)
      .where('deleted_at', 'is', null)
      .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
      .$if(filter.enabled !== undefined, (query) => query.where('enabled', '=', filter.enabled === true))
      .$if((filter.word ?? '') !== '', (query) => query.where('name', 'ilike', containing(filter.word ?? '')));

  return {
    list: (filter: TemplateFilter, window: { limit: number; offset: number }) =>
      matching(filter).select(TEMPLATE).orderBy('id', 'desc').limit(window.limit).offset(window.offset).execute(),

    count: (filter: TemplateFilter): Promise<number> => countCapped(db, matching(filter)),

    /** Enabled templates of a kind in the order in which they are tried. */
    candidates: (kind: ProcessKind) =>
      matching({ kind, enabled: true })
        .select(TEMPLATE)
        .orderBy('sort')
        .orderBy('id')
        .limit(LIMITS.unpagedMax)
        .execute(),

    byIds: (ids: readonly number[]) => matching({}).select(TEMPLATE).where('id', '=', anyOf(ids)).execute(),

    /** Carbon copies of a template, also of a deleted one. Processes published with it keep them. */
    async cc(id: number): Promise<number[]> {
      const row = await db
        .selectFrom('process_template')
        .select('cc_ids')
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.cc_ids ?? [];
    },

    async stages(templateIds: readonly number[]): Promise<Map<number, TemplateStage[]>> {
      const rows = await db
        .selectFrom('process_template_stage')
        .select([
          'template_id',
          'name',
          sql<ExecutorRule>`executor_rule`.as('executor_rule'),
          'executor_ids',
          'role_id',
          'by_profession',
          sql<Condition[]>`conditions`.as('conditions'),
          'cc_ids',
          'separate',
          'straight',
          sql<SignMode>`sign_mode`.as('sign_mode'),
          'days',
          'allow_transfer',
          sql<RejectTo>`reject_to`.as('reject_to'),
        ])
        .where('enterprise_id', '=', enterpriseId)
        .where('template_id', '=', anyOf(templateIds))
        .orderBy('template_id')
        .orderBy('position')
        .execute();
      const grouped = Map.groupBy(rows, (row) => row.template_id);
      return new Map(
        [...grouped].map(([id, some]) => [
          id,
          some.map(({ template_id: _of, ...row }) => ({ ...row, days: row.days === null ? null : Number(row.days) })),
        ]),
      );
    },

    /** Takes the default from the other template of a kind and returns that template. */
    async takeDefault(kind: ProcessKind, exceptId: number | null): Promise<{ id: number; name: string } | undefined> {
      return db
        .updateTable('process_template')
        .set({ is_default: false, version: sql`version + 1`, updated_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('kind', '=', kind)
        .where('is_default', '=', true)
        .where('deleted_at', 'is', null)
        .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? 0))
        .returning(['id', 'name'])
        .executeTakeFirst();
    },

    async add(row: TemplateColumns, createdBy: number | null): Promise<number> {
      const { id } = await db
        .insertInto('process_template')
        .values({ ...written(row), created_by: createdBy, enterprise_id: enterpriseId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Updates a template if its version is still the one that the caller saw. */
    async update(
      id: number,
      version: number,
      change: TemplateColumns | { enabled: boolean } | { deleted_at: Date },
    ): Promise<boolean> {
      const set: Updateable<ProcessTables['process_template']> = 'kind' in change ? written(change) : change;
      return swapRow(
        db
          .updateTable('process_template')
          .set({ ...set, version: version + 1, updated_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('version', '=', version)
          .where('deleted_at', 'is', null),
      );
    },

    async putStages(templateId: number, stages: readonly TemplateStage[]): Promise<void> {
      await db
        .deleteFrom('process_template_stage')
        .where('enterprise_id', '=', enterpriseId)
        .where('template_id', '=', templateId)
        .execute();
      await db
        .insertInto('process_template_stage')
        .values(
          stages.map((stage, index) => ({
            ...stage,
            conditions: JSON.stringify(stage.conditions),
            enterprise_id: enterpriseId,
            template_id: templateId,
            position: index + 1,
          })),
        )
        .execute();
    },
  };
};
