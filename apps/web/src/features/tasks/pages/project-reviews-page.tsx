import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { standardName, useT, type Translate } from '../../../lib/i18n.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { AvatarGroup } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { SkeletonLines } from '../../../ui/feedback/states.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { wordWidth } from '../../../ui/table/word-width.ts';
import { taskReviewPath } from '../addresses.ts';
import { useTasks, type TaskRow } from '../tasks.queries.ts';

/** The tasks of the project that are under review, as far as the reader may see them. A row opens its review. */
export default function ProjectReviewsPage() {
  const projectId = useProjectId();
  if (projectId === undefined) return <SkeletonLines lines={8} />;
  return <ProjectReviews projectId={projectId} />;
}

function ProjectReviews({ projectId }: { projectId: number }) {
  const t = useT();
  const navigate = useNavigate();
  const view = useListView();
  const { word } = view;
  const query = useTasks({
    project_id: projectId,
    tab: 'review',
    ...(word === '' ? {} : { word }),
    ...(view.sort ? { sort: view.sort as 'deadline', order: view.order } : {}),
    ...pageOfView(view),
  });
  useErrorPage(query.error);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <div className="list-page">
      <PageTable
        id="task-reviews"
        label={t('desk.titles.project')}
        columns={columns}
        rowKey={(row) => row.id}
        query={query}
        view={view}
        search={t('desk.project.search')}
        onOpen={(row) => void navigate(taskReviewPath(row))}
        hrefOf={taskReviewPath}
        empty={{ title: t('desk.project.empty'), text: t('desk.project.emptyText') }}
      />
    </div>
  );
}

function columnsOf(t: Translate): PageColumn<TaskRow>[] {
  return [
    {
      key: 'number',
      title: t('desk.project.number'),
      width: 148,
      card: 'line',
      render: (row) => <span className="tabular">{row.number}</span>,
    },
    {
      key: 'title',
      title: t('desk.project.name'),
      fixed: true,
      card: 'title',
      render: (row) => <span title={row.title}>{row.title}</span>,
    },
    {
      key: 'status',
      title: t('desk.project.status'),
      width: wordWidth(120, 150),
      card: 'end',
      // The label of a late task under review is the review. The list marks it as late.
      render: (row) => <StatusChip status={row.overdue ? 'overdue' : row.label} />,
    },
    {
      key: 'profession',
      title: t('desk.project.profession'),
      width: wordWidth(90, 110),
      render: (row) => standardName('profession', row.profession?.name ?? ''),
    },
    {
      key: 'stage',
      title: t('desk.project.stage'),
      width: 160,
      card: 'line',
      render: ({ review }) => (review === null ? '' : `${review.position}/${review.stages} ${review.stage}`),
    },
    {
      key: 'reviewers',
      title: t('desk.project.reviewers'),
      width: 140,
      card: 'line',
      render: (row) => <AvatarGroup people={row.holders} named />,
    },
    {
      key: 'executors',
      title: t('desk.project.executors'),
      width: 130,
      render: (row) => <AvatarGroup people={row.executors} named />,
    },
    {
      key: 'deadline',
      title: t('desk.project.due'),
      width: 120,
      sort: true,
      render: (row) => <DateText value={row.deadline?.slice(0, 10)} />,
    },
  ];
}
