import { CODES } from '@prdm/contract/codes';
import { SHEET_PEOPLE, type ProjectSheet } from '@prdm/contract/projects';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { isUniqueViolation, type Trx } from '../../platform/db.ts';
import { fail, type AppError } from '../../platform/errors.ts';
import { yearInShanghai } from '@prdm/contract/kit/shanghai';
import { newlyNamed } from '../organisation/index.ts';
import { membersRepo } from './members.repo.ts';
import { joinAsManager, managerRoleId, notifyMembers, type ProjectParts } from './members.ts';
import { todayOf } from './partners/present.ts';
import {
  ManagerTransferred,
  ProjectAdded,
  ProjectArchived,
  ProjectEdited,
  ProjectUnarchived,
} from './projects.events.ts';
import { projectsRepo, type LockedProject, type NewProject } from './projects.repo.ts';
import { ITEM_NUMBER_PATTERN, refuseClosed, warningsOf } from './projects.rules.ts';
import { linkedIds, linksRepo } from './sheet/links.repo.ts';
import { loggedPlace, refusePlace } from './sheet/place.ts';

/** Work of another area that is still open when a project is archived. */
export interface OpenWork {
  readonly kind: string;
  readonly count: number;
}
/** Counts open work inside the archiving transaction. null means that there is none. */
export type ArchiveCheck = (trx: Trx, enterpriseId: number, projectId: number) => Promise<OpenWork | null>;

/** Registered counts of open work of all areas. */
export async function openWorkOf(
  checks: readonly ArchiveCheck[],
  trx: Trx,
  enterpriseId: number,
  projectId: number,
): Promise<OpenWork[]> {
  const open: OpenWork[] = [];
  for (const check of checks) {
    const found = await check(trx, enterpriseId, projectId);
    if (found) open.push(found);
  }
  return open;
}

export interface Saved {
  readonly id: number;
  readonly item_number: string;
  readonly version: number;
  readonly warnings: string[];
}

const NUMBER_INDEX = 'project_item_number';
const numberTaken = (): AppError => fail.of(CODES.duplicateName, 'projects.numberTaken', { field: 'item_number' });

/** Columns for the stored sheet. A field that is left out becomes empty. */
function columnsOf(sheet: ProjectSheet): Omit<NewProject, 'item_number' | 'manager_id' | 'created_by'> {
  return {
    name: sheet.name,
    short_name: sheet.short_name,
    contract_number: sheet.contract_number ?? '',
    type_id: sheet.type_id,
    stage_id: sheet.stage_id,
    department_id: sheet.department_id ?? null,
    client: sheet.client ?? '',
    client_contact: sheet.client_contact ?? '',
    structure_type_id: sheet.structure_type_id ?? null,
    site: sheet.site ?? '',
    address: sheet.address ?? '',
    country: sheet.country ?? '',
    province: sheet.province ?? '',
    city: sheet.city ?? '',
    location: sheet.location ?? '',
    datum: sheet.location === undefined ? '' : (sheet.datum ?? ''),
    thumb: sheet.thumb ?? '',
    grade_id: sheet.grade_id ?? null,
    industry_id: sheet.industry_id ?? null,
    secret_level: sheet.secret_level ?? 'normal',
    task_type_id: sheet.task_type_id ?? null,
    construction_start: sheet.construction_start ?? null,
    construction_end: sheet.construction_end ?? null,
    land_area: sheet.land_area ?? null,
    land_area_unit: sheet.land_area_unit,
    build_area: sheet.build_area,
    build_area_unit: sheet.build_area_unit,
    bim_area: sheet.bim_area,
    bim_area_unit: sheet.bim_area_unit,
    height: sheet.height ?? null,
    height_unit: sheet.height_unit,
    floors_above: sheet.floors_above ?? null,
    floors_below: sheet.floors_below ?? null,
    total_minutes: sheet.total_hours ?? null,
    director_id: sheet.director_id ?? null,
    equipment_director_id: sheet.equipment_director_id ?? null,
    leading_manager_id: sheet.leading_manager_id ?? null,
    business_manager_id: sheet.business_manager_id ?? null,
  };
}

/**
 * Stores a new project under the given number, or under the next free one.
 * Only the insert decides whether a number is taken. The lock of the enterprise excludes other new projects, but not an edit. An edit may
 * take the number before the insert.
 */
async function addNumbered(
  parts: ProjectParts & { clock: Clock },
  trx: Trx,
  enterpriseId: number,
  project: Omit<NewProject, 'item_number'>,
  wanted: string | undefined,
): Promise<{ id: number; number: string }> {
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  const insert = (number: string) => repo.addUnlessTaken({ ...project, item_number: number });
  if (wanted) {
    const id = await insert(wanted);
    if (id === null) throw numberTaken();
    return { id, number: wanted };
  }
  const year = yearInShanghai(parts.clock.now());
  const series = { name: 'project', scope: String(year), pattern: ITEM_NUMBER_PATTERN, values: { year } };
  const { number, record } = await parts.config.numberSeries.add(trx, enterpriseId, series, insert);
  return { id: record, number };
}

