import { useEffect } from 'react';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { useActions } from '../../../lib/keys/actions.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { RecordDrawer } from '../../../ui/records/record-drawer.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { sheetPath, taskPath } from '../addresses.ts';
import { useForgetTasks, useTask } from '../tasks.queries.ts';
import { TaskActions } from './task-actions.tsx';
import { TaskBody } from './task-body.tsx';

/** One task beside its list: state and actions, the work at the left, the facts at the right. */
export function TaskDrawer(props: {
  projectId: number;
  id: number;
  ids?: readonly number[];
  onWalk?: (id: number) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { data, error, refetch } = useTask(props.id, props.projectId);
  useErrorPage(error);
  // The task was deleted while the drawer was open. Its old data must not be acted on, and the list is stale.
  const gone = isGone(error);
  const task = gone ? undefined : data;
  useRecordTitle(task?.title, task && { kind: 'task', id: task.id, to: taskPath(task), projectId: task.project_id });
  useActions(
    [
      {
        label: 'print.action',
        icon: 'print',
        isHidden: task === undefined,
        run: () => task && window.open(sheetPath(task), '_blank', 'noopener'),
      },
    ],
    'record',
  );
  const forgetList = useForgetTasks();
  useEffect(() => {
    if (gone) forgetList();
  }, [gone, forgetList]);
  return (
    <RecordDrawer
      id={props.id}
      ids={props.ids}
      onWalk={props.onWalk}
      onClose={props.onClose}
      label={t('tasks.drawer.label')}
      title={
        <>
          {task && (
            <>
              <StatusChip status={task.label} />{' '}
              <span className="task-number tabular">
                {task.number}
                <CopyButton name={t('tasks.field.number')} value={task.number} />
              </span>{' '}
            </>
          )}
          <span title={task?.title}>{task?.title}</span>
        </>
      }
      footer={task && <TaskActions task={task} onDeleted={props.onClose} />}
    >
      {!task && error === null && <SkeletonLines lines={8} />}
      {!task && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {task && <TaskBody task={task} />}
    </RecordDrawer>
  );
}
