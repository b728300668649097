import type { Principal } from '@prdm/access';
import { ALLOWED, refusedBecause } from '../../platform/http/decisions.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { ModuleDb, Trx } from '../../platform/db.ts';
import type { NameCache } from '../../platform/name-cache.ts';
import { configRepo, type ConfigTables, type DictionaryKind } from './config.repo.ts';
import { createNumberSeries, type NumberSeriesTables } from './number-series/index.ts';
import { createWorkingDays, type WorkingDaysParts } from './working-days/index.ts';

/**
 * Dictionaries: project types, project stages, professions. An entry in use is hidden, never removed.
 * Also the working-day calendar of each enterprise and its number series.
 */
export type Config = ReturnType<typeof createConfig>;
export type { DictionaryKind };
export { yearInShanghai } from './number-series/index.ts';
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
    series: ModuleDb<NumberSeriesTables>;
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
  return {
    /** Every part of the program that counts working days uses it. */
    workingDays: createWorkingDays({ ...platform, tables: platform.days }),
    numberSeries: createNumberSeries({ tables: platform.series }),
    kinds: {
      projectType: subjectKind('project_type'),
      stage: subjectKind('stage'),
      profession: subjectKind('profession'),
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
  };
}