const typeOf = async (parts: ProjectParts, trx: Trx, enterpriseId: number, userId: number) =>
  (await parts.organisation.kindsOfPeople(enterpriseId, [userId], trx)).get(userId)?.type;

/**
 * Creates a project; its manager becomes the first member. Creations in one enterprise run one after the other, so parallel requests cannot
 * exceed the quota (1011). Throws 1018 when the item number is taken.
 */
export async function createProject(
  parts: ProjectParts & { clock: Clock },
  trx: Trx,
  actor: Actor & { userId: number },
  given: { sheet: ProjectSheet; managerId: number; folderTemplateId?: number | undefined },
): Promise<Saved> {
  const { enterpriseId } = actor;
  const { sheet } = given;
  const { project_limit: limit } = await parts.organisation.lockLimits(trx, enterpriseId);
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  if ((await repo.count()) >= limit) throw fail.of(CODES.projectQuota, 'codes.1011');

  refusePlace(sheet);
  const row = { ...columnsOf(sheet), manager_id: given.managerId, created_by: actor.userId };
  const { id, number } = await addNumbered(parts, trx, enterpriseId, row, sheet.item_number);
  await parts.identity.swapImage(trx, actor, { before: '', after: row.thumb ?? '', field: 'thumb' });
  await linksRepo(parts.tables.within(trx), enterpriseId).set(id, linkedIds(sheet));
  const managerName = (await parts.organisation.plainNames(trx, enterpriseId, [given.managerId])).get(given.managerId);
  if (managerName === undefined) throw fail.of(CODES.userUnknown, 'codes.1013');
  await parts.bus.emit(trx, ProjectAdded, {
    actor,
    target: { kind: 'project', id, name: sheet.name },
    projectId: id,
    after: { ...sheet, ...loggedPlace(row), item_number: number, manager: managerName },
    data: {
      projectId: id,
      projectName: sheet.name,
      itemNumber: number,
      manager: { id: given.managerId, name: managerName },
      typeId: sheet.type_id,
      folderTemplateId: given.folderTemplateId ?? null,
    },
  });
  await joinAsManager(parts, trx, actor, { id, name: sheet.name, is_project: true }, given.managerId);
  const managerType = await typeOf(parts, trx, enterpriseId, given.managerId);
  return { id, item_number: number, version: 1, warnings: warningsOf({ sheet, managerType }) };
}

/** Keys whose values differ, with the values before and after, for the action log. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter((key) => String(before[key] ?? '') !== String(after[key] ?? ''));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** The database returns areas with two decimals; 12 and 12.00 are equal. */
const comparable = (columns: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([key, value]) => [
      key,
      /^(land_area|build_area|bim_area|height)$/.test(key) && value !== null ? Number(value) : value,
    ]),
  );

/**
 * Replaces the sheet. Item number and secrecy level stay when the input has none, so an edit without a level opens no
 * secret project. The manager never changes here.
 */
export async function editProject(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor & { userId: number },
  given: { projectId: number; version: number; sheet: ProjectSheet },
): Promise<Saved> {
  const { enterpriseId } = actor;
  const { projectId, version, sheet } = given;
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  await lockOngoing(parts, trx, enterpriseId, projectId, version);
  const before = await repo.row(projectId);
  if (!before) throw fail.notFound();
  const newPeople = SHEET_PEOPLE.flatMap((field) => newlyNamed(field, [sheet[field]], [before[field]]));
  await parts.organisation.refuseInactive(enterpriseId, newPeople, trx);
  refusePlace(sheet, before);
  const links = linksRepo(parts.tables.within(trx), enterpriseId);
  const linkedBefore = await links.of(projectId);
  const number = sheet.item_number || before.item_number;
  const level = sheet.secret_level ?? before.secret_level;
  const columns = { ...columnsOf(sheet), item_number: number, secret_level: level };
  try {
    if (!(await repo.change(projectId, version, columns))) throw fail.conflict();
  } catch (error) {
    if (isUniqueViolation(error, NUMBER_INDEX)) throw numberTaken();
    throw error;
  }
  await parts.identity.swapImage(trx, actor, { before: before.thumb, after: sheet.thumb ?? '', field: 'thumb' });
  const linked = linkedIds(sheet);
  await links.set(projectId, linked);
  await parts.bus.emit(trx, ProjectEdited, {
    actor,
    target: { kind: 'project', id: projectId, name: sheet.name },
    projectId,
    ...differences(
      comparable({ ...before, ...loggedPlace(before), ...linkedBefore }),
      comparable({ ...columns, ...loggedPlace(columns), ...linked }),
    ),
    data: { projectId, projectName: sheet.name },
  });
  await notifyMembers(parts, trx, enterpriseId, projectId);
  return { id: projectId, item_number: number, version: version + 1, warnings: warningsOf({ sheet }) };
}

