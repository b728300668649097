import { sql } from 'kysely';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { Clock } from '../../platform/clock.ts';
import type { ModuleDb } from '../../platform/db.ts';
import { usedIn, type Uses } from '../../platform/entity/index.ts';
import { EVERY_PROFESSION, membersRepo } from './members.repo.ts';
import { todayOf } from './partners/present.ts';
import { projectsRepo, type ProjectsTables } from './projects.repo.ts';
import { linksRepo } from './sheet/links.repo.ts';

/** The columns of projects and members that name entries and departments. */
export function registerUses(uses: Uses, tables: ModuleDb<ProjectsTables>): void {
  const ofProject = (column: string) =>
    usedIn(tables, 'project', { table: 'project', column, only: sql`r.deleted_at is null` });
  uses.register('project_type', ofProject('type_id'));
  uses.register('stage', ofProject('stage_id'));
  uses.register('department', ofProject('department_id'));
  uses.register('industry', ofProject('industry_id'));
  uses.register('project_grade', ofProject('grade_id'));
  uses.register('structure_type', ofProject('structure_type_id'));
  uses.register('stask_type', ofProject('task_type_id'));
  uses.register('profession', usedIn(tables, 'project', { table: 'project_profession', column: 'profession_id' }));
  uses.register('label', usedIn(tables, 'project', { table: 'project_label', column: 'label_id' }));
  const byServices = { table: 'project_service_content', column: 'service_content_id' } as const;
  uses.register('service_content', usedIn(tables, 'project', byServices));
  const byMembers = {
    table: 'project_member_role',
    column: 'profession_id',
    distinct: ['project_id', 'user_id'],
  } as const;
  uses.register('profession', usedIn(tables, 'member', byMembers));
  const withRole = { table: 'project_member_role', column: 'role_id', distinct: ['user_id'] } as const;
  uses.register('role', usedIn(tables, 'member', withRole));
}

type EntryColumn =
  | 'department_id'
  | 'grade_id'
  | 'industry_id'
  | 'stage_id'
  | 'structure_type_id'
  | 'task_type_id'
  | 'type_id';

/** The columns of a project by the kind of their entry. */
const COLUMNS: Partial<Record<SubjectKindName, EntryColumn>> = {
  project_type: 'type_id',
  stage: 'stage_id',
  department: 'department_id',
  industry: 'industry_id',
  project_grade: 'grade_id',
  structure_type: 'structure_type_id',
  stask_type: 'task_type_id',
};

/** The entries that a project names, with the professions of its members' roles. */
export async function refersOf(
  { tables, clock }: { readonly tables: ModuleDb<ProjectsTables>; readonly clock: Clock },
  enterpriseId: number,
  projectId: number,
  kind: SubjectKindName,
): Promise<readonly number[]> {
  const links = linksRepo(tables.read, enterpriseId);
  if (kind === 'profession') {
    const [{ profession_ids: own }, roles] = await Promise.all([
      links.of(projectId),
      membersRepo(tables.read, enterpriseId, todayOf({ clock })).roles(projectId),
    ]);
    return [...own, ...roles.map((role) => role.profession_id).filter((id) => id !== EVERY_PROFESSION)];
  }
  if (kind === 'label') return (await links.of(projectId)).label_ids;
  if (kind === 'service_content') return (await links.of(projectId)).service_content_ids;
  const column = COLUMNS[kind];
  if (column === undefined) return [];
  const row = await projectsRepo(tables.read, enterpriseId).row(projectId);
  return [row?.[column] ?? []].flat();
}
