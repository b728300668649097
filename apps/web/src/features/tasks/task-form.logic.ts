import type { NotifyWay } from '@prdm/contract/status';
import type * as contract from '@prdm/contract/tasks';
import type { InputOf } from '../../lib/api/call.ts';
import { date } from '../../lib/format.ts';
import { wireValue } from '../../ui/form/rules.ts';
import { asSeen, eveningOf } from './tasks.logic.ts';
import type { TaskInfo } from './tasks.queries.ts';
import { type TextKey } from '../../lib/i18n.ts';

type Editing = InputOf<typeof contract.edit>;
type Adding = InputOf<typeof contract.add>;

/** The values of the task form. A picker gives null for no choice. A deadline is a day. */
export type TaskValues = Pick<Adding, 'title' | 'description' | 'stage_id' | 'priority' | 'needs_confirmation'> &
  Pick<Adding, 'executor_ids' | 'cc_ids' | 'stages' | 'required_hours'> & {
    readonly notify_way?: NotifyWay[];
    readonly profession_id?: number | null;
    readonly deadline?: string | null;
  };

/** The form values of a saved task. */
export const valuesOf = (task: TaskInfo) => ({
  title: task.title,
  description: task.description,
  stage_id: task.stage?.id,
  profession_id: task.profession?.id,
  executor_ids: task.executors.map(({ id }) => id),
  cc_ids: task.cc.map(({ id }) => id),
  deadline: task.deadline === null ? null : date(task.deadline),
  priority: task.priority,
  required_hours: task.required_hours,
  needs_confirmation: task.needs_confirmation,
  notify_way: task.notify_way,
  stages: task.stages.map(
    ({ name, sign_mode, days, allow_transfer, reject_to, separate, straight, executors, cc }) => ({
      name,
      sign_mode,
      days,
      allow_transfer,
      reject_to,
      separate,
      straight,
      cc_ids: cc.map(({ id }) => id),
      executor_ids: executors.map(({ id }) => id),
    }),
  ),
});

export const addedTask = (
  values: TaskValues,
  place: Pick<Adding, 'project_id' | 'parent_id' | 'viewpoint_id' | 'publish'>,
): Adding => ({
  ...values,
  ...place,
  // Without a choice the server takes the ways that the enterprise has set.
  notify_way: values.notify_way?.length ? values.notify_way : undefined,
  profession_id: values.profession_id ?? undefined,
  deadline: values.deadline ? eveningOf(values.deadline) : undefined,
});

/**
 * The input of an edit: only the changed fields. The form knows neither the time of a deadline nor the template, and
 * would overwrite both. An emptied field is sent as empty text, because the encoding omits undefined values.
 */
export function editedTask(task: TaskInfo, values: TaskValues, version: number | undefined): Editing {
  const before: Record<string, unknown> = valuesOf(task);
  const changed = (name: keyof TaskValues): boolean => !isSame(values[name], before[name]);
  return {
    ...asSeen(task),
    version,
    ...(changed('title') && { title: values.title }),
    ...(changed('description') && { description: values.description ?? '' }),
    ...(changed('stage_id') && { stage_id: values.stage_id }),
    ...(changed('profession_id') && { profession_id: values.profession_id ?? '' }),
    ...(changed('executor_ids') && { executor_ids: values.executor_ids }),
    ...(changed('cc_ids') && { cc_ids: values.cc_ids }),
    ...(changed('deadline') && { deadline: values.deadline ? eveningOf(values.deadline) : '' }),
    ...(changed('priority') && { priority: values.priority }),
    ...(changed('required_hours') && { required_hours: values.required_hours ?? '' }),
    ...(changed('needs_confirmation') && { needs_confirmation: values.needs_confirmation }),
    ...(changed('notify_way') && { notify_way: values.notify_way }),
    ...(changed('stages') && { stages: values.stages }),
  };
}

/** Labels of the form's buttons: publish or save as draft for a draft, save for a published task. */
export function buttonsOf(task: Pick<TaskInfo, 'published_at' | 'can'> | undefined): {
  main: TextKey;
  other?: TextKey;
} {
  if (task === undefined) return { main: 'tasks.form.publish', other: 'tasks.form.saveDraft' };
  if (task.published_at !== null) return { main: 'common.save' };
  const mayPublish = task.can.some(({ action, allowed }) => action === 'publish' && allowed);
  return mayPublish ? { main: 'tasks.form.publish', other: 'tasks.form.saveDraft' } : { main: 'tasks.form.saveDraft' };
}

/**
 * Whether two field values mean the same. An empty value equals an absent one, and a typed number equals the number.
 */
export const isSame = (some: unknown, other: unknown): boolean => meant(some) === meant(other);

function meant(value: unknown): string {
  const given = wireValue(value);
  if (given === undefined) return '';
  if (Array.isArray(given)) return `[${given.map(meant).join()}]`;
  if (typeof given !== 'object') return JSON.stringify(String(given));
  const fields = Object.entries(given as object).toSorted(([a], [b]) => a.localeCompare(b));
  return `{${fields.flatMap(([name, field]) => (meant(field) === '' ? [] : [`${name}:${meant(field)}`])).join()}}`;
}
