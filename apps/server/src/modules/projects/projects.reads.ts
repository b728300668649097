import type { DataRange, Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { ProjectInfo, ProjectListRow, ProjectMember } from '@prdm/contract/projects';
import type { ProjectStatus, StaffStatus } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import { fail } from '../../platform/errors.ts';
import { namesOfPlace } from '../areas/index.ts';
import { EVERY_PROFESSION, membersRepo } from './members.repo.ts';
import type { ProjectParts } from './members.ts';
import { todayOf } from './partners/present.ts';
import { projectListRepo, type ListedProject, type ProjectFilter, type ProjectOrder } from './project-list.repo.ts';
import { projectsRepo } from './projects.repo.ts';
import { canOf, projectRange } from './projects.rules.ts';
import { linksRepo } from './sheet/links.repo.ts';

export interface ProjectQuery {
  readonly page: number;
  readonly size: number;
  readonly ispage?: 'not';
  readonly state: ProjectStatus;
  readonly word?: string;
  readonly type_id?: number;
  readonly stage_id?: number;
  readonly department_id?: number;
  readonly sort: ProjectOrder['sort'];
  readonly order: ProjectOrder['order'];
  /** Only projects of which the caller is a member. */
  readonly mine?: boolean;
}

/** No project but those of the memberships. */
const OWN_ONLY: DataRange = {
  everything: false,
  userId: null,
  departments: [],
  companies: [],
  projects: [],
  hidden: new Set(),
};

/** One page of the projects that the caller may see. */
export async function projectPage(parts: ProjectParts, principal: Principal, query: ProjectQuery) {
  const { enterpriseId, userId } = principal;
  const repo = projectListRepo(parts.tables.read, enterpriseId);
  const filter: ProjectFilter = {
    today: todayOf(parts),
    memberId: userId,
    range: query.mine === true ? OWN_ONLY : projectRange(principal),
    status: query.state,
    word: query.word,
    typeId: query.type_id,
    stageId: query.stage_id,
    departmentIds:
      query.department_id === undefined
        ? undefined
        : await parts.organisation.departmentAndBelow(enterpriseId, query.department_id),
  };
  const everything = query.ispage === 'not';
  const size = everything ? LIMITS.unpagedMax : query.size;
  const offset = everything ? 0 : (query.page - 1) * query.size;
  const [total, rows] = await Promise.all([repo.count(filter), repo.page(filter, query, offset, size)]);
  // Only rows of projects have the status of the filter, so type and stage are present.
  const list = (await listRows(parts, principal, rows)) as ProjectListRow[];
  return everything ? { list, total } : { list, total, page: query.page, size: query.size };
}

const time = (at: string | Date): string => wireTime(new Date(at));

type Head = Pick<ProjectInfo, 'type_id' | 'stage_id' | 'status'> &
  Omit<ProjectListRow, 'type_id' | 'stage_id' | 'status'>;

/** Rows with their display names. The number of statements does not depend on the number of rows. */
async function listRows(
  parts: ProjectParts,
  principal: Principal,
  rows: readonly (Omit<ListedProject, 'sort_key'> & { readonly is_project: boolean })[],
): Promise<Head[]> {
  const { enterpriseId, projectRoles } = principal;
  const rolesIn = (id: number): readonly number[] => projectRoles[String(id)] ?? [];
  const [people, entries, departments, counts, roles] = await Promise.all([
    parts.organisation.names(
      enterpriseId,
      rows.flatMap((row) => [row.manager_id, ...(row.archived_by === null ? [] : [row.archived_by])]),
    ),
    parts.config.entries(
      enterpriseId,
      rows.flatMap((row) => [row.type_id ?? [], row.stage_id ?? []].flat()),
    ),
    parts.organisation.departmentNames(
      enterpriseId,
      rows.flatMap((row) => row.department_id ?? []),
    ),
    membersRepo(parts.tables.read, enterpriseId, todayOf(parts)).counts(rows.map((row) => row.id)),
    parts.organisation.rolesByIds(enterpriseId, [...new Set(rows.flatMap((row) => rolesIn(row.id)))]),
  ]);
  const countOf = new Map(counts.map((row) => [row.project_id, row.members]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    short_name: row.short_name,
    thumb: row.thumb,
    item_number: row.item_number,
    status: row.status as Head['status'],
    manager_id: row.manager_id,
    manager_name: people.get(row.manager_id)?.name ?? '',
    manager_thumb: people.get(row.manager_id)?.thumb ?? '',
    type_id: row.type_id,
    type_name: entries.get(row.type_id ?? 0)?.name ?? '',
    type_code: entries.get(row.type_id ?? 0)?.code ?? null,
    stage_id: row.stage_id,
    stage_name: entries.get(row.stage_id ?? 0)?.name ?? '',
    stage_code: entries.get(row.stage_id ?? 0)?.code ?? null,
    department_id: row.department_id,
    department_name: departments.get(row.department_id ?? 0) ?? '',
    member_count: countOf.get(row.id) ?? 0,
    my_roles: rolesIn(row.id).flatMap((id) => {
      const role = roles.get(id);
      return role ? [{ id, key: role.key, name: role.name }] : [];
    }),
    construction_end: row.construction_end,
    created_at: time(row.created_at),
    archived_at: row.archived_at === null ? null : time(row.archived_at),
    archived_by: row.archived_by,
    archived_by_name: people.get(row.archived_by ?? 0)?.name ?? '',
    version: row.version,
    can: canOf(principal, row),
  }));
}

