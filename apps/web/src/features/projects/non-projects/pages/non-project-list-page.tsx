import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { add, NON_PROJECT_KINDS, type NonProjectRow } from '@prdm/contract/projects/non-projects';
import { useT } from '../../../../lib/i18n.ts';
import { useMay } from '../../../../lib/session/access.ts';
import { LinkTabs } from '../../../../ui/controls/link-tabs.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { PageTable } from '../../../../ui/table/page-table.tsx';
import { pageOfView, useListView } from '../../../../ui/table/use-list-view.ts';
import { NON_PROJECT_ADD_PATH, NON_PROJECTS_PATH, nonProjectPath } from '../../addresses.ts';
import { ListTabs } from '../../parts/list-tabs.tsx';
import { useNonProjects } from '../non-projects.queries.ts';
import { nonProjectColumns } from '../parts/non-project-columns.tsx';
import '../../parts/projects.css';

const FILTERS = ['kind'];

/** The non-projects that the reader may see, newest first. */
export default function NonProjectListPage() {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const state = address.get('state') === 'closed' ? 'closed' : 'open';
  const view = useListView(FILTERS);
  const kind = NON_PROJECT_KINDS.find((one) => one === view.filters.kind);
  const query = useNonProjects({
    ...pageOfView(view),
    state,
    word: view.word,
    ...(kind === undefined ? {} : { kind }),
  });
  const isClosed = state === 'closed';
  const columns = useMemo(() => nonProjectColumns(t, isClosed), [t, isClosed]);
  const mayAdd = may(add);
  const addButton = mayAdd && (
    <Link className="button button-primary" to={NON_PROJECT_ADD_PATH}>
      <Icon name="plus" />
      {t('non-projects.list.add')}
    </Link>
  );
  return (
    <PageTable<NonProjectRow>
      id={`non-projects-${state}`}
      label={t('non-projects.list.label')}
      columns={columns}
      rowKey={({ id }) => id}
      query={query}
      view={view}
      filters={[
        {
          key: 'kind',
          label: t('non-projects.field.kind'),
          options: NON_PROJECT_KINDS.map((value) => ({ value, label: t(`non-projects.kind.${value}`) })),
        },
      ]}
      search={t('non-projects.list.search')}
      onOpen={({ id }) => void navigate(nonProjectPath(id))}
      hrefOf={({ id }) => nonProjectPath(id)}
      start={
        <>
          <ListTabs current="nonProjects" />
          <LinkTabs
            quiet
            label={t('non-projects.list.state')}
            current={state}
            tabs={[
              { key: 'open', label: t('non-projects.status.open'), to: NON_PROJECTS_PATH },
              { key: 'closed', label: t('non-projects.status.closed'), to: `${NON_PROJECTS_PATH}&state=closed` },
            ]}
          />
        </>
      }
      end={addButton}
      empty={{
        title: t(isClosed ? 'non-projects.list.noneClosed' : 'non-projects.list.none'),
        text: isClosed ? undefined : t('non-projects.list.noneText'),
        action: isClosed ? undefined : addButton,
      }}
    />
  );
}
