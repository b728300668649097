import { useNavigate, useSearchParams } from 'react-router';
import { REVIEW_STATES, type ReviewListState, type ReviewRow, type ReviewSort } from '@prdm/contract/review';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { AvatarGroup } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { MOMENT_WIDTH } from '../../../ui/table/word-width.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { reviewPath } from '../addresses.ts';
import { UnassignableChip } from '../parts/unassignable-chip.tsx';
import { useReviewCounts, useReviews } from '../processes.queries.ts';

const stateIn = (value: string | null): ReviewListState => REVIEW_STATES.find((state) => state === value) ?? 'todo';

/** Four lists of reviews: to decide, decided, started by me, copied to me. A row opens the reviewed record. */
export default function ReviewListPage() {
  const t = useT();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const state = stateIn(address.get('state'));
  const view = useListView();
  const { word } = view;
  const sorted = view.sort ? { sort: view.sort as ReviewSort, order: view.order } : {};
  const query = useReviews({ state, ...(word === '' ? {} : { word }), ...sorted, ...pageOfView(view) });
  useErrorPage(query.error);
  const counts = useReviewCounts();
  const columns: PageColumn<ReviewRow>[] = [
    {
      key: 'number',
      title: t('processes.list.number'),
      width: 116,
      card: 'line',
      render: (row) => <span className="tabular">{row.number}</span>,
    },
    { key: 'name', title: t('processes.list.name'), fixed: true, sort: true, card: 'title', render: (row) => row.name },
    {
      key: 'label',
      title: t('processes.list.status'),
      width: 190,
      card: 'end',
      render: (row) => (
        <>
          <StatusChip status={row.label} /> {row.stage.stranded && <UnassignableChip />}
        </>
      ),
    },
    {
      key: 'stage',
      title: t('processes.list.stage'),
      width: 180,
      render: (row) => `${row.stage.position}/${row.stage_count} ${row.stage.name}`,
    },
    {
      key: 'people',
      title: t('processes.list.executors'),
      width: 120,
      render: (row) => <AvatarGroup people={row.stage.executors} named />,
    },
    {
      key: 'project',
      title: t('processes.list.project'),
      width: 180,
      card: 'line',
      render: (row) => <ProjectName row={row} />,
    },
    { key: 'starter', title: t('processes.list.starter'), width: 110, render: (row) => row.starter.name },
    {
      key: 'due',
      title: t('processes.list.due'),
      width: 116,
      sort: true,
      render: (row) => <DateText value={row.stage.due_at?.slice(0, 10)} />,
    },
    {
      key: 'at',
      title: t('processes.list.at'),
      width: MOMENT_WIDTH,
      sort: true,
      render: (row) => <DateText value={row.at} />,
    },
  ];
  const open = (row: ReviewRow) => {
    if (row.project_archived) toast.warning(t('processes.list.archivedTold', { project: row.project_name }));
    else void navigate(reviewPath(row));
  };
  return (
    <div className="list-page">
      <PageTable
        id="reviews"
        label={t('processes.list.title')}
        columns={columns}
        rowKey={(row) => row.line_id}
        query={query}
        view={view}
        search={t('processes.list.search')}
        onOpen={open}
        hrefOf={(row) => (row.project_archived ? undefined : reviewPath(row))}
        start={
          <Segments
            label={t('processes.list.title')}
            value={state}
            options={REVIEW_STATES.map((value) => ({
              value,
              label: t(`processes.list.${value}`),
              count: counts.data?.[value],
            }))}
            onChange={(value) =>
              setAddress(
                (before) => {
                  before.set('state', value);
                  before.delete('page');
                  return before;
                },
                { replace: true },
              )
            }
          />
        }
        empty={{ title: t(`processes.list.empty.${state}`) }}
      />
    </div>
  );
}

/** The project of a review. A mark shows an archived project, because its records cannot be opened. */
function ProjectName({ row }: { row: ReviewRow }) {
  const t = useT();
  return (
    <>
      {row.project_name} {row.project_archived && <span className="muted">{t('processes.list.archived')}</span>}
    </>
  );
}
