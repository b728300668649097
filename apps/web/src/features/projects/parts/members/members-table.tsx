import { useMemo, useState, type ReactNode } from 'react';
import type { ProjectMember } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { PageTable } from '../../../../ui/table/page-table.tsx';
import type { ListView } from '../../../../ui/table/use-list-view.ts';
import { membersMatching } from '../../projects.logic.ts';
import { useMembers, useRemoveMember } from '../../projects.queries.ts';
import { AddMembersDialog } from './add-members-dialog.tsx';
import { memberColumns } from './member-columns.tsx';
import { MemberRolesDialog } from './member-roles-dialog.tsx';

/** The words in which projects and non-projects differ. */
export interface MemberTexts {
  readonly managerStays: string;
  readonly removeTitle: (name: string) => string;
  readonly removeText: (name: string) => string;
  readonly kept: string;
  readonly none: string;
}

/**
 * The members of a project or non-project with their roles: adding, removing, changing roles. `before` stands beside the
 * button that adds members.
 */
export function MembersTable(props: {
  id: number;
  /** The name under which the browser keeps the chosen columns. */
  table: string;
  view: ListView;
  mayChange: boolean;
  professionIds: readonly number[];
  texts: MemberTexts;
  before?: ReactNode;
}) {
  const t = useT();
  const { id, view, mayChange, texts } = props;
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
  const onRemove = async ({ name, user_id }: ProjectMember) => {
    const isWanted = await confirm({
      title: texts.removeTitle(name),
      text: texts.removeText(name),
      verb: t('projects.members.remove'),
      danger: true,
    });
    if (isWanted) remove.mutate({ project_id: id, user_id });
  };
  const onRoles = ({ user_id }: ProjectMember) => setChanging(user_id);
  const columns = memberColumns(t, mayChange ? { managerStays: texts.managerStays, onRoles, onRemove } : null);
  return (
    <>
      <PageTable<ProjectMember>
        id={props.table}
        label={t('projects.detail.members')}
        columns={columns}
        rowKey={({ user_id }) => user_id}
        query={{ data, error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
        whole
        view={view}
        search={t('projects.members.search')}
        end={
          mayChange && (
            <>
              {props.before}
              <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
                <Icon name="plus" />
                {t('projects.members.add')}
              </button>
            </>
          )
        }
      />
      {isAdding && (
        <AddMembersDialog
          projectId={id}
          members={query.data?.list ?? []}
          professionIds={props.professionIds}
          onClose={() => setAdding(false)}
        />
      )}
      {changing !== undefined && (
        <MemberRolesDialog
          key={changing.user_id}
          projectId={id}
          member={changing}
          texts={{ kept: texts.kept, none: texts.none }}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
