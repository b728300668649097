import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { hours } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { AvatarGroup } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { Attachments, HandedIn } from '../../attachments/index.ts';
import type { RecordSubject } from '../../processes/index.ts';
import { attachedTo, taskPath } from '../addresses.ts';
import { useTask, type TaskInfo } from '../tasks.queries.ts';
import { ViewpointPicture } from './viewpoint-picture.tsx';
import './task.css';
import './task-record.css';

/** A task as its reviewers see it: what was handed in, large and without the actions of its executors. */
export function TaskRecord({ subject }: { subject: RecordSubject }) {
  const { data: task, error, refetch } = useTask(subject.source_id, subject.project_id ?? undefined);
  if (task !== undefined) return <TaskSheet task={task} />;
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  return <SkeletonLines lines={8} />;
}

export function TaskSheet({ task }: { task: TaskInfo }) {
  const t = useT();
  const note = task.history.findLast(({ action }) => action === 'submit');
  return (
    <article className="task-record">
      <p className="task-record-line">
        <span className="tabular">{task.number}</span>
        <StatusChip status={task.label} />
        <span className="task-record-gap" />
        <Link className="task-record-link" to={taskPath(task)} title={t('desk.record.more')}>
          {t('desk.record.openTask')} <Icon name="external" size={12} />
        </Link>
      </p>
      <h2>{task.title}</h2>
      <dl className="task-record-facts">
        <Fact name={t('tasks.field.project')}>{task.project_name}</Fact>
        <Fact name={t('tasks.field.executor_ids')}>
          <AvatarGroup people={task.executors} size={20} named />
        </Fact>
        <Fact name={t('tasks.field.stage_id')}>
          {[standardName('stage', task.stage?.name ?? ''), standardName('profession', task.profession?.name ?? '')]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
        <Fact name={t('tasks.field.deadline')}>
          {task.deadline !== null && (
            <>
              <DateText value={task.deadline} fact /> {task.overdue && <StatusChip status="overdue" />}
            </>
          )}
        </Fact>
        <Fact name={t('tasks.field.hours')}>
          {task.used_hours === null ? '—' : hours(task.used_hours)}
          {task.required_hours !== null && ` / ${hours(task.required_hours)}`}
        </Fact>
        {task.priority !== 'normal' && (
          <Fact name={t('tasks.field.priority')}>
            <span data-priority={task.priority}>{t(`tasks.priority.${task.priority}`)}</span>
          </Fact>
        )}
      </dl>
      {note !== undefined && note.comment !== '' && (
        <blockquote className="task-record-note">
          <h3>{t('desk.record.submitted', { name: note.user?.name ?? '' })}</h3>
          <p>{note.comment}</p>
        </blockquote>
      )}
      {task.description !== '' && <p className="task-record-text">{task.description}</p>}
      {task.viewpoint_id !== null && (
        <div className="task-record-viewpoint">
          <ViewpointPicture projectId={task.project_id} viewpointId={task.viewpoint_id} />
        </div>
      )}
      <HandedIn
        key={`h${task.id}`}
        calls={taskAttachments}
        record={attachedTo(task)}
        processId={task.process?.process_id}
      />
      <Attachments key={`a${task.id}`} calls={taskAttachments} record={attachedTo(task)} />
      {task.annotation !== '' && (
        <>
          <h3>{t('tasks.field.annotation')}</h3>
          <p className="task-record-text">{task.annotation}</p>
        </>
      )}
      <p className="task-record-more">
        <Link className="task-record-link" to={taskPath(task)}>
          {t('desk.record.more')}
        </Link>
      </p>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === '' || children === false) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
