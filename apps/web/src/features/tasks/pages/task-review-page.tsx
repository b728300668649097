import { useEffect, useRef } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { inProject } from '../../../lib/in-project.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useNarrow } from '../../../ui/table/use-narrow.ts';
import { ReviewLayout, ReviewPanel, REVIEWS_PATH, StageLine } from '../../processes/index.ts';
import { PROJECT_REVIEWS_PATH, taskPath } from '../addresses.ts';
import { plannedStages } from '../tasks.logic.ts';
import { useTask, type TaskInfo } from '../tasks.queries.ts';
import { TaskSheet } from '../parts/task-record.tsx';

/** Width in px of the page from which the review stands beside the task. */
const WIDE_FROM = 720;

/**
 * The review of the task `?id=`: the task, and its stages with executors, history and decision. It shows among the
 * approvals (/process) and inside the project (/file). Without an id the list opens.
 */
export default function TaskReviewPage() {
  const [address] = useSearchParams();
  const { pathname } = useLocation();
  const projectId = useProjectId();
  const id = Number(address.get('id'));
  const isInProject = pathname.startsWith('/file/');
  if (Number.isSafeInteger(id) && id > 0) return <TaskReview id={id} isInProject={isInProject} />;
  return <Navigate to={isInProject ? inProject(PROJECT_REVIEWS_PATH, projectId) : REVIEWS_PATH} replace />;
}

function TaskReview({ id, isInProject }: { id: number; isInProject: boolean }) {
  const [address, setAddress] = useSearchParams();
  const { data: task, error, refetch } = useTask(id);
  useErrorPage(error);
  useRecordTitle(task?.title, task && { kind: 'task', id: task.id, to: taskPath(task), projectId: task.project_id });
  const named = address.get('project_id');
  const projectId = task?.project_id;
  // The frame shows the project of the address. A link may name none or another one.
  useEffect(() => {
    if (!isInProject || projectId === undefined || named === String(projectId)) return;
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('project_id', String(projectId));
        return next;
      },
      { replace: true },
    );
  }, [isInProject, projectId, named, setAddress]);
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(frame, WIDE_FROM);
  return (
    <div ref={frame} className="task-review-page">
      {task === undefined && error === null && (
        <div className="task-record-planned">
          <SkeletonLines lines={8} />
        </div>
      )}
      {task === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {task !== undefined && (
        <ReviewLayout
          isNarrow={isNarrow}
          record={<TaskSheet task={task} />}
          review={<Review task={task} isNarrow={isNarrow} />}
        />
      )}
    </div>
  );
}

/** Before the first submission the planned stages show. */
function Review({ task, isNarrow }: { task: TaskInfo; isNarrow: boolean }) {
  const t = useT();
  if (task.process !== null) return <ReviewPanel process={task.process} inPage={isNarrow} hasOpenHistory />;
  return (
    <section className="task-record-planned" aria-label={t('desk.panel.label')}>
      <p className="task-fact-text">{t('desk.panel.planned')}</p>
      <StageLine stages={plannedStages(task)} />
    </section>
  );
}
