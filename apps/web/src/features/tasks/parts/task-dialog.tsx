import { Input, Radio } from 'antd';
import { LIMITS } from '@prdm/contract/limits';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { date, names } from '../../../lib/format.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { dayRule } from '../../../ui/form/day-rule.ts';
import { FigureInput } from '../../../ui/form/figure-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { HandIn } from '../../attachments/index.ts';
import { StaffPicker } from '../../organisation/index.ts';
import { attachedTo } from '../addresses.ts';
import { asSeen, eveningOf } from '../tasks.logic.ts';
import { ASKING, useAskingMove, type AskingMove, type TaskInfo } from '../tasks.queries.ts';

/** Dialog for an action that needs a comment, hours, a person or a date. */
export function TaskDialog({ task, action, onClose }: { task: TaskInfo; action: AskingMove; onClose: () => void }) {
  const t = useT();
  const move = useAskingMove(action);
  const send = (values: Record<string, unknown>) => {
    const { deadline } = values as { deadline?: string | null };
    return move.mutateAsync({
      ...asSeen(task),
      ...values,
      ...(deadline ? { deadline: eveningOf(deadline) } : { deadline: undefined }),
    });
  };
  return (
    <FormDialog
      title={t(`tasks.action.${action}`)}
      schema={ASKING[action].input}
      initial={action === 'republish' && task.can_resume ? { resume: false } : undefined}
      submitLabel={t(`tasks.action.${action}`)}
      draftKey={action === 'submit' ? `task-submit-${task.id}` : undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <Fields task={task} action={action} />
    </FormDialog>
  );
}

/** The task, and the person who gets it next: the reviewers of the first stage, or the assigner without a review. */
function nextOf(t: Translate, { title, stages, assigner, process }: TaskInfo): string {
  const [first] = stages;
  // The server decides where the next round begins.
  if (process !== null && stages.some(({ straight }) => straight)) return title;
  if (first === undefined) return t('tasks.action.submitTo', { name: title, people: assigner.name });
  const people = names(first.executors);
  return t('tasks.action.submitToStage', { name: title, stage: first.name, people });
}

function Fields({ task, action }: { task: TaskInfo; action: AskingMove }) {
  const t = useT();
  const words = (name: string, label: string) => (
    <Field name={name} label={label}>
      <Input.TextArea rows={3} {...typedLength(LIMITS.commentMax)} />
    </Field>
  );
  if (action === 'submit') {
    return (
      <>
        <p className="muted">{nextOf(t, task)}</p>
        {words('annotation', t('tasks.field.annotation'))}
        <Field name="hours" label={t('tasks.field.hoursNow')}>
          <FigureInput style={{ width: 160 }} />
        </Field>
        <HandIn calls={taskAttachments} record={attachedTo(task)} />
      </>
    );
  }
  if (action === 'transfer') {
    return (
      <>
        <Whose task={task} />
        <Field name="target_id" label={t('tasks.field.target_id')}>
          <StaffPicker projectId={task.project_id} exclude={task.executors.map(({ id }) => id)} />
        </Field>
        {words('reason', t('tasks.field.reason'))}
      </>
    );
  }
  if (action === 'republish' || action === 'unmarkLongTerm') {
    return (
      <>
        {action === 'republish' && task.can_resume && (
          <Field name="resume" label={t('tasks.form.again')}>
            <Radio.Group
              options={[
                { value: false, label: t('tasks.form.againFirst') },
                { value: true, label: t('tasks.form.againResume') },
              ]}
            />
          </Field>
        )}
        <Field
          name="deadline"
          label={t('tasks.field.deadline')}
          rules={[dayRule('today')]}
          extra={task.deadline === null ? undefined : t('tasks.form.keepsDeadline', { date: date(task.deadline) })}
        >
          <DayPicker from="today" width={200} />
        </Field>
      </>
    );
  }
  return words(
    action === 'pass' ? 'comment' : 'reason',
    t(action === 'pass' ? 'tasks.field.comment' : 'tasks.field.reason'),
  );
}

/** Chooses the executor whose work is transferred. It appears only if the reader may transfer several. */
function Whose({ task }: { task: TaskInfo }) {
  const t = useT();
  const places = task.executors.filter(({ id }) => task.transfer_from.includes(id));
  if (places.length < 2) return null;
  return (
    <Field
      name="from_id"
      label={t('tasks.field.from_id')}
      rules={[{ required: true, message: t('tasks.transferWhose') }]}
      required
    >
      <Select options={places.map(({ id, name }) => ({ value: id, label: name }))} />
    </Field>
  );
}
