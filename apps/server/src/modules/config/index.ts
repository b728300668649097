import type { Principal } from '@prdm/access';
import { ALLOWED, refusedBecause } from '../../platform/http/decisions.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { ModuleDb, Trx } from '../../platform/db.ts';
import type { NameCache } from '../../platform/name-cache.ts';
import { configRepo, type ConfigTables, type DictionaryKind } from './config.repo.ts';
import type { Clock } from '../../platform/clock.ts';
import { createCosts, type CostTables } from './cost/index.ts';
import { createWorkingDays, type WorkingDaysParts } from './working-days/index.ts';

/**
 * Dictionaries: project types, project stages, professions. An entry in use is hidden, never removed.
 * Also the working-day calendar and the cost ratios of each enterprise.
 */
export type Config = ReturnType<typeof createConfig>;
export type { DictionaryKind };
export { OFFICIAL_CALENDAR, type WorkCalendar } from './working-days/index.ts';

export interface DictionaryEntry {
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
}

export function createConfig(
  platform: Omit<WorkingDaysParts, 'tables'> & {
    tables: ModuleDb<ConfigTables>;
    days: WorkingDaysParts['tables'];
    cost: ModuleDb<CostTables>;
    clock: Clock;
    nameCache: NameCache;
  },
) {
  const entries = platform.nameCache.remembering(async (enterpriseId, ids) => {
    const rows = await configRepo(platform.tables.read, enterpriseId).byIds(ids);
    return new Map(rows.map((row) => [row.id, row]));
  });
  const subjectKind = <K extends DictionaryKind>(kind: K): SubjectKind<DictionaryEntry, K> => ({
    kind,
    scope: 'enterprise',
    async load(principal: Principal, ids) {
      const found = await entries(principal.enterpriseId, ids);
      const rows = [...found.values()].filter((row) => row.kind === kind);
      return rows.map((row) => ({
        id: row.id,
        row,
        projectId: null,
        visible: row.deleted_at === null,
        may: (right) => (right === 'read' ? ALLOWED : refusedBecause(right)),
      }));
    },
  });
  const costs = createCosts({
    ...platform,
    tables: platform.cost,
    entries,
    types: (enterpriseId) => configRepo(platform.tables.read, enterpriseId).list('project_type'),
  });
  return {
    costs,
    /** The cost ratios that count for a project type (null: none) on a day ('YYYY-MM-DD'). A filing uses those of its first day. */
    costAt: costs.at,
    /** Every part of the program that counts working days uses it. */
    workingDays: createWorkingDays({ ...platform, tables: platform.days }),
    kinds: {
      projectType: subjectKind('project_type'),
      stage: subjectKind('stage'),
      profession: subjectKind('profession'),
      costConfig: costs.kind,
    },
    list: (enterpriseId: number, kind: DictionaryKind) => configRepo(platform.tables.read, enterpriseId).list(kind),
    /** Entries of any kind by id, including deleted ones. */
    entries: entries as (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, DictionaryEntry>>,
    add: (
      trx: Trx,
      enterpriseId: number,
      kind: DictionaryKind,
      entries: readonly { code: string | null; name: string }[],
    ) => configRepo(platform.tables.within(trx), enterpriseId).add(kind, entries),
    /** The standard ratios of a new enterprise. Its standard entries exist by then. */
    async addStandardCosts(trx: Trx, enterpriseId: number): Promise<void> {
      const repo = configRepo(platform.tables.within(trx), enterpriseId);
      const known = { stage: await repo.list('stage'), profession: await repo.list('profession') };
      await costs.addStandard(trx, enterpriseId, (kind, code) => {
        const entry = known[kind].find((each) => each.code === code);
        if (!entry) throw new Error(`the enterprise has no ${kind} ${code}`);
        return entry.id;
      });
    },
  };
}