/**
 * Locks the project for a change of itself. Throws 443 when it was archived meanwhile, 1008 for a closed non-project, 1009 when it was
 * changed meanwhile.
 */
export async function lockOngoing(
  parts: ProjectParts,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
  version: number,
): Promise<LockedProject> {
  const project = await projectsRepo(parts.tables.within(trx), enterpriseId).lock(projectId);
  if (!project) throw fail.notFound();
  refuseClosed(project);
  if (project.version !== version) throw fail.conflict();
  return project;
}

/** Makes another member the manager (specification section 5). The former manager stays a member, without the manager's role. */
export async function transferManager(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  given: { projectId: number; managerId: number; version: number },
): Promise<{ warnings: string[] }> {
  const { enterpriseId } = actor;
  const { projectId, managerId, version } = given;
  const project = await lockOngoing(parts, trx, enterpriseId, projectId, version);
  if (project.manager_id === managerId) throw fail.wrongState('projects.managerAlready');
  const members = membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts));
  const next = await members.lock(projectId, managerId);
  if (!next) throw fail.invalid('manager_id', 'projects.managerMustBeMember');
  // The manager is a member as long as the project exists.
  if (next.ends_on !== null) throw fail.invalid('manager_id', 'partners.managerHasEnd');
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  if (!(await repo.change(projectId, version, { manager_id: managerId }))) throw fail.conflict();
  const role = await managerRoleId(parts, trx, enterpriseId);
  await members.removeRole(projectId, project.manager_id, role);
  await members.addRole(projectId, managerId, role);

  const names = await parts.organisation.plainNames(trx, enterpriseId, [managerId, project.manager_id]);
  const from = { id: project.manager_id, name: names.get(project.manager_id) ?? '' };
  const to = { id: managerId, name: names.get(managerId) ?? '' };
  await parts.bus.emit(trx, ManagerTransferred, {
    actor,
    target: { kind: 'project', id: projectId, name: project.name },
    projectId,
    before: { manager: from.name },
    after: { manager: to.name },
    data: { projectId, projectName: project.name, from, to },
  });
  await notifyMembers(parts, trx, enterpriseId, projectId);
  return { warnings: warningsOf({ managerType: await typeOf(parts, trx, enterpriseId, managerId) }) };
}

/** Archives the project. Open work requires `confirmed`; without it the call throws 1008 with the list in `data.open`. */
export async function archiveProject(
  parts: ProjectParts & { clock: Clock; checks: readonly ArchiveCheck[] },
  trx: Trx,
  actor: Actor & { userId: number },
  given: { projectId: number; version: number; confirmed: boolean },
): Promise<void> {
  const { enterpriseId } = actor;
  const { projectId, version } = given;
  const project = await lockOngoing(parts, trx, enterpriseId, projectId, version);
  if (!given.confirmed) {
    const open = await openWorkOf(parts.checks, trx, enterpriseId, projectId);
    if (open.length > 0) throw fail.wrongState('projects.stillOpen', { open });
  }
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  const archived = { status: 'archived', archived_at: parts.clock.now().toISOString(), archived_by: actor.userId };
  if (!(await repo.change(projectId, version, archived))) throw fail.conflict();
  await notifyStatus(parts, trx, actor, project, ProjectArchived, 'archived');
}

/** Undoes the archiving. An archived project still counts against the quota, so the quota is not checked (decisions.md 5.3). */
export async function unarchiveProject(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  given: { projectId: number; version: number },
): Promise<void> {
  const repo = projectsRepo(parts.tables.within(trx), actor.enterpriseId);
  const project = await repo.lock(given.projectId);
  if (!project) throw fail.notFound();
  if (project.status !== 'archived') throw fail.wrongState();
  const ongoing = { status: 'ongoing', archived_at: null, archived_by: null };
  if (!(await repo.change(given.projectId, given.version, ongoing))) throw fail.conflict();
  await notifyStatus(parts, trx, actor, project, ProjectUnarchived, 'ongoing');
}

async function notifyStatus(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  project: LockedProject,
  event: typeof ProjectArchived,
  status: 'archived' | 'ongoing',
): Promise<void> {
  const { enterpriseId } = actor;
  const members = await membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts)).list(project.id);
  await parts.bus.emit(trx, event, {
    actor,
    target: { kind: 'project', id: project.id, name: project.name },
    projectId: project.id,
    before: { status: project.status },
    after: { status },
    data: { projectId: project.id, projectName: project.name, memberIds: members.map((row) => row.user_id) },
  });
  await notifyMembers(parts, trx, enterpriseId, project.id);
}
