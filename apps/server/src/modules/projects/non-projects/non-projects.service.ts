import { CODES } from '@prdm/contract/codes';
import { yearInShanghai } from '@prdm/contract/kit/shanghai';
import type { NonProjectSheet } from '@prdm/contract/projects/non-projects';
import type { Actor } from '../../../platform/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db.ts';
import { inUse, type Uses } from '../../../platform/entity/index.ts';
import { fail } from '../../../platform/errors.ts';
import { newlyNamed } from '../../organisation/index.ts';
import { todayOf } from '../partners/present.ts';
import { membersRepo } from '../members.repo.ts';
import { addMember, joinAsManager, notifyMembers, refuseOutsiders, type ProjectParts } from '../members.ts';
import { projectsRepo, type LockedProject } from '../projects.repo.ts';
import { refuseClosed } from '../projects.rules.ts';
import { differences, openWorkOf, transferManager, type ArchiveCheck } from '../projects.service.ts';
import {
  NonProjectAdded,
  NonProjectClosed,
  NonProjectDeleted,
  NonProjectEdited,
  NonProjectReopened,
} from './non-projects.events.ts';
import { nonProjectsRepo } from './non-projects.repo.ts';
import { closedBecause, NON_PROJECT_NUMBER, type NonProjectAction } from './non-projects.rules.ts';

export type NonProjectParts = ProjectParts & { clock: Clock; uses: Uses; checks: readonly ArchiveCheck[] };
type Acting = Actor & { userId: number };

interface Saved {
  readonly id: number;
  readonly number: string;
  readonly version: number;
}

/** Columns for the stored sheet. A field that is left out becomes empty. */
const columnsOf = (sheet: NonProjectSheet) => ({
  name: sheet.name,
  short_name: '',
  kind: sheet.kind,
  department_id: sheet.department_id ?? null,
  starts_on: sheet.start ?? null,
  ends_on: sheet.end ?? null,
  total_minutes: sheet.total_hours === undefined ? null : Math.round(sheet.total_hours * 60),
  description: sheet.description ?? '',
});

/** Creates a non-project with the next number. Its manager, a colleague, becomes the first member. */
export async function createNonProject(
  parts: NonProjectParts,
  trx: Trx,
  actor: Acting,
  { manager_id: managerId, ...sheet }: NonProjectSheet,
): Promise<Saved> {
  const { enterpriseId } = actor;
  await refuseOutsiders(parts, trx, enterpriseId, managerId, 'manager_id');
  const managerName = (await parts.organisation.plainNames(trx, enterpriseId, [managerId])).get(managerId);
  if (managerName === undefined) throw fail.of(CODES.userUnknown, 'codes.1013', { field: 'manager_id' });
  const columns = columnsOf({ ...sheet, manager_id: managerId });
  const row = { ...columns, is_project: false, status: 'open', manager_id: managerId, created_by: actor.userId };
  const year = yearInShanghai(parts.clock.now());
  const series = { name: 'non_project', scope: String(year), pattern: NON_PROJECT_NUMBER, values: { year } };
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  // Projects and non-projects share the unique index, because task numbers begin with the number.
  const { number, record: id } = await parts.config.numberSeries.add(trx, enterpriseId, series, (wanted) =>
    repo.addUnlessTaken({ ...row, item_number: wanted }),
  );
  await parts.bus.emit(trx, NonProjectAdded, {
    actor,
    target: { kind: 'non_project', id, name: sheet.name },
    projectId: id,
    after: { ...sheet, number, manager: managerName },
    data: { projectId: id, projectName: sheet.name, number },
  });
  await joinAsManager(parts, trx, actor, { id, name: sheet.name, is_project: false }, managerId);
  return { id, number, version: 1 };
}

/** Locks the non-project for a change of itself. Throws 1008 when its state closes the action, 1009 when it was changed meanwhile. */
async function lockFor(
  parts: NonProjectParts,
  trx: Trx,
  enterpriseId: number,
  given: { id: number; version: number; action: NonProjectAction },
): Promise<LockedProject> {
  const project = await projectsRepo(parts.tables.within(trx), enterpriseId).lock(given.id);
  if (!project || project.is_project) throw fail.notFound();
  const why = closedBecause(project.status, given.action);
  if (why !== null) throw fail.wrongState(why);
  if (project.version !== given.version) throw fail.conflict();
  return project;
}

/**
 * Replaces the sheet. A new manager is a colleague, becomes a member and takes the manager's role; the former one stays a
 * member. Both changes are one transaction with one new version each.
 */
