import { useMemo, useState } from 'react';
import type { ProjectInfo, ProjectMember } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { PageTable } from '../../../../ui/table/page-table.tsx';
import { useListView } from '../../../../ui/table/use-list-view.ts';
import { membersMatching } from '../../projects.logic.ts';
import { InvitationsTable } from '../../partners/invitations-table.tsx';
import { InviteDialog } from '../../partners/invite-dialog.tsx';
import { FIRST_INVITATION, useInvitations } from '../../partners/partners.queries.ts';
import { useMembers, useRemoveMember } from '../../projects.queries.ts';
import { memberColumns } from './member-columns.tsx';
import { AddMembersDialog } from './add-members-dialog.tsx';
import { MemberRolesDialog } from './member-roles-dialog.tsx';

/** The members of the project and their roles, or the invitations of partner companies. */
export function MembersTab({ project, shows }: { project: ProjectInfo; shows: 'members' | 'invitations' }) {
  const t = useT();
  const view = useListView([]);
  const query = useMembers(project.id);
  const remove = useRemoveMember();
  const [adding, setAdding] = useState(false);
  const [inviting, setInviting] = useState(false);
  const [changingId, setChanging] = useState<number | null>(null);
  const changing = query.data?.list.find(({ user_id }) => user_id === changingId);
  const mayChange = project.can.member;
  const invitations = useInvitations(project.id, FIRST_INVITATION, mayChange).data;

  const data = useMemo(() => {
    if (query.data === undefined) return undefined;
    const list = membersMatching(query.data.list, view.word);
    return { list, total: list.length };
  }, [query.data, view.word]);

  const columns = useMemo(
    () =>
      memberColumns(
        t,
        mayChange
          ? {
              managerStays: t('projects.managerStays'),
              onRoles: ({ user_id }) => setChanging(user_id),
              onRemove: async (member) => {
                const isWanted = await confirm({
                  title: t('projects.members.removeTitle', { name: member.name }),
                  text: t('projects.members.removeText'),
                  verb: t('projects.members.remove'),
                  danger: true,
                });
                if (isWanted) remove.mutate({ project_id: project.id, user_id: member.user_id });
              },
            }
          : null,
      ),
    [t, mayChange, remove, project.id],
  );

  const end = mayChange && (
    <>
      {invitations?.can_invite === true && (
        <button type="button" className="button" onClick={() => setInviting(true)}>
          <Icon name="link" />
          {t('partners.invite')}
        </button>
      )}
      <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
        <Icon name="plus" />
        {t('projects.members.add')}
      </button>
    </>
  );

  return (
    <>
      {shows === 'invitations' && <InvitationsTable projectId={project.id} view={view} end={end} />}
      {shows === 'members' && (
        <PageTable<ProjectMember>
          id="project-members"
          label={t('projects.detail.members')}
          columns={columns}
          rowKey={({ user_id }) => user_id}
          query={{ data, error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
          whole
          view={view}
          search={t('projects.members.search')}
          end={end}
        />
      )}
      {inviting && <InviteDialog projectId={project.id} onClose={() => setInviting(false)} />}
      {adding && (
        <AddMembersDialog
          projectId={project.id}
          members={query.data?.list ?? []}
          professionIds={project.professions.map(({ id }) => id)}
          onClose={() => setAdding(false)}
        />
      )}
      {changing !== undefined && (
        <MemberRolesDialog
          key={changing.user_id}
          projectId={project.id}
          member={changing}
          texts={{ kept: t('projects.managerByTransfer'), none: t('projects.members.noRoleText') }}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
