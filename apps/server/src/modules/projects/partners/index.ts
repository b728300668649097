import type { Principal } from '@prdm/access';
import type { invite, inviteCancel, inviteJoin } from '@prdm/contract/projects/partners';
import type { z } from 'zod';
import { decided } from '../../../platform/http/decisions.ts';
import type { Authorized, GivenTo } from '../../../platform/ids/authorized.ts';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import type { ProjectRow } from '../index.ts';
import { projectsRepo } from '../projects.repo.ts';
import { acceptOwn, refuseOwn } from './answer.ts';
import { endMemberships } from './ending.ts';
import { cancelInvitation, inviteIntoProject } from './invite.ts';
import { invitationInfo, joinByToken, type Visitor } from './joining.ts';
import { invitationsRepo, type InvitationRow } from './partners.repo.ts';
import { invitationsOf, ownInvitations } from './partners.reads.ts';
import { managesMembers, type Acting, type PartnerParts } from './parts.ts';

type Own = Authorized<InvitationRow, 'answer', 'invitation'>;

/** People of partner firms in projects. Invariants: one open invitation for a person and project; a token works once. */
export function createPartners(parts: PartnerParts) {
  const kind: SubjectKind<InvitationRow, 'invitation'> = {
    kind: 'invitation',
    // The invited person is no member of the project, so the gate cannot judge the membership.
    scope: 'enterprise',
    async load(principal, ids) {
      const rows = await invitationsRepo(parts.tables.read, principal.enterpriseId).byIds(ids);
      const projects = await projectsRepo(parts.tables.read, principal.enterpriseId).byIds([
        ...new Set(rows.map((row) => row.project_id)),
      ]);
      return rows.map((row) => {
        const project = projects.find(({ id }) => id === row.project_id);
        const isOwn = row.user_id === principal.userId;
        const manages = project !== undefined && managesMembers(principal, project);
        return {
          id: row.id,
          row,
          projectId: null,
          visible: isOwn || manages,
          may: (right) => (right === 'answer' ? decided(isOwn, right) : decided(manages, 'member')),
        };
      });
    },
  };
  return {
    kind,
    invite: (actor: Acting, principal: Principal, given: GivenTo<typeof invite>) =>
      inviteIntoProject(parts, actor, principal, given),
    cancel: (actor: Acting, principal: Principal, given: GivenTo<typeof inviteCancel>) =>
      cancelInvitation(parts, actor, principal, given),
    list: (
      principal: Principal,
      project: Authorized<ProjectRow, 'member', 'project'>,
      query: Parameters<typeof invitationsOf>[3],
    ) => invitationsOf(parts, principal, project.row, query),
    own: (principal: Principal, query: Parameters<typeof ownInvitations>[2]) => ownInvitations(parts, principal, query),
    accept: (actor: Acting, { id }: Own, version: number) => acceptOwn(parts, actor, { id, version }),
    refuse: (actor: Acting, { id }: Own, version: number) => refuseOwn(parts, actor, { id, version }),
    info: (token: string, visitor: Visitor) => invitationInfo(parts, token, visitor.ip),
    join: (input: z.output<typeof inviteJoin.input>, visitor: Visitor) => joinByToken(parts, input, visitor),
    /** The worker runs it every ten minutes. */
    end: () => endMemberships(parts),
  };
}
export type Partners = ReturnType<typeof createPartners>;
