import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { ReceivedInvitation } from '@prdm/contract/projects/partners';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { projectPath } from '../addresses.ts';
import { receivedColumns } from '../partners/invitation-columns.tsx';
import { useAcceptInvitation, useOwnInvitations, useRefuseInvitation } from '../partners/partners.queries.ts';
import { refreshRights } from '../projects.queries.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import '../parts/projects.css';
import '../partners/partners.css';

/** /invited: the invitations of the signed-in person, open ones first. */
export default function InvitedPage() {
  const t = useT();
  const view = useListView();
  const query = useOwnInvitations(pageOfView(view));
  useErrorPage(query.error);
  const navigate = useNavigate();
  const { mutateAsync: accept, isPending: isAccepting } = useAcceptInvitation();
  const { mutateAsync: refuse, isPending: isRefusing } = useRefuseInvitation();
  const isBusy = isAccepting || isRefusing;
  const columns = useMemo(
    () =>
      receivedColumns(t, {
        isBusy,
        onAccept: async ({ id, version }) => {
          await accept({ id, version });
          await refreshRights().catch(showFailure);
          toast.success(t('partners.own.accepted'));
        },
        onRefuse: async ({ id, version }) => {
          const isWanted = await confirm({
            title: t('partners.own.refuseTitle'),
            text: t('partners.own.refuseText'),
            verb: t('partners.own.refuse'),
            danger: true,
          });
          if (!isWanted) return;
          await refuse({ id, version });
          toast.success(t('partners.own.refused'));
        },
        onOpen: (projectId) => navigate(projectPath(projectId)),
      }),
    [t, isBusy, accept, refuse, navigate],
  );
  return (
    <PageTable<ReceivedInvitation>
      id="invited"
      label={t('partners.titles.invited')}
      columns={columns}
      rowKey={({ id }) => id}
      query={query}
      view={view}
      empty={{ title: t('partners.own.empty'), text: t('partners.own.emptyText') }}
    />
  );
}
