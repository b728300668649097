import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { taskComments } from '@prdm/contract/tasks/comments';
import { cappedCount, hours, number } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { Attachments, HandedIn } from '../../attachments/index.ts';
import { Comments } from '../../comments/index.ts';
import { Decision, Opinions, RoundMark, Rounds, StageLine, stagesOf } from '../../processes/index.ts';
import { attachedTo, taskPath } from '../addresses.ts';
import { hoursShare, plannedStages, hoursCell } from '../tasks.logic.ts';
import type { TaskInfo } from '../tasks.queries.ts';
import { TaskHistory } from './task-history.tsx';
import { ViewpointPicture } from './viewpoint-picture.tsx';
import './task.css';

/** The work at the left: description, review with its decision, sub-tasks, history. The facts at the right. */
export function TaskBody({ task }: { task: TaskInfo }) {
  const t = useT();
  return (
    <div className="task">
      <div className="task-work">
        <Told task={task} />
        {task.description !== '' && <p className="task-text">{task.description}</p>}
        {task.viewpoint_id !== null && <ViewpointPicture projectId={task.project_id} viewpointId={task.viewpoint_id} />}
        <Attachments key={`a${task.id}`} calls={taskAttachments} record={attachedTo(task)} />
        {task.annotation !== '' && (
          <Part title={t('tasks.field.annotation')}>
            <p className="task-text">{task.annotation}</p>
          </Part>
        )}
        <HandedIn
          key={`h${task.id}`}
          calls={taskAttachments}
          record={attachedTo(task)}
          processId={task.process?.process_id}
        />
        <Review task={task} />
        {task.children.length > 0 && <Children task={task} />}
        <Comments key={`c${task.id}`} calls={taskComments} record={{ id: task.id, project_id: task.project_id }} />
        <Part title={t('tasks.drawer.history')}>
          <TaskHistory task={task} />
        </Part>
      </div>
      <Facts task={task} />
    </div>
  );
}

/** The review: earlier rounds, the stages of the current round, the comment of the submission, the decision. */
function Review({ task }: { task: TaskInfo }) {
  const t = useT();
  const { process } = task;
  const title = t('tasks.drawer.review');
  if (process === null) {
    return (
      <Part title={title}>
        <StageLine stages={plannedStages(task)} />
      </Part>
    );
  }
  return (
    <Part title={title} mark={<RoundMark process={process} />}>
      <Rounds process={process} />
      <StageLine stages={stagesOf(process)} />
      <Submission task={task} />
      <Opinions subject={process} />
      <Decision process={process} />
    </Part>
  );
}

/** The comment of the last submission. It comes directly before the decision. */
function Submission({ task }: { task: TaskInfo }) {
  const t = useT();
  const last = task.history.findLast(({ action }) => action === 'submit');
  if (last === undefined || last.comment === '') return null;
  return (
    <div className="task-annotation">
      <h4>{t('tasks.drawer.handedIn', { name: last.user?.name ?? '' })}</h4>
      <p className="task-text">{last.comment}</p>
    </div>
  );
}

/** The reason why the task waits, is paused or was rejected, as its author wrote it. */
function Told({ task }: { task: TaskInfo }) {
  const t = useT();
  if (task.status === 'transfer_awaiting' && task.transfer) {
    const { from, to, reason } = task.transfer;
    const key = reason === '' ? 'transferBare' : 'transfer';
    return <p className="task-told">{t(`tasks.drawer.${key}`, { from: from.name, to: to.name, reason })}</p>;
  }
  if (task.status === 'paused')
    return <p className="task-told">{t('tasks.drawer.paused', { reason: task.pause_reason })}</p>;
  if (task.status === 'rejected')
    return <p className="task-told">{t('tasks.drawer.rejected', { reason: task.reject_reason ?? '' })}</p>;
  return null;
}

const Part = ({ title, mark, children }: { title: string; mark?: ReactNode; children: ReactNode }) => (
  <section className="task-part">
    <h3>
      {title}
      {mark}
    </h3>
    {children}
  </section>
);

function Children({ task }: { task: TaskInfo }) {
  const t = useT();
  return (
    <Part title={t('tasks.drawer.children')}>
      <ul className="task-children">
        {task.children.map((child) => (
          <li key={child.id}>
            <StatusChip status={child.label} />
            <span className="task-fact-text tabular">{child.number}</span>
            <Link to={taskPath({ id: child.id, project_id: task.project_id })}>{child.title}</Link>
            <span className="task-fact-text tabular">{hoursCell(child)}</span>
          </li>
        ))}
      </ul>
      {task.children_total > task.children.length && (
        <p className="task-fact-text">
          {t('tasks.drawer.childrenMore', {
            shown: number(task.children.length),
            total: cappedCount(task.children_total, LIMITS.countCap),
          })}
        </p>
      )}
    </Part>
  );
}

function Facts({ task }: { task: TaskInfo }) {
  const t = useT();
  const share = hoursShare(task);
  const people = (list: readonly { id: number; name: string }[]) => (
    <span className="task-people">
      {list.map((person) => (
        <span key={person.id}>
          <Avatar id={person.id} name={person.name} size={20} /> {person.name}
        </span>
      ))}
    </span>
  );
  return (
    <dl className="task-facts">
      <Fact name={t('tasks.field.project')}>
        <Link to={`/project/detail?id=${task.project_id}`}>{task.project_name}</Link>
      </Fact>
      <Fact name={t('tasks.field.executor_ids')}>{people(task.executors)}</Fact>
      {task.holders.length > 0 && <Fact name={t('tasks.field.holders')}>{people(task.holders)}</Fact>}
      <Fact name={t('tasks.field.deadline')}>
        {task.is_long_term && t('status.long_term')}
        {!task.is_long_term && task.deadline === null && <span className="task-unset">{t('tasks.drawer.unset')}</span>}
        {!task.is_long_term && task.deadline !== null && <DateText value={task.deadline} fact />}
      </Fact>
      <Fact name={t('tasks.field.hours')}>
        {task.used_hours === null ? '—' : hours(task.used_hours)}
        {task.required_hours !== null && ` / ${hours(task.required_hours)}`}
        {share !== null && (
          <span className="task-bar" role="img" aria-label={`${Math.round(share * 100)}%`}>
            <span style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </Fact>
      {task.stage !== null && <Fact name={t('tasks.field.stage_id')}>{standardName('stage', task.stage.name)}</Fact>}
      <Fact name={t('tasks.field.profession_id')}>{standardName('profession', task.profession?.name ?? '')}</Fact>
      <Fact name={t('tasks.field.priority')}>{t(`tasks.priority.${task.priority}`)}</Fact>
      <Fact name={t('tasks.field.assigner')}>{people([task.assigner])}</Fact>
      {task.cc.length > 0 && <Fact name={t('tasks.field.cc_ids')}>{people(task.cc)}</Fact>}
      {task.round > 1 && <Fact name={t('tasks.field.round')}>{task.round}</Fact>}
      <Fact name={t('tasks.field.created_at')}>
        <DateText value={task.created_at} fact />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
