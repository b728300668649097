import { useMemo, useState } from 'react';
import type { ProjectMember } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { PageTable } from '../../../../ui/table/page-table.tsx';
import { useListView } from '../../../../ui/table/use-list-view.ts';
import { AddMembersDialog } from '../../parts/members/add-members-dialog.tsx';
import { memberColumns } from '../../parts/members/member-columns.tsx';
import { MemberRolesDialog } from '../../parts/members/member-roles-dialog.tsx';
import { membersMatching } from '../../projects.logic.ts';
import { useMembers, useRemoveMember } from '../../projects.queries.ts';

/** The members of a non-project. They are colleagues, and a role is optional: every member works on tasks and files. */
export function NonProjectMembers({ id, mayChange }: { id: number; mayChange: boolean }) {
  const t = useT();
  const view = useListView();
  const query = useMembers(id);
  const remove = useRemoveMember();
  const [isAdding, setAdding] = useState(false);
  const [changingId, setChanging] = useState<number | null>(null);
  const changing = query.data?.list.find(({ user_id }) => user_id === changingId);
  const data = useMemo(() => {
    if (query.data === undefined) return undefined;
    const list = membersMatching(query.data.list, view.word);
    return { list, total: list.length };
  }, [query.data, view.word]);
  const columns = useMemo(() => {
    const onRemove = async ({ name, user_id }: ProjectMember) => {
      const isWanted = await confirm({
        title: t('non-projects.members.removeTitle', { name }),
        text: t('non-projects.members.removeText', { name }),
        verb: t('projects.members.remove'),
        danger: true,
      });
      if (isWanted) remove.mutate({ project_id: id, user_id });
    };
    const managerStays = t('non-projects.members.managerStays');
    const onRoles = ({ user_id }: ProjectMember) => setChanging(user_id);
    return memberColumns(t, mayChange ? { managerStays, onRoles, onRemove } : null);
  }, [t, mayChange, remove, id]);
  return (
    <>
      <PageTable<ProjectMember>
        id="non-project-members"
        label={t('projects.detail.members')}
        columns={columns}
        rowKey={({ user_id }) => user_id}
        query={{ data, error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
        whole
        view={view}
        search={t('projects.members.search')}
        end={
          mayChange && (
            <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {t('projects.members.add')}
            </button>
          )
        }
      />
      {isAdding && (
        <AddMembersDialog
          projectId={id}
          members={query.data?.list ?? []}
          professionIds={[]}
          onClose={() => setAdding(false)}
        />
      )}
      {changing !== undefined && (
        <MemberRolesDialog
          key={changing.user_id}
          projectId={id}
          member={changing}
          texts={{ kept: t('non-projects.members.managerKept'), none: t('non-projects.members.noRoleText') }}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
