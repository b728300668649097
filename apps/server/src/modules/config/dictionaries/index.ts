import * as contract from '@prdm/contract/config/dictionaries';
import type { DictionaryKind } from '../config.repo.ts';
import {
  entity,
  entityEvents,
  flagColumn,
  hoursColumn,
  refColumn,
  textColumn,
  valueColumn,
  wordColumn,
  type Entity,
  type EntityCalls,
  type EntityParts,
  type EntitySpec,
} from '../../../platform/entity/index.ts';
import type { ConfigTables, StoredEntry } from '../config.repo.ts';

const shortName = textColumn('short_name');
const colour = valueColumn('colour');

type Calls<K extends DictionaryKind = DictionaryKind> = EntityCalls<K>;
type Own = Pick<EntitySpec<DictionaryKind>, 'columns' | 'shown'>;

export interface DictionaryParts extends EntityParts<ConfigTables> {
  /** Entries of any kind by id, deleted ones included. */
  readonly entries: (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, StoredEntry>>;
}

/** The name of an entry that another entry names, as a field of the row. */
const nameBeside =
  ({ entries }: DictionaryParts, column: string, field: string): NonNullable<Own['shown']> =>
  async (enterpriseId, rows) => {
    const ids = rows.map((row) => row[column] as number | null);
    const found = await entries(enterpriseId, [...new Set(ids.filter((id) => id !== null))]);
    return ids.map((id) => ({ [field]: found.get(id ?? 0)?.name ?? '' }));
  };

/** Every dictionary of an enterprise by its kind. All of them are entries of one table. */
export function createDictionaries(parts: DictionaryParts): Readonly<Record<DictionaryKind, Entity>> {
  const dictionary = <K extends DictionaryKind>(calls: Calls<K>, columns: Own['columns'] = [], shown?: Own['shown']) =>
    entity(parts, {
      calls,
      events: entityEvents('config', calls.kind),
      table: 'dictionary_entry',
      fixed: { kind: calls.kind },
      built: ['code'],
      columns,
      unique: { dictionary_entry_name: 'name' },
      ...(shown ? { shown } : {}),
      cached: async (enterpriseId, ids) => {
        const found = [...(await parts.entries(enterpriseId, ids))];
        return new Map(found.filter(([, entry]) => entry.kind === calls.kind));
      },
    }) as Entity;
  return {
    stage: dictionary(contract.stages, [shortName]),
    profession: dictionary(contract.professions, [shortName, colour]),
    project_type: dictionary(contract.projectTypes),
    label_group: dictionary(contract.labelGroups),
    label: dictionary(
      contract.labels,
      [refColumn('label_group_id', 'label_group'), colour],
      nameBeside(parts, 'label_group_id', 'label_group_name'),
    ),
    secret_level: dictionary(contract.secretLevels, [colour]),
    company: dictionary(contract.companies, [shortName, colour, flagColumn('assessment')]),
    industry: dictionary(contract.industries),
    project_grade: dictionary(contract.projectGrades),
    structure_type: dictionary(contract.structureTypes),
    service_content: dictionary(contract.serviceContents),
    position_title: dictionary(contract.positionTitles, [wordColumn('level', 'none', 'entities.titleLevel')]),
    stask_type: dictionary(
      contract.staskTypes,
      [refColumn('profession_id', 'profession'), hoursColumn('standard_hours', 'standard_minutes')],
      nameBeside(parts, 'profession_id', 'profession_name'),
    ),
    other_task: dictionary(contract.otherTasks, [textColumn('note')]),
  };
}
