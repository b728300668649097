import { useState } from 'react';
import { CallError } from '../../../lib/api/call-error.ts';
import { names } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { toast } from '../../../lib/toasts.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { OpinionField, ReviewLayout, ReviewPanel, type ConfirmRow } from '../../processes/index.ts';
import { asSeen } from '../tasks.logic.ts';
import { useAskingMove, useTask, useTasks, type TaskInfo } from '../tasks.queries.ts';
import { TaskSheet } from './task-record.tsx';

const MOST = 50;

/** The tasks that the reader assigned and has to confirm, oldest deadline first. */
export function useConfirmRows(word: string, isOn: boolean): readonly ConfirmRow[] {
  const { data } = useTasks(
    { tab: 'assigned', status: ['awaiting_confirmation'], size: MOST, ...(word === '' ? {} : { word }) },
    { enabled: isOn },
  );
  if (!isOn) return [];
  return (data?.list ?? []).map((task) => ({
    id: task.id,
    name: task.title,
    project_name: task.project_name,
    from: names(task.executors),
    since: task.status_since,
    overdue: task.overdue,
  }));
}

/** A finished task with its passed stages and the confirmation, in the form of a review. */
export function TaskConfirm(props: { id: number; isNarrow: boolean; onBack: () => void; onDone: () => void }) {
  const t = useT();
  const { data: task, error, refetch } = useTask(props.id);
  useRecordTitle(task?.title);
  const waits =
    error === null ? <SkeletonLines lines={8} /> : <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <ReviewLayout
      isNarrow={props.isNarrow}
      record={
        <>
          {props.isNarrow && (
            <button type="button" className="button button-quiet" onClick={props.onBack}>
              <Icon name="left" /> {t('desk.record.back')}
            </button>
          )}
          {task === undefined ? waits : <TaskSheet task={task} />}
        </>
      }
      review={
        task?.process && (
          <ReviewPanel
            process={task.process}
            inPage={props.isNarrow}
            decision={<ConfirmForm task={task} onDone={props.onDone} />}
          />
        )
      }
    />
  );
}

/** Accepts the task, or gives it back with a reason. It has the form of a decision, so that its keys work too. */
function ConfirmForm({ task, onDone }: { task: TaskInfo; onDone: () => void }) {
  const t = useT();
  const [pass, notPass] = [useAskingMove('pass'), useAskingMove('notPass')];
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const may = (action: string): boolean => task.can.some((can) => can.action === action && can.allowed);
  if (!may('pass')) return <p className="task-fact-text">{t('desk.panel.notYours')}</p>;
  const isBusy = pass.isPending || notPass.isPending;
  const run = async (act: () => Promise<unknown>, said: string) => {
    try {
      await act();
      toast.success(said);
      onDone();
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  const refuse = () => {
    if (comment.trim() === '') setProblem(t('processes.decide.reasonRequired'));
    else void run(() => notPass.mutateAsync({ ...asSeen(task), reason: comment }), t('desk.confirm.notPassed'));
  };
  return (
    <section className="decision" aria-label={t('desk.confirm.label')}>
      <p>{t('desk.confirm.text')}</p>
      <OpinionField
        label={t('desk.confirm.comment')}
        value={comment}
        problem={problem}
        onChange={(text) => {
          setComment(text);
          setProblem(null);
        }}
      />
      <div className="decision-buttons">
        <button
          type="button"
          className="button button-primary"
          data-act="pass"
          disabled={isBusy}
          onClick={() => void run(() => pass.mutateAsync({ ...asSeen(task), comment }), t('desk.confirm.passed'))}
        >
          {t('desk.confirm.pass')}
        </button>
        <button type="button" className="button" data-act="return" disabled={isBusy} onClick={refuse}>
          {t('desk.confirm.notPass', { name: names(task.executors) })}
        </button>
      </div>
    </section>
  );
}