const figure = (value: string | null): number | null => (value === null ? null : Number(value));
const hoursOf = (minutes: number | null): number | null => (minutes === null ? null : minutes / 60);

/** The whole sheet of one project or non-project. */
export async function projectInfo(
  parts: ProjectParts,
  principal: Principal,
  id: number,
  lang: Lang,
): Promise<ProjectInfo> {
  const { enterpriseId } = principal;
  const repo = projectsRepo(parts.tables.read, enterpriseId);
  const [row, linked] = await Promise.all([repo.row(id), linksRepo(parts.tables.read, enterpriseId).of(id)]);
  if (!row) throw fail.notFound(true);
  const single = [row.structure_type_id, row.grade_id, row.industry_id, row.task_type_id];
  const named = [row.director_id, row.equipment_director_id, row.leading_manager_id, row.business_manager_id];
  const [[head], people, entries] = await Promise.all([
    listRows(parts, principal, [row]),
    parts.organisation.names(enterpriseId, [row.created_by, ...named.flatMap((person) => person ?? [])]),
    parts.config.entries(enterpriseId, [...Object.values(linked).flat(), ...single.flatMap((of) => of ?? [])]),
  ]);
  if (!head) throw fail.notFound(true);
  const person = (of: number | null) => (of === null ? null : { id: of, name: people.get(of)?.name ?? '' });
  const entry = (of: number) => ({ id: of, name: entries.get(of)?.name ?? '' });
  const maybeEntry = (of: number | null) => (of === null ? null : entry(of));
  const place = namesOfPlace(lang, row);
  return {
    ...head,
    is_project: row.is_project,
    contract_number: row.contract_number,
    client: row.client,
    client_contact: row.client_contact,
    service_contents: linked.service_content_ids.map(entry),
    service_note: row.service_note,
    labels: linked.label_ids.map((of) => ({ ...entry(of), colour: entries.get(of)?.colour ?? null })),
    structure_type: maybeEntry(row.structure_type_id),
    site: row.site,
    address: row.address,
    country: row.country,
    country_name: place.country,
    province: row.province,
    province_name: place.province,
    city: row.city,
    city_name: place.city,
    location: row.location,
    datum: row.datum as ProjectInfo['datum'],
    grade: maybeEntry(row.grade_id),
    industry: maybeEntry(row.industry_id),
    secret_level: row.secret_level,
    task_type: maybeEntry(row.task_type_id),
    construction_start: row.construction_start,
    land_area: figure(row.land_area),
    land_area_unit: row.land_area_unit,
    build_area: figure(row.build_area),
    build_area_unit: row.build_area_unit,
    bim_area: figure(row.bim_area),
    bim_area_unit: row.bim_area_unit,
    height: figure(row.height),
    height_unit: row.height_unit,
    floors_above: row.floors_above,
    floors_below: row.floors_below,
    total_hours: hoursOf(row.total_minutes),
    professions: linked.profession_ids.map(entry),
    director: person(row.director_id),
    equipment_director: person(row.equipment_director_id),
    leading_manager: person(row.leading_manager_id),
    business_manager: person(row.business_manager_id),
    created_by: row.created_by,
    created_by_name: people.get(row.created_by)?.name ?? '',
    updated_at: time(row.updated_at),
  };
}

/**
 * The members as the reader may see them. An invited partner sees names and project roles only. Departments, positions and accounts are
 * internal to the company (safety.md S11).
 */
