import * as dictionaries from '@prdm/contract/config/dictionaries';
import * as organisation from '@prdm/contract/organisation/entities';
import type { EntityCalls } from '../../platform/entity/index.ts';
import type { Entity, Known } from './entity.ts';

type Values = Readonly<Record<string, unknown>>;

/** An entity of the kit. Only differences from an entity with a name are given. */
export interface KitEntity {
  readonly calls: EntityCalls;
  readonly described: Entity;
}

const kit = (
  calls: EntityCalls,
  given: { fields?: (known: Known) => Values; tables?: readonly string[] } = {},
): KitEntity => ({
  calls,
  described: {
    noun: calls.index.path.split('/').slice(2, -1).join('/'),
    add: calls.add,
    edit: calls.edit,
    del: calls.del,
    list: calls.index,
    tables: given.tables ?? ['dictionary_entry'],
    fields: (name, known) => ({ name, ...given.fields?.(known) }),
    unique: { field: 'name' },
  },
});

const coloured = () => ({ colour: '#2b6cb0' });

export const KIT_ENTITIES: readonly KitEntity[] = [
  kit(dictionaries.stages, { fields: () => ({ short_name: '方案' }) }),
  kit(dictionaries.professions, { fields: () => ({ short_name: '建', ...coloured() }) }),
  kit(dictionaries.projectTypes),
  kit(dictionaries.labelGroups),
  kit(dictionaries.labels, { fields: ({ idOf }) => ({ label_group_id: idOf('label_group'), ...coloured() }) }),
  kit(dictionaries.secretLevels, { fields: coloured }),
  kit(dictionaries.companies, { fields: coloured }),
  kit(dictionaries.industries),
  kit(dictionaries.projectGrades),
  kit(dictionaries.structureTypes),
  kit(dictionaries.serviceContents),
  kit(dictionaries.positionTitles, { fields: () => ({ level: 'senior' }) }),
  kit(dictionaries.staskTypes, {
    fields: ({ idOf }) => ({ profession_id: idOf('profession'), standard_hours: '7.5' }),
  }),
  kit(dictionaries.otherTasks, { fields: () => ({ note: '说明' }) }),
  kit(organisation.positionTemplates, {
    tables: ['position_template'],
    fields: () => ({ duties: '职责', level: '中级' }),
  }),
  kit(organisation.positions, {
    tables: ['position'],
    fields: ({ idOf }) => ({ department_id: idOf('department'), position_template_id: idOf('position_template') }),
  }),
  kit(organisation.userGroups, {
    tables: ['user_group'],
    fields: ({ idOf, userOf }) => ({ user_ids: [userOf('designer')], department_ids: [idOf('department')] }),
  }),
];
