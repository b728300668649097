import * as dictionaries from '@prdm/contract/config/dictionaries';
import { folderTemplates } from '@prdm/contract/files/folder-templates';
import * as organisation from '@prdm/contract/organisation/entities';
import type { EntityCalls } from '../../platform/entity/index.ts';
import type { TestApp } from '../servers/start-app.ts';
import type { Entity, Known, UniqueKey } from './entity.ts';

type Values = Readonly<Record<string, unknown>>;

/** An entity of the kit. Only differences from an entity with a name are given. */
export interface KitEntity {
  readonly calls: EntityCalls;
  readonly described: Entity;
  /** Makes one record refer to the entry. Absent for entries that nothing refers to yet. */
  readonly used?: (app: TestApp, id: number, known: Known) => Promise<void>;
}

const kit = (
  calls: EntityCalls,
  given: {
    fields?: (known: Known) => Values;
    tables?: readonly string[];
    /** A statement with the entry as $1, the project of the world as $2 and a person as $3. */
    refer?: string;
    /** Unique keys beside the name. */
    unique?: readonly UniqueKey[];
  } = {},
): KitEntity => ({
  calls,
  ...(given.refer === undefined
    ? {}
    : {
        used: async ({ platform }: TestApp, id: number, { idOf, userOf }: Known) => {
          const values = `select $1::bigint as entry, $2::bigint as project, $3::bigint as person`;
          await platform.db.pool.query(`with given as (${values}) ${given.refer}`, [
            id,
            idOf('project'),
            userOf('designer'),
          ]);
        },
      }),
  described: {
    noun: calls.index.path.split('/').slice(2, -1).join('/'),
    add: calls.add,
    edit: calls.edit,
    del: calls.del,
    list: calls.index,
    tables: given.tables ?? ['dictionary_entry'],
    fields: (name, known) => ({ name, ...given.fields?.(known) }),
    unique: [{ index: `${given.tables?.[0] ?? 'dictionary_entry'}_name`, field: 'name' }, ...(given.unique ?? [])],
  },
});

const coloured = () => ({ colour: '#2b6cb0' });

export const KIT_ENTITIES: readonly KitEntity[] = [
  kit(dictionaries.stages, {
    fields: () => ({ short_name: '方案' }),
    refer: 'update project set stage_id = entry from given where id = project',
  }),
  kit(dictionaries.professions, {
    fields: () => ({ short_name: '建', ...coloured() }),
    refer: `insert into project_profession (enterprise_id, project_id, profession_id)
      select 1, project, entry from given`,
  }),
  kit(dictionaries.projectTypes, { refer: 'update project set type_id = entry from given where id = project' }),
  kit(dictionaries.labelGroups, {
    refer: `insert into dictionary_entry (enterprise_id, kind, name, label_group_id)
      select 1, 'label', 'label ' || entry, entry from given`,
  }),
  kit(dictionaries.labels, { fields: ({ idOf }) => ({ label_group_id: idOf('label_group'), ...coloured() }) }),
  kit(dictionaries.secretLevels, { fields: coloured }),
  kit(dictionaries.companies, {
    fields: coloured,
    refer: 'update staff set company_id = entry from given where user_id = person',
  }),
  kit(dictionaries.industries),
  kit(dictionaries.projectGrades),
  kit(dictionaries.structureTypes),
  kit(dictionaries.serviceContents),
  kit(dictionaries.positionTitles, {
    fields: () => ({ level: 'senior' }),
    refer: 'update staff set position_title_id = entry from given where user_id = person',
  }),
  kit(dictionaries.staskTypes, {
    fields: ({ idOf }) => ({ profession_id: idOf('profession'), standard_hours: '7.5' }),
  }),
  kit(dictionaries.otherTasks, { fields: () => ({ note: '说明' }) }),
  kit(folderTemplates, {
    tables: ['folder_template'],
    fields: ({ idOf }) => ({
      // A type has one default template, and the test adds many.
      project_type_ids: [],
      grants: [{ role_id: idOf('role'), rights: ['edit'] }],
      folders: [
        { name: '施工图', depth: 0 },
        { name: '建筑', depth: 1, grants: [{ role_id: idOf('role'), rights: ['view', 'create'] }] },
      ],
    }),
  }),
  kit(organisation.positionTemplates, {
    tables: ['position_template'],
    fields: () => ({ duties: '职责', level: '中级' }),
    refer: `insert into position (enterprise_id, name, position_template_id)
      select 1, 'position ' || entry, entry from given`,
  }),
  kit(organisation.positions, {
    tables: ['position'],
    fields: ({ idOf }) => ({ department_id: idOf('department'), position_template_id: idOf('position_template') }),
    refer: 'update staff set position_id = entry from given where user_id = person',
  }),
  kit(organisation.userGroups, {
    tables: ['user_group'],
    fields: ({ idOf, userOf }) => ({ user_ids: [userOf('designer')], department_ids: [idOf('department')] }),
    refer: `insert into folder_grant (enterprise_id, project_id, folder_id, to_kind, to_id, rights)
      select 1, project, f.id, 'group', entry, 1 from given join folder f on f.project_id = project limit 1`,
  }),
];
