import { sql } from 'kysely';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { Clock } from '../../platform/clock.ts';
import type { ModuleDb } from '../../platform/db.ts';
import { usedIn, type Uses } from '../../platform/entity/index.ts';
import { EVERY_PROFESSION, membersRepo } from './members.repo.ts';
import { todayOf } from './partners/present.ts';
import { projectsRepo, type ProjectsTables } from './projects.repo.ts';

/** The columns of projects and members that name entries and departments. */
export function registerUses(uses: Uses, tables: ModuleDb<ProjectsTables>): void {
  const ofProject = (column: string) =>
    usedIn(tables, 'project', { table: 'project', column, only: sql`r.deleted_at is null` });
  uses.register('project_type', ofProject('type_id'));
  uses.register('stage', ofProject('stage_id'));
  uses.register('department', ofProject('department_id'));
  uses.register('profession', usedIn(tables, 'project', { table: 'project_profession', column: 'profession_id' }));
  const byMembers = {
    table: 'project_member_role',
    column: 'profession_id',
    distinct: ['project_id', 'user_id'],
  } as const;
  uses.register('profession', usedIn(tables, 'member', byMembers));
  const withRole = { table: 'project_member_role', column: 'role_id', distinct: ['user_id'] } as const;
  uses.register('role', usedIn(tables, 'member', withRole));
}

/** The entries that a project names, with the professions of its members' roles. */
export async function refersOf(
  { tables, clock }: { readonly tables: ModuleDb<ProjectsTables>; readonly clock: Clock },
  enterpriseId: number,
  projectId: number,
  kind: SubjectKindName,
): Promise<readonly number[]> {
  const repo = projectsRepo(tables.read, enterpriseId);
  if (kind === 'profession') {
    const [own, roles] = await Promise.all([
      repo.professionsOf(projectId),
      membersRepo(tables.read, enterpriseId, todayOf({ clock })).roles(projectId),
    ]);
    return [...own, ...roles.map((role) => role.profession_id).filter((id) => id !== EVERY_PROFESSION)];
  }
  const row = await repo.row(projectId);
  if (kind === 'project_type') return [row?.type_id ?? []].flat();
  if (kind === 'department') return [row?.department_id ?? []].flat();
  return kind === 'stage' ? [row?.stage_id ?? []].flat() : [];
}
