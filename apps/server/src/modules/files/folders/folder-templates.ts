import { rightsMask, type FolderRight } from '@prdm/access';
import { folderTemplates } from '@prdm/contract/files/folder-templates';
import { isHeldInProjects } from '@prdm/contract/nodes';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { dataColumn, entity, entityEvents, type EntityParts } from '../../../platform/entity/index.ts';
import { fail } from '../../../platform/errors.ts';
import type { Config } from '../../config/index.ts';
import type { Organisation } from '../../organisation/index.ts';
import type { FilesTables } from './folder.repo.ts';

export interface TemplateGrant {
  readonly role_id: number;
  readonly rights: readonly FolderRight[];
}
/** The folders of a new project in the order of reading, and the grants in all of them. */
export interface FolderPlan {
  readonly grants: readonly TemplateGrant[];
  readonly folders: readonly {
    readonly name: string;
    readonly depth: number;
    readonly grants: readonly TemplateGrant[];
  }[];
}

/** The mask of a grant. A right without view is of no use, so each one includes it. */
export const maskOf = ({ rights }: TemplateGrant): number =>
  rights.length === 0 ? 0 : rightsMask(['view', ...rights]);

type Parts = EntityParts<FilesTables> & { readonly organisation: Organisation; readonly config: Config };

/** Folder templates: an entity of the kit that judges its roles and the defaults of project types. */
export function createFolderTemplates(parts: Parts) {
  const { tables } = parts;

  /** Throws 1001 at the first grant whose role is not held in projects. */
  async function refuseRoles(trx: Trx, enterpriseId: number, plan: FolderPlan): Promise<void> {
    const places = [
      ...plan.grants.map(({ role_id }, index) => ({ role_id, field: `grants.${index}.role_id` })),
      ...plan.folders.flatMap(({ grants }, line) =>
        grants.map(({ role_id }, index) => ({ role_id, field: `folders.${line}.grants.${index}.role_id` })),
      ),
    ];
    const roles = await parts.organisation.rolesByIds(
      enterpriseId,
      [...new Set(places.map((one) => one.role_id))],
      trx,
    );
    for (const { role_id, field } of places) {
      const role = roles.get(role_id);
      if (!role || !isHeldInProjects(role)) throw fail.invalid(field, 'projects.notAProjectRole');
    }
  }

  /** The template, other than `except`, that is the default of one of the types. */
  const defaultAmong = (trx: Trx, enterpriseId: number, types: readonly number[], except = 0) =>
    tables
      .within(trx)
      .selectFrom('folder_template_type as t')
      .innerJoin('folder_template as f', (join) =>
        join.onRef('f.enterprise_id', '=', 't.enterprise_id').onRef('f.id', '=', 't.template_id'),
      )
      .select(['f.id', 'f.name', 'f.disabled_at'])
      .where('t.enterprise_id', '=', enterpriseId)
      .where('t.project_type_id', '=', sql<number>`any(${types as number[]}::bigint[])`)
      .where('f.deleted_at', 'is', null)
      .where('f.id', '!=', except)
      .orderBy('f.sort')
      .executeTakeFirst();

  /** Partners may view the folders of a project, unless the template says what they may do. */
  async function withPartner(trx: Trx, enterpriseId: number, plan: FolderPlan): Promise<FolderPlan> {
    const partner = (await parts.organisation.roles(enterpriseId, trx)).find(({ key }) => key === 'partner');
    const named = [...plan.grants, ...plan.folders.flatMap(({ grants }) => grants)];
    if (!partner || named.some(({ role_id }) => role_id === partner.id)) return plan;
    return { ...plan, grants: [...plan.grants, { role_id: partner.id, rights: ['view'] }] };
  }

  const templates = entity(parts, {
    calls: folderTemplates,
    events: entityEvents('config', 'folder_template'),
    table: 'folder_template',
    columns: [dataColumn('grants'), dataColumn('folders')],
    links: [
      {
        field: 'project_type_ids',
        table: 'folder_template_type',
        owner: 'template_id',
        column: 'project_type_id',
        refers: 'project_type',
      },
    ],
    unique: { folder_template_name: 'name' },
    exported: [
      {
        field: 'folders',
        kind: 'number',
        value: ({ folders }) => (folders as FolderPlan['folders']).length,
      },
      {
        field: 'project_type_ids',
        value: ({ project_types }) => (project_types as { name: string }[]).map(({ name }) => name).join(', '),
      },
    ],
    async before(trx, { actor, input, row }) {
      const plan = input as unknown as FolderPlan & { project_type_ids?: number[] };
      // A restored template comes back as it was. An entry that is the default already stays the first one.
      if (row && row.deleted_at !== null) return {};
      await refuseRoles(trx, actor.enterpriseId, plan);
      const other = await defaultAmong(trx, actor.enterpriseId, plan.project_type_ids ?? [], row?.id);
      if (other) throw fail.invalid('project_type_ids', 'entities.otherDefault', { name: other.name });
      return {};
    },
    async shown(enterpriseId, rows) {
      const ids = rows.flatMap((row) => row['project_type_ids'] as number[]);
      const names = await parts.config.entries(enterpriseId, [...new Set(ids)]);
      return rows.map((row) => ({
        project_types: (row['project_type_ids'] as number[]).map((id) => ({ id, name: names.get(id)?.name ?? '' })),
      }));
    },
    isSeenBy: async ({ enterpriseId, userId }) =>
      (await parts.organisation.kindsOfPeople(enterpriseId, [userId])).get(userId)?.type !== 'partner',
  });

  return {
    templates,
    /** The chosen template, otherwise the enabled default of the project type. null: the standard folders with their grants. */
    async planFor(
      trx: Trx,
      enterpriseId: number,
      project: { readonly templateId: number | null; readonly typeId: number | null },
    ): Promise<FolderPlan | null> {
      const types = project.typeId === null || project.templateId !== null ? [] : [project.typeId];
      const found = await defaultAmong(trx, enterpriseId, types);
      const id = project.templateId ?? (found?.disabled_at === null ? found.id : null);
      if (id === null) return null;
      const row = await tables
        .within(trx)
        .selectFrom('folder_template')
        .select(['grants', 'folders'])
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return withPartner(trx, enterpriseId, row as unknown as FolderPlan);
    },
  };
}
export type FolderTemplates = ReturnType<typeof createFolderTemplates>;
