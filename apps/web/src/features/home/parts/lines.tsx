import type { ReactNode } from 'react';
import type { ReviewRow } from '@prdm/contract/processes/review';
import { date, relative } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { AvatarGroup } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { deskPath, useRemind } from '../../processes/index.ts';
import { projectPath } from '../../projects/index.ts';
import { submitPath, taskPath, usePlainMove, type TaskRow } from '../../tasks/index.ts';
import type { MyWork } from '../home.queries.ts';
import { Line } from './column.tsx';

/** A review on the desk, with what it asks of me and the next step. The link opens it there. */
function DeskLine(props: { row: ReviewRow; list: 'todo' | 'mine'; ask: string; forUser?: string; next: string }) {
  const { row, ask, forUser, next } = props;
  return (
    <Line
      to={deskPath(row.process_id, props.list)}
      title={row.name}
      status={<StatusChip status={row.label} />}
      meta={
        <>
          {row.number !== '' && <span className="tabular">{row.number}</span>}
          <span className="ellipsis">{ask}</span>
          {forUser !== undefined && <span>{forUser}</span>}
          <span className="ellipsis" title={row.project_name}>
            {row.project_name}
          </span>
        </>
      }
      end={<span className="home-next">{next}</span>}
    />
  );
}

/** A review that waits for me. The next one follows on the desk. */
export function ReviewLine({ row }: { row: ReviewRow }) {
  const t = useT();
  const forUser = row.seat?.for_user;
  return (
    <DeskLine
      row={row}
      list="todo"
      ask={t('home.review', { stage: row.stage.name, starter: row.starter.name })}
      forUser={forUser ? t('delegations.for', { who: forUser.name }) : undefined}
      next={t(row.seat?.ask === 'answer' ? 'home.answer' : 'home.decide')}
    />
  );
}

/** A review of my work with opinions that wait for my answer. */
export function OpinionLine({ row }: { row: ReviewRow }) {
  const t = useT();
  const ask = t('home.toAnswer', { stage: row.stage.name, n: row.unanswered });
  return <DeskLine row={row} list="mine" ask={ask} next={t('home.answerOpinions')} />;
}

type Waiting = MyWork['waiting'][number];

/** Sends a reminder. A task under review reminds its reviewers, any other task reminds its holders. */
function RemindButton({ task }: { task: Waiting }) {
  const t = useT();
  const [ofTask, ofReview] = [usePlainMove('remind'), useRemind()];
  const run = () => {
    if (task.process_id !== null)
      return ofReview.mutate(
        { id: task.process_id },
        { onSuccess: () => toast.success(t('processes.starter.reminded')) },
      );
    const { project_id, id, version } = task;
    return ofTask.mutate({ project_id, id, version }, { onSuccess: () => toast.success(t('tasks.drawer.reminded')) });
  };
  return (
    <button
      type="button"
      className="link-button"
      disabled={ofTask.isPending || ofReview.isPending}
      aria-label={t('home.remind', { name: task.title })}
      onClick={run}
    >
      {t('tasks.action.remind')}
    </button>
  );
}

/** A task that waits for others. It shows the people who have to act, and a button for a permitted reminder. */
export const WaitingLine = ({ task }: { task: Waiting }) => (
  <TaskLine task={task} holders act={task.remind === null ? undefined : <RemindButton task={task} />} />
);

/** A task with its next action, or with the people who have to act. */
export function TaskLine(props: {
  task: TaskRow;
  next?: string;
  /** The link opens the dialog that hands the work in. */
  submits?: boolean;
  holders?: boolean;
  act?: ReactNode;
}) {
  const t = useT();
  const { task } = props;
  const where = [task.project_name, standardName('profession', task.profession?.name ?? '')]
    .filter(Boolean)
    .join(' · ');
  return (
    <Line
      to={props.submits === true ? submitPath(task) : taskPath(task)}
      title={task.title}
      status={<StatusChip status={task.label} />}
      meta={
        <>
          <span className="tabular">{task.number}</span>
          <span className="ellipsis" title={where}>
            {where}
          </span>
          <span>
            {task.deadline === null ? (
              standardName('stage', task.stage?.name ?? '')
            ) : (
              <>
                {t('home.due')} <DateText value={date(task.deadline)} />
              </>
            )}
            {props.holders === true && ` · ${t('home.waits', { when: relative(date(task.status_since)) })}`}
          </span>
        </>
      }
      end={
        props.holders === true ? (
          <AvatarGroup people={task.holders} size={20} named />
        ) : (
          <span className="home-next">{props.next}</span>
        )
      }
      act={props.act}
    />
  );
}

export function ProjectLine({ project }: { project: MyWork['projects'][number] }) {
  const t = useT();
  return (
    <Line
      to={projectPath(project.id)}
      title={project.name}
      meta={
        <span className="tabular">
          {t('home.figures', { open: project.open, finished: project.finished })}
          {project.overdue > 0 && <span className="home-overdue"> · {t('home.overdue', { n: project.overdue })}</span>}
        </span>
      }
    />
  );
}
