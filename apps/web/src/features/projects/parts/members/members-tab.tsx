import { useState } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { useListView } from '../../../../ui/table/use-list-view.ts';
import { InvitationsTable } from '../../partners/invitations-table.tsx';
import { InviteDialog } from '../../partners/invite-dialog.tsx';
import { FIRST_INVITATION, useInvitations } from '../../partners/partners.queries.ts';
import { MembersTable } from './members-table.tsx';

/** The members of the project and their roles, or the invitations of partner companies. */
export function MembersTab({ project, shows }: { project: ProjectInfo; shows: 'members' | 'invitations' }) {
  const t = useT();
  const view = useListView();
  const [inviting, setInviting] = useState(false);
  const mayChange = project.can.member;
  const mayInvite = useInvitations(project.id, FIRST_INVITATION, mayChange).data?.can_invite === true;
  const invite = mayInvite && (
    <button type="button" className="button" onClick={() => setInviting(true)}>
      <Icon name="link" />
      {t('partners.invite')}
    </button>
  );
  return (
    <>
      {shows === 'invitations' ? (
        <InvitationsTable projectId={project.id} view={view} end={invite} />
      ) : (
        <MembersTable
          id={project.id}
          table="project-members"
          view={view}
          mayChange={mayChange}
          professionIds={project.professions.map(({ id }) => id)}
          texts={{
            managerStays: t('projects.managerStays'),
            removeTitle: (name) => t('projects.members.removeTitle', { name }),
            removeText: () => t('projects.members.removeText'),
            kept: t('projects.managerByTransfer'),
            none: t('projects.members.noRoleText'),
          }}
          before={invite}
        />
      )}
      {inviting && <InviteDialog projectId={project.id} onClose={() => setInviting(false)} />}
    </>
  );
}
