import { Link } from 'react-router';
import type { StatusLabel } from '@prdm/contract/status';
import { date } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { AvatarGroup } from '../../../../ui/people/avatar.tsx';
import { DateText } from '../../../../ui/date-text.tsx';
import { FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { StatusChip } from '../../../../ui/feedback/status-chip.tsx';
import { taskPath } from '../../addresses.ts';
import { TASK_LABELS, UNFINISHED } from '../../tasks.logic.ts';
import { useTasks, type TaskRow } from '../../tasks.queries.ts';
import { listPath } from './project-links.ts';

const SHOWN = 5;
/** Tasks with these labels are not due: they are finished, paused, or have no end. */
const STILL: readonly StatusLabel[] = ['finished', 'paused', 'long_term'];
const DUE = TASK_LABELS.filter((label) => !STILL.includes(label));

/** The five tasks with the earliest deadline, overdue ones first, with their executors. */
export function ProjectDue({ projectId }: { projectId: number }) {
  const t = useT();
  const query = useTasks({ project_id: projectId, status: DUE, sort: 'deadline', order: 'asc', size: SHOWN });
  const due = query.data?.list
    .filter(({ project_id, deadline }) => project_id === projectId && deadline !== null)
    // A task with an unanswered transfer is never overdue, even after its deadline. Overdue tasks come before it.
    .toSorted((a, b) => Number(b.overdue) - Number(a.overdue));
  return (
    <section className="work-panel work-due" aria-label={t('projects.work.due')}>
      <h2>
        {t('projects.work.due')}
        <Link to={listPath(projectId, { status: UNFINISHED, sort: 'deadline' })}>{t('projects.work.allDue')}</Link>
      </h2>
      {due === undefined && query.error === null && <SkeletonLines lines={5} />}
      {due === undefined && query.error !== null && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {due?.length === 0 && <p className="work-nothing">{t('projects.work.dueNone')}</p>}
      {due !== undefined && due.length > 0 && (
        <ul className="work-lines">
          {due.map((task) => (
            <DueLine key={task.id} task={task} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DueLine({ task }: { task: TaskRow }) {
  const t = useT();
  const names = task.executors.map(({ name }) => name).join(t('projects.overview.and'));
  return (
    <li>
      <Link className="work-line" to={taskPath(task)}>
        <span className="work-line-title ellipsis" title={task.title}>
          {task.title}
        </span>
        <StatusChip status={task.label} />
        <span className="work-line-who">
          <AvatarGroup people={task.executors} size={20} most={1} />
          <span className="ellipsis">{names === '' ? t('projects.work.noExecutor') : names}</span>
        </span>
        <span className="work-line-when" data-late={task.overdue}>
          <DateText value={date(task.deadline)} />
        </span>
      </Link>
    </li>
  );
}