export async function membersFor(
  parts: ProjectParts,
  { enterpriseId, userId }: Principal,
  project: { id: number; manager_id: number },
): Promise<{ list: ProjectMember[]; total: number }> {
  const [list, [counted], kinds] = await Promise.all([
    memberList(parts, enterpriseId, project, LIMITS.unpagedMax),
    membersRepo(parts.tables.read, enterpriseId, todayOf(parts)).counts([project.id]),
    parts.organisation.kindsOfPeople(enterpriseId, [userId]),
  ]);
  const total = counted?.members ?? 0;
  if (kinds.get(userId)?.type !== 'partner') return { list, total };
  return {
    list: list.map((member) => ({
      ...member,
      account: '',
      department_name: '',
      position_name: '',
      ...(member.user_id === userId ? {} : { firm: '', ends_on: null }),
    })),
    total,
  };
}

/** The members with their roles, sorted by time of joining. */
async function memberList(
  parts: ProjectParts,
  enterpriseId: number,
  project: { id: number; manager_id: number },
  most?: number,
): Promise<ProjectMember[]> {
  const repo = membersRepo(parts.tables.read, enterpriseId, todayOf(parts));
  const [rows, held] = await Promise.all([repo.list(project.id, most), repo.roles(project.id)]);
  const [people, roles, professions] = await Promise.all([
    parts.organisation.people(
      enterpriseId,
      rows.map((row) => row.user_id),
    ),
    parts.organisation.rolesByIds(enterpriseId, [...new Set(held.map((row) => row.role_id))]),
    parts.config.entries(
      enterpriseId,
      held.map((row) => row.profession_id),
    ),
  ]);
  return rows.map((row) => {
    const person = people.get(row.user_id);
    return {
      user_id: row.user_id,
      name: person?.name ?? '',
      thumb: person?.thumb ?? '',
      account: person?.account ?? '',
      department_name: person?.departmentName ?? '',
      position_name: person?.positionName ?? '',
      status: (person?.status ?? 'former') as StaffStatus,
      is_manager: row.user_id === project.manager_id,
      roles: held.flatMap((entry) => {
        const role = entry.user_id === row.user_id ? roles.get(entry.role_id) : undefined;
        if (!role) return [];
        const everywhere = entry.profession_id === EVERY_PROFESSION;
        return [
          {
            id: role.id,
            key: role.key,
            name: role.name,
            profession_id: everywhere ? null : entry.profession_id,
            profession_name: professions.get(entry.profession_id)?.name ?? '',
          },
        ];
      }),
      joined_at: time(row.joined_at),
      firm: row.firm,
      ends_on: row.ends_on,
      version: row.version,
    };
  });
}

/** The stages of the project, and its people counted by role and by profession. */
export async function projectOverview(
  parts: ProjectParts,
  principal: Principal,
  project: { id: number; manager_id: number },
) {
  const { enterpriseId } = principal;
  const repo = projectsRepo(parts.tables.read, enterpriseId);
  const [row, { profession_ids: professionIds }, members, stages, professions, roles] = await Promise.all([
    repo.row(project.id),
    linksRepo(parts.tables.read, enterpriseId).of(project.id),
    memberList(parts, enterpriseId, project),
    parts.config.list(enterpriseId, 'stage'),
    parts.config.list(enterpriseId, 'profession'),
    parts.organisation.roles(enterpriseId),
  ]);
  if (!row) throw fail.notFound(true);
  // A non-project has no stages and no disciplines.
  if (row.stage_id === null) throw fail.notInProject();
  const holding = (test: (role: ProjectMember['roles'][number]) => boolean) =>
    members.filter((member) => member.roles.some(test));
  const taking = new Set([
    ...professionIds,
    ...members.flatMap((one) => one.roles.flatMap((r) => r.profession_id ?? [])),
  ]);
  return {
    id: row.id,
    name: row.name,
    status: row.status as ProjectStatus,
    stage_id: row.stage_id,
    stages: stages.map(({ id, code, name }) => ({ id, code, name, current: id === row.stage_id })),
    member_count: members.length,
    by_role: roles
      .map(({ id, key, name }) => ({ id, key, name, members: holding((role) => role.id === id).length }))
      .filter((role) => role.members > 0),
    by_profession: professions
      .filter(({ id }) => taking.has(id))
      .map(({ id, code, name }) => ({
        id,
        code,
        name,
        members: holding((role) => role.profession_id === id).length,
        leaders: holding((role) => role.profession_id === id && role.key === 'professional_leader').map((one) => ({
          id: one.user_id,
          name: one.name,
        })),
      })),
    created_at: time(row.created_at),
    construction_start: row.construction_start,
    construction_end: row.construction_end,
    total_hours: hoursOf(row.total_minutes),
    can: canOf(principal, row),
  };
}
