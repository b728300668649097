import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import type { Invitation, ReceivedInvitation } from '@prdm/contract/projects/partners';
import { pageOf, windowOf, type Paging } from '../../../platform/entity/paging.ts';
import type { ProjectRow } from '../index.ts';
import { projectsRepo } from '../projects.repo.ts';
import { invitationsRepo, type InvitationRow } from './partners.repo.ts';
import { mayInvite, type PartnerParts } from './parts.ts';
import { todayOf } from './present.ts';

const time = (at: Date): string => wireTime(new Date(at));

/** The roles of the rows by id. A role that was deleted meanwhile is left out. */
async function rolesOf(parts: PartnerParts, enterpriseId: number, rows: readonly InvitationRow[]) {
  const roles = await parts.organisation.rolesByIds(enterpriseId, [...new Set(rows.flatMap((row) => row.role_ids))]);
  return (row: InvitationRow) =>
    row.role_ids.flatMap((id) => {
      const role = roles.get(id);
      return role ? [{ id, key: role.key, name: role.name }] : [];
    });
}

/** The invitations of a project, newest first. */
export async function invitationsOf(parts: PartnerParts, principal: Principal, project: ProjectRow, query: Paging) {
  const { enterpriseId, userId } = principal;
  const repo = invitationsRepo(parts.tables.read, enterpriseId);
  const [rows, total, { invite }, kinds] = await Promise.all([
    repo.ofProject(project.id, windowOf(query)),
    repo.countOfProject(project.id),
    parts.organisation.invitingEnterprise(enterpriseId),
    parts.organisation.kindsOfPeople(enterpriseId, [userId]),
  ]);
  const [people, roles] = await Promise.all([
    parts.organisation.people(
      enterpriseId,
      rows.flatMap((row) => [row.invited_by, ...(row.user_id === null ? [] : [row.user_id])]),
    ),
    rolesOf(parts, enterpriseId, rows),
  ]);
  const isPartner = kinds.get(userId)?.type === 'partner';
  const list = rows.map((row): Invitation => {
    const person = people.get(row.user_id ?? 0);
    return {
      id: row.id,
      firm: row.firm,
      name: person?.name ?? '',
      account: isPartner ? '' : (person?.account ?? ''),
      // The address of a person with an account is contact data.
      email: row.user_id === null && !isPartner ? row.email : '',
      roles: roles(row),
      ends_on: row.ends_on,
      state: row.state,
      invited_by_name: people.get(row.invited_by)?.name ?? '',
      created_at: time(row.created_at),
      expires_at: time(row.expires_at),
      answered_at: row.answered_at === null ? null : time(row.answered_at),
      version: row.version,
    };
  });
  const canInvite = !isPartner && project.status === 'ongoing' && mayInvite(principal, project, invite);
  return { ...pageOf(query, list, total), can_invite: canInvite };
}

/** The invitations of the caller, open ones first. */
export async function ownInvitations(parts: PartnerParts, principal: Principal, query: Paging) {
  const { enterpriseId, userId } = principal;
  const repo = invitationsRepo(parts.tables.read, enterpriseId);
  const [rows, total] = await Promise.all([repo.ofPerson(userId, windowOf(query)), repo.countOfPerson(userId)]);
  const projectIds = [...new Set(rows.map((row) => row.project_id))];
  const [projects, names, roles, joined] = await Promise.all([
    projectsRepo(parts.tables.read, enterpriseId).byIds(projectIds),
    parts.organisation.names(
      enterpriseId,
      rows.map((row) => row.invited_by),
    ),
    rolesOf(parts, enterpriseId, rows),
    projectsRepo(parts.tables.read, enterpriseId).membershipsOf(userId, todayOf(parts)),
  ]);
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]));
  const member = new Set(joined.filter(({ hidden }) => !hidden).map(({ project_id: id }) => id));
  const list = rows.map((row): ReceivedInvitation => ({
    id: row.id,
    project_id: row.state === 'accepted' && member.has(row.project_id) ? row.project_id : null,
    // After the end of an invitation the name of the project is no business of a person outside it.
    project_name: row.state === 'invited' || member.has(row.project_id) ? (nameOf.get(row.project_id) ?? '') : '',
    firm: row.firm,
    inviter: names.get(row.invited_by)?.name ?? '',
    roles: roles(row),
    ends_on: row.ends_on,
    state: row.state,
    created_at: time(row.created_at),
    expires_at: time(row.expires_at),
    version: row.version,
  }));
  return pageOf(query, list, total);
}
