import type { Bus } from '../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Uses } from '../../platform/entity/index.ts';
import type { Live } from '../../platform/live.ts';
import type { NameCache } from '../../platform/name-cache.ts';
import { configRepo, type ConfigTables, type DictionaryKind, type NewEntry } from './config.repo.ts';
import type { Clock } from '../../platform/clock.ts';
import { createCosts, type CostTables } from './cost/index.ts';
import { createDictionaries } from './dictionaries/index.ts';
import { createNumberSeries, type NumberSeriesTables } from './number-series/index.ts';
import { createWorkingDays, type WorkingDaysParts } from './working-days/index.ts';

/**
 * Dictionaries: stages, disciplines, project types, labels and the other named lists of an enterprise. An entry in use
 * is disabled, never removed. Also the working-day calendar, the cost ratios and the number series of each enterprise.
 */
export type Config = ReturnType<typeof createConfig>;
export type { DictionaryKind };
export { OFFICIAL_CALENDAR, type WorkCalendar } from './working-days/index.ts';

export interface DictionaryEntry {
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  /** Only kinds with a colour have one. */
  readonly colour?: string | null;
}

export function createConfig(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  nameCache: NameCache;
  uses: Uses;
  tables: ModuleDb<ConfigTables>;
  days: WorkingDaysParts['tables'];
  cost: ModuleDb<CostTables>;
  clock: Clock;
  series: ModuleDb<NumberSeriesTables>;
}) {
  const entries = platform.nameCache.remembering(async (enterpriseId, ids) => {
    const rows = await configRepo(platform.tables.read, enterpriseId).byIds(ids);
    return new Map(rows.map((row) => [row.id, row]));
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
    numberSeries: createNumberSeries({ tables: platform.series }),
    /** Each dictionary by its kind. */
    dictionaries: createDictionaries({ ...platform, entries }),
    /** Entries in their order, disabled ones included. */
    list: (enterpriseId: number, kind: DictionaryKind, trx?: Trx) =>
      configRepo(trx ? platform.tables.within(trx) : platform.tables.read, enterpriseId).list(kind),
    /** Entries of any kind by id, including deleted ones. */
    entries: entries as (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, DictionaryEntry>>,
    /** Standard entries of a new enterprise. Returns their ids. */
    add: (trx: Trx, enterpriseId: number, kind: DictionaryKind, list: readonly NewEntry[]) =>
      configRepo(platform.tables.within(trx), enterpriseId).add(kind, list),
    /** Subject kinds beside those of the dictionaries. */
    kinds: { costConfig: costs.kind },
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
