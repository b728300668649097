import { useT } from '../../../../lib/i18n.ts';
import { useListView } from '../../../../ui/table/use-list-view.ts';
import { MembersTable } from '../../parts/members/members-table.tsx';

/** The members of a non-project. They are colleagues, and a role is optional: every member works on tasks and files. */
export function NonProjectMembers({ id, mayChange }: { id: number; mayChange: boolean }) {
  const t = useT();
  const view = useListView();
  return (
    <MembersTable
      id={id}
      table="non-project-members"
      view={view}
      mayChange={mayChange}
      professionIds={[]}
      texts={{
        managerStays: t('non-projects.members.managerStays'),
        removeTitle: (name) => t('non-projects.members.removeTitle', { name }),
        removeText: (name) => t('non-projects.members.removeText', { name }),
        kept: t('non-projects.members.managerKept'),
        none: t('non-projects.members.noRoleText'),
      }}
    />
  );
}
