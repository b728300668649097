import { Input, Switch } from 'antd';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import * as contract from '@prdm/contract/tasks';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { LIMITS } from '@prdm/contract/limits';
import { PRIORITIES } from '@prdm/contract/status';
import { useMay } from '../../../lib/session/access.ts';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT, keyInData } from '../../../lib/i18n.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { dayRule } from '../../../ui/form/day-rule.ts';
import { FigureInput } from '../../../ui/form/figure-input.tsx';
import { FormPage, type SentBy } from '../../../ui/form/form-page.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { Attachments, PendingAttachments, usePending } from '../../attachments/index.ts';
import { ProfessionPicker, StagePicker } from '../../config/index.ts';
import { StaffPicker } from '../../organisation/index.ts';
import { tasksPath, useEnterProject, useProject } from '../../projects/index.ts';
import { attachedTo, taskPath } from '../addresses.ts';
import { newStage, StageEditor } from '../parts/stage-editor.tsx';
import type { PersonOption } from '../../../ui/people/people-picker.tsx';
import { TemplateFill } from '../parts/template-fill.tsx';
import { NotifyWayPicker } from '../parts/notify-way-picker.tsx';
import { Proposals, useProposals } from '../parts/proposals.tsx';
import { addedTask, buttonsOf, editedTask, valuesOf, type TaskValues } from '../task-form.logic.ts';
import { useAddTask, useEditTask, useTask, type TaskInfo } from '../tasks.queries.ts';
import './task-edit-page.css';

/**
 * Form for a new task or for an edit. Title, stage, executor and deadline come first, then the review, then the rest. A
 * new task and a draft have two buttons: publish, and keep as draft.
 */
export default function TaskEditPage() {
  const [address] = useSearchParams();
  const number = (name: string) => Number(address.get(name) ?? 0) || undefined;
  const near = useProjectId();
  const [id, named] = [number('id'), number('project_id')];
  const projectId = named ?? near;
  const { data: task, error, refetch } = useTask(id ?? null, named);
  useErrorPage(error);
  if (error !== null && (isGone(error) || !task)) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (id !== undefined && !task) return <SkeletonLines lines={8} />;
  const project = task?.project_id ?? projectId;
  if (project === undefined) return null;
  return (
    <TaskGate
      key={task?.id ?? 0}
      task={task}
      projectId={project}
      parentId={number('parent_id')}
      viewpointId={number('viewpoint_id')}
      title={address.get('title') ?? ''}
    />
  );
}

/** Text key of the reason why the reader may not edit the task, or null if the edit is allowed. */
const refusalOf = (task: TaskInfo): string | null => {
  const edit = task.can.find(({ action }) => action === 'edit');
  return edit === undefined || edit.allowed ? null : (edit.why ?? 'tasks.form.deniedText');
};

/** Replaces a form whose saving would be refused. */
function Denied({ why, isEdit, projectId }: { why: string; isEdit: boolean; projectId: number }) {
  const t = useT();
  return (
    <EmptyState
      icon="warning"
      title={t(isEdit ? 'tasks.form.deniedEdit' : 'tasks.form.denied')}
      text={t(keyInData(why))}
    >
      <Link className="button" to={tasksPath(projectId)}>
        {t('tasks.form.deniedBack')}
      </Link>
    </EmptyState>
  );
}

interface FormProps {
  readonly task?: TaskInfo;
  readonly projectId: number;
  readonly parentId?: number;
  readonly viewpointId?: number;
  readonly title: string;
}

/**
 * Checks the right when the form opens. If the reader loses it later, the form keeps the typed values, and saving shows
 * the refusal.
 */
function TaskGate(props: FormProps) {
  const may = useMay();
  const { task, projectId } = props;
  const [refusal] = useState(() => {
    if (task) return refusalOf(task);
    return may(contract.add, projectId) ? null : 'tasks.form.deniedText';
  });
  if (refusal !== null) return <Denied why={refusal} isEdit={task !== undefined} projectId={projectId} />;
  return <TaskForm {...props} />;
}