export async function editNonProject(
  parts: NonProjectParts,
  trx: Trx,
  actor: Acting,
  given: NonProjectSheet & { id: number; version: number },
): Promise<Saved> {
  const { enterpriseId } = actor;
  const { id, version, manager_id: managerId } = given;
  const project = await lockFor(parts, trx, enterpriseId, { id, version, action: 'edit' });
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  const before = await repo.row(id);
  if (!before) throw fail.notFound();
  const isHandedOver = project.manager_id !== managerId;
  if (isHandedOver) {
    await refuseOutsiders(parts, trx, enterpriseId, managerId, 'manager_id');
    await parts.organisation.refuseInactive(
      enterpriseId,
      newlyNamed('manager_id', [managerId], [project.manager_id]),
      trx,
    );
  }
  const columns = columnsOf(given);
  if (!(await repo.change(id, version, columns))) throw fail.conflict();
  await parts.bus.emit(trx, NonProjectEdited, {
    actor,
    target: { kind: 'non_project', id, name: given.name },
    projectId: id,
    ...differences(before, columns),
    data: { projectId: id, projectName: given.name },
  });
  if (isHandedOver) {
    const members = membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts));
    if (!(await members.lock(id, managerId)))
      await addMember(parts, trx, actor, id, { userId: managerId, roleKeysOrIds: [] });
    await transferManager(parts, trx, actor, { projectId: id, managerId, version: version + 1 });
  } else await notifyMembers(parts, trx, enterpriseId, id);
  return { id, number: project.item_number, version: version + (isHandedOver ? 2 : 1) };
}

/** Closes the non-project. Open work requires `confirmed`; without it the call throws 1008 with the list in `data.open`. */
export async function closeNonProject(
  parts: NonProjectParts,
  trx: Trx,
  actor: Acting,
  given: { id: number; version: number; confirmed: boolean },
): Promise<void> {
  const { enterpriseId } = actor;
  const { id, version } = given;
  const project = await lockFor(parts, trx, enterpriseId, { id, version, action: 'close' });
  refuseClosed(project);
  if (!given.confirmed) {
    const open = await openWorkOf(parts.checks, trx, enterpriseId, id);
    if (open.length > 0) throw fail.wrongState('non-projects.workOpen', { open });
  }
  const closed = { status: 'closed', archived_at: parts.clock.now().toISOString(), archived_by: actor.userId };
  await changeState(parts, trx, actor, { project, version, columns: closed, event: NonProjectClosed });
}

export async function reopenNonProject(
  parts: NonProjectParts,
  trx: Trx,
  actor: Acting,
  { id, version }: { id: number; version: number },
): Promise<void> {
  const project = await lockFor(parts, trx, actor.enterpriseId, { id, version, action: 'reopen' });
  const open = { status: 'open', archived_at: null, archived_by: null };
  await changeState(parts, trx, actor, { project, version, columns: open, event: NonProjectReopened });
}

async function changeState(
  parts: NonProjectParts,
  trx: Trx,
  actor: Acting,
  given: {
    readonly project: LockedProject;
    readonly version: number;
    readonly columns: {
      readonly status: string;
      readonly archived_at: string | null;
      readonly archived_by: number | null;
    };
    readonly event: typeof NonProjectClosed;
  },
): Promise<void> {
  const { project, version, columns, event } = given;
  const { enterpriseId } = actor;
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  if (!(await repo.change(project.id, version, columns))) throw fail.conflict();
  await parts.bus.emit(trx, event, {
    actor,
    target: { kind: 'non_project', id: project.id, name: project.name },
    projectId: project.id,
    before: { status: project.status },
    after: { status: columns.status },
    data: { projectId: project.id, projectName: project.name },
  });
  await notifyMembers(parts, trx, enterpriseId, project.id);
}

/** Deletes a non-project without tasks and files; otherwise throws 1019 with the counts. */
export async function deleteNonProject(
  parts: NonProjectParts,
  trx: Trx,
  actor: Acting,
  { id, version }: { id: number; version: number },
): Promise<void> {
  const { enterpriseId } = actor;
  const project = await lockFor(parts, trx, enterpriseId, { id, version, action: 'del' });
  const used = (await parts.uses.of('non_project', enterpriseId, [id], trx)).get(id);
  if (used) throw inUse(actor.lang, project, used, { key: 'non-projects.inUse' });
  await notifyMembers(parts, trx, enterpriseId, id);
  if (!(await nonProjectsRepo(parts.tables.within(trx), enterpriseId).remove(id, version, actor.userId)))
    throw fail.conflict();
  await parts.bus.emit(trx, NonProjectDeleted, {
    actor,
    target: { kind: 'non_project', id, name: project.name },
    projectId: id,
    before: { name: project.name, number: project.item_number },
    data: { projectId: id, projectName: project.name },
  });
}
