import { useMemo, type ReactNode } from 'react';
import type { Invitation } from '@prdm/contract/projects/partners';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, type ListView } from '../../../ui/table/use-list-view.ts';
import { invitationColumns, personOf } from './invitation-columns.tsx';
import { useCancelInvitation, useInvitations } from './partners.queries.ts';

/** The invitations of a project, newest first. An open one can be cancelled. */
export function InvitationsTable(props: { projectId: number; view: ListView; end: ReactNode }) {
  const t = useT();
  const { view } = props;
  const query = useInvitations(props.projectId, pageOfView(view), true);
  const { mutateAsync: cancel } = useCancelInvitation();
  const columns = useMemo(
    () =>
      invitationColumns(t, async (row) => {
        const isWanted = await confirm({
          title: t('partners.cancelTitle', { name: personOf(row) }),
          text: t('partners.cancelText'),
          verb: t('partners.cancel'),
          danger: true,
        });
        if (!isWanted) return;
        await cancel({ id: row.id, version: row.version });
        toast.success(t('partners.cancelled'));
      }),
    [t, cancel],
  );
  return (
    <PageTable<Invitation>
      id="project-invitations"
      label={t('partners.list')}
      columns={columns}
      rowKey={({ id }) => id}
      query={query}
      view={view}
      end={props.end}
      empty={{ title: t('partners.empty'), text: t('partners.emptyText') }}
    />
  );
}