function TaskForm(props: FormProps) {
  const t = useT();
  const navigate = useNavigate();
  const { task, projectId } = props;
  const { name, error, info } = useProject(projectId);
  // A non-project has no stages and no disciplines. Until the project is known, the fields of a project show.
  const isProject = info?.is_project !== false;
  useErrorPage(error);
  useEnterProject(name === '' ? undefined : { id: projectId, name });
  const [add, edit] = [useAddTask(), useEditTask()];
  // Replaces the history entry, because the back button must not open the finished form again.
  const back = (id?: number) => {
    const to = id === undefined ? tasksPath(projectId) : taskPath({ id, project_id: projectId });
    void navigate(to, { replace: true });
  };

  // The id of the created task. The list opens it, wherever its row is.
  const made = useRef<number>(undefined);
  const [found, setFound] = useState<readonly PersonOption[]>([]);
  const buttons = buttonsOf(task);
  const proposals = useProposals();
  const pending = usePending();
  const send = async (given: Record<string, unknown>, version: number | undefined, by: SentBy) => {
    const values = given as TaskValues; // the schema has checked it
    const publish = by === 'main' && buttons.main === 'tasks.form.publish';
    if (task) return edit.mutateAsync({ ...editedTask(task, values, version), ...(publish && { publish }) });
    const place = { project_id: projectId, parent_id: props.parentId, viewpoint_id: props.viewpointId, publish };
    const added = await add.mutateAsync(addedTask(values, place));
    made.current = added.id;
    await pending.send(taskAttachments, attachedTo({ id: added.id, project_id: projectId, title: values.title ?? '' }));
  };
  return (
    <FormPage
      // An edit may omit fields, but this form sends complete tasks. So both use the rules of a new task.
      schema={contract.add.input}
      initial={
        task
          ? valuesOf(task)
          : {
              title: props.title,
              priority: 'normal',
              needs_confirmation: true,
              stages: [newStage(1)],
            }
      }
      draftKey={task || props.viewpointId !== undefined ? undefined : `task-${projectId}`}
      version={task?.version}
      onSubmit={send}
      onDone={() => back(task?.id ?? made.current)}
      onCancel={() => back(task?.id)}
      submitLabel={t(buttons.main)}
      otherLabel={buttons.other === undefined ? undefined : t(buttons.other)}
    >
      <h1 className="page-title">{t(task ? 'tasks.form.editTitle' : 'tasks.form.addTitle')}</h1>
      {props.viewpointId !== undefined && (
        <p className="notice-line" data-kind="info">
          {t('tasks.form.fromViewpoint')}
        </p>
      )}
      <div className="task-form-grid">
        <Field name="title" label={t('tasks.field.title')} className="task-form-wide">
          <Input {...typedLength(LIMITS.titleMax)} autoFocus />
        </Field>
        {isProject && (
          <>
            <Field
              name="stage_id"
              label={t('tasks.field.stage_id')}
              extra={proposals.hasStage ? t('tasks.form.proposedStage') : undefined}
              required
              also={[{ required: true, message: t('validation.required') }]}
            >
              <StagePicker />
            </Field>
            <Field name="profession_id" label={t('tasks.field.profession_id')}>
              <ProfessionPicker />
            </Field>
          </>
        )}
        <Field
          name="executor_ids"
          label={t('tasks.field.executor_ids')}
          extra={task ? undefined : t('tasks.form.executorsHint')}
          also={[proposals.executorRule]}
        >
          <StaffPicker multiple projectId={projectId} known={task?.executors} />
        </Field>
        <Field name="deadline" label={t('tasks.field.deadline')} rules={[dayRule(task ? undefined : 'today')]}>
          <DayPicker from={task ? undefined : 'today'} />
        </Field>
        <Field name="priority" label={t('tasks.field.priority')}>
          <Select options={PRIORITIES.map((value) => ({ value, label: t(`tasks.priority.${value}`) }))} />
        </Field>
        <Field name="required_hours" label={t('tasks.field.required_hours')}>
          <FigureInput />
        </Field>
      </div>
      <h2 className="task-form-head">{t('tasks.drawer.review')}</h2>
      {!task && <TemplateFill projectId={projectId} onFound={setFound} />}
      {!task && <Proposals projectId={projectId} proposals={proposals} />}
      <StageEditor projectId={projectId} known={task?.stages.flatMap(({ executors }) => executors) ?? found} />
      <h2 className="task-form-head">{t('tasks.form.more')}</h2>
      <div className="task-form-grid">
        <Field name="description" label={t('tasks.field.description')} className="task-form-wide">
          <Input.TextArea rows={4} {...typedLength(LIMITS.textMax)} />
        </Field>
        <Field name="cc_ids" label={t('tasks.field.cc_ids')}>
          <StaffPicker multiple projectId={projectId} known={task?.cc} />
        </Field>
        <Field name="notify_way" label={t('tasks.field.notify_way')}>
          <NotifyWayPicker isNew={task === undefined} />
        </Field>
        <Field name="needs_confirmation" label={t('tasks.field.needs_confirmation')} valuePropName="checked" rules={[]}>
          <Switch aria-label={t('tasks.field.needs_confirmation')} />
        </Field>
      </div>
      {task ? (
        <Attachments calls={taskAttachments} record={attachedTo(task)} />
      ) : (
        <PendingAttachments projectId={projectId} pending={pending} />
      )}
    </FormPage>
  );
}
