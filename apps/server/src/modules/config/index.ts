import type { Bus } from '../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Uses } from '../../platform/entity/index.ts';
import type { Live } from '../../platform/live.ts';
import type { NameCache } from '../../platform/name-cache.ts';
import { configRepo, type ConfigTables, type DictionaryKind, type NewEntry } from './config.repo.ts';
import { createDictionaries } from './dictionaries/index.ts';
import { createWorkingDays, type WorkingDaysParts } from './working-days/index.ts';

/**
 * Dictionaries: stages, disciplines, project types, labels and the other named lists of an enterprise. An entry in use
 * is disabled, never removed. Also the working-day calendar of each enterprise.
 */
export type Config = ReturnType<typeof createConfig>;
export type { DictionaryKind };
export { OFFICIAL_CALENDAR, type WorkCalendar } from './working-days/index.ts';

export interface DictionaryEntry {
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
}

export function createConfig(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  nameCache: NameCache;
  uses: Uses;
  tables: ModuleDb<ConfigTables>;
  days: WorkingDaysParts['tables'];
}) {
  const entries = platform.nameCache.remembering(async (enterpriseId, ids) => {
    const rows = await configRepo(platform.tables.read, enterpriseId).byIds(ids);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return {
    /** Every part of the program that counts working days uses it. */
    workingDays: createWorkingDays({ ...platform, tables: platform.days }),
    /** Each dictionary by its kind. */
    dictionaries: createDictionaries({ ...platform, entries }),
    /** Entries in their order, disabled ones included. */
    list: (enterpriseId: number, kind: DictionaryKind) => configRepo(platform.tables.read, enterpriseId).list(kind),
    /** Entries of any kind by id, including deleted ones. */
    entries: entries as (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, DictionaryEntry>>,
    /** Standard entries of a new enterprise. Returns their ids. */
    add: (trx: Trx, enterpriseId: number, kind: DictionaryKind, list: readonly NewEntry[]) =>
      configRepo(platform.tables.within(trx), enterpriseId).add(kind, list),
  };
}
