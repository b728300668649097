import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import type { NonProjectInfo, NonProjectKind, NonProjectRow } from '@prdm/contract/projects/non-projects';
import type { NonProjectStatus } from '@prdm/contract/status';
import { pageOf, windowOf, type Paging } from '../../../platform/entity/paging.ts';
import { fail } from '../../../platform/errors.ts';
import { todayOf } from '../partners/present.ts';
import { membersRepo } from '../members.repo.ts';
import type { ProjectParts } from '../members.ts';
import { nonProjectRange } from '../projects.rules.ts';
import { nonProjectsRepo, type ListedNonProject } from './non-projects.repo.ts';
import { canInNonProject } from './non-projects.rules.ts';

interface NonProjectQuery extends Paging {
  readonly state: NonProjectStatus;
  readonly kind?: NonProjectKind;
  readonly word?: string;
}

/** One page of the non-projects that the caller may see. */
export async function nonProjectPage(parts: ProjectParts, principal: Principal, query: NonProjectQuery) {
  const { enterpriseId, userId } = principal;
  const repo = nonProjectsRepo(parts.tables.read, enterpriseId);
  const { state: status, kind, word } = query;
  const filter = { memberId: userId, range: nonProjectRange(principal), today: todayOf(parts), status, kind, word };
  const { limit, offset } = windowOf(query);
  const [total, rows] = await Promise.all([repo.count(filter), repo.page(filter, offset, limit)]);
  return pageOf(query, await rowsOf(parts, principal, rows), total);
}

const time = (at: string | Date): string => wireTime(new Date(at));

/** Rows with their display names. The number of statements does not depend on the number of rows. */
async function rowsOf(
  parts: ProjectParts,
  principal: Principal,
  rows: readonly ListedNonProject[],
): Promise<NonProjectRow[]> {
  const { enterpriseId } = principal;
  const [people, departments, counts] = await Promise.all([
    parts.organisation.names(
      enterpriseId,
      rows.flatMap((row) => [row.manager_id, ...(row.archived_by === null ? [] : [row.archived_by])]),
    ),
    parts.organisation.departmentNames(
      enterpriseId,
      rows.flatMap((row) => row.department_id ?? []),
    ),
    membersRepo(parts.tables.read, enterpriseId, todayOf(parts)).counts(rows.map((row) => row.id)),
  ]);
  const countOf = new Map(counts.map((row) => [row.project_id, row.members]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    number: row.item_number,
    kind: row.kind as NonProjectKind,
    status: row.status as NonProjectStatus,
    manager_id: row.manager_id,
    manager_name: people.get(row.manager_id)?.name ?? '',
    manager_thumb: people.get(row.manager_id)?.thumb ?? '',
    department_id: row.department_id,
    department_name: departments.get(row.department_id ?? 0) ?? '',
    start: row.starts_on,
    end: row.ends_on,
    member_count: countOf.get(row.id) ?? 0,
    created_at: time(row.created_at),
    closed_at: row.archived_at === null ? null : time(row.archived_at),
    closed_by_name: people.get(row.archived_by ?? 0)?.name ?? '',
    version: row.version,
    can: canInNonProject(principal, row),
  }));
}

/** The whole sheet of one non-project. */
export async function nonProjectInfo(parts: ProjectParts, principal: Principal, id: number): Promise<NonProjectInfo> {
  const { enterpriseId } = principal;
  const row = await nonProjectsRepo(parts.tables.read, enterpriseId).row(id);
  if (!row) throw fail.notFound(true);
  const [[head], people] = await Promise.all([
    rowsOf(parts, principal, [row]),
    parts.organisation.names(enterpriseId, [row.created_by]),
  ]);
  if (!head) throw fail.notFound(true);
  return {
    ...head,
    total_hours: row.total_minutes === null ? null : row.total_minutes / 60,
    description: row.description,
    created_by: row.created_by,
    created_by_name: people.get(row.created_by)?.name ?? '',
    updated_at: time(row.updated_at),
  };
}
