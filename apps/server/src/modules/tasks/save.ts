import type { Updateable } from 'kysely';
import { PRIORITIES } from '@prdm/contract/status';
import type { TaskAddInput, TaskAddOutput, TaskEditInput, TaskStateOutput } from '@prdm/contract/tasks';
import type { DB } from '../../platform/db-types.ts';
import { fail } from '../../platform/errors.ts';
import type { StageDraft } from '../processes/index.ts';
import { courseOf, holderIn, peopleOf } from './page/course.ts';
import { TaskAdded, TaskEdited } from './task.events.ts';
import { isFullyAllotted, progressOf, restMinutes, toHours, toMinutes } from './page/hours.ts';
import { changedFields, changedPlan, loggedPlan } from './logged.ts';
import { publishOpened } from './manage.ts';
import { answerOf, openMove, refusalOf, settle, type Opened } from './move.ts';
import { conditionFactsOf, factsOf, subjectOf, notifyBrowsers, type TasksParts, type Who } from './parts.ts';
import { refuseStrangers, refuseUnattended, refuseUnfitAdded, refuseUnfitReviewers } from './people.ts';
import { addWhole, type NewTask } from './adding/add-whole.repo.ts';
import { highestSerial, taskSeries } from './adding/numbering.ts';
import { tasksRepo, type StageRow, type TaskRecord, type TasksRepo } from './task.repo.ts';
import { judge, rolesFor } from './task.rules.ts';
import { loggedOf, mannedNow, selfReviewed, warningOf } from './review/separation.ts';

type StageInput = NonNullable<TaskAddInput['stages']>[number];

const rowOfInput = (stage: StageInput, index: number): StageRow => ({
  position: index + 1,
  name: stage.name,
  sign_mode: stage.sign_mode,
  days: stage.days === null ? null : String(stage.days),
  executor_ids: [...new Set(stage.executor_ids)],
  allow_transfer: stage.allow_transfer,
  reject_to: stage.reject_to,
  cc_ids: [...new Set(stage.cc_ids)],
  separate: stage.separate,
  straight: stage.straight,
});

const rowOfDraft = (stage: StageDraft, index: number): StageRow => ({
  position: index + 1,
  name: stage.name,
  sign_mode: stage.signMode,
  days: stage.days === null ? null : String(stage.days),
  executor_ids: [...stage.executorIds],
  allow_transfer: stage.allowTransfer,
  reject_to: stage.rejectTo,
  cc_ids: [...(stage.options?.ccIds ?? [])],
  separate: stage.options?.separate ?? false,
  straight: stage.options?.straight ?? false,
});

/** The fields of a task that the rules of a template read. */
interface Resolving {
  readonly project_id: number;
  readonly profession_id?: number | null;
  readonly kind: string;
  readonly executor_ids: readonly number[];
}

/**
 * The given stages, else those of the template with the people whom its rules find. The first executor is the starter
 * of the review to come, the executors are the authors. Null if the call has neither.
 */
async function stagesOf(
  parts: TasksParts,
  { actor: { enterpriseId }, principal }: Who,
  input: Pick<TaskAddInput, 'stages' | 'process_template_id' | 'chosen'>,
  task: Resolving,
): Promise<StageRow[] | null> {
  if (input.stages) return input.stages.map(rowOfInput);
  if (input.process_template_id === undefined) return null;
  const drafts = await parts.processes.resolveTemplate(enterpriseId, {
    kind: 'task',
    templateId: input.process_template_id,
    projectId: task.project_id,
    professionId: task.profession_id ?? null,
    starterId: task.executor_ids[0] ?? principal.userId,
    authorIds: task.executor_ids,
    facts: conditionFactsOf(task),
    chosen: input.chosen,
  });
  return drafts.map(rowOfDraft);
}

/**
 * Throws if the hours of a sub-task exceed the free hours of its parent. `allotted` is read under the lock of the
 * parent row. The lock prevents two writers from using the same free hours.
 */
function refuseOverAllotting(parent: TaskRecord, allotted: number, minutes: number | null): void {
  const rest = restMinutes(parent.required_minutes, allotted);
  if (rest !== null && (minutes ?? 0) > rest)
    throw fail.invalid('required_hours', 'tasks.hoursExceeded', { rest: toHours(rest) });
}

export async function addTask(parts: TasksParts, who: Who, input: TaskAddInput): Promise<TaskAddOutput> {
  const { enterpriseId } = who.actor;
  const stages = (await stagesOf(parts, who, input, input)) ?? [];
  if (stages.length === 0) throw fail.invalid('stages', 'tasks.oneStage');
  const reviewers = stages.flatMap((stage) => stage.executor_ids);
  return parts.db.transaction(async (trx) => {
    const project = await parts.projects.openForWriting(trx, enterpriseId, input.project_id);
    if (project.is_project && input.stage_id === undefined) throw fail.invalid('stage_id', 'validation.required');
    await refuseStrangers(parts, trx, enterpriseId, input.project_id, [
      { field: 'executor_ids', ids: input.executor_ids },
      { field: 'cc_ids', ids: input.cc_ids },
      { field: 'stages', ids: stages.flatMap((stage) => stage.cc_ids) },
    ]);
    await refuseUnfitReviewers(parts, trx, enterpriseId, input.project_id, reviewers);
    const repo = tasksRepo(parts.tables.within(trx), enterpriseId);
    if (input.parent_id !== undefined) await refuseChild(repo, who, input.parent_id, minutesOf(input.required_hours));
    const notify_way = input.notify_way ?? (await parts.organisation.taskNotifyWay(enterpriseId, trx));
    const tables = parts.tables.within(trx);
    const { record: task } = await parts.config.numberSeries.add(
      trx,
      enterpriseId,
      taskSeries(project),
      (number) =>
        addWhole(tables, enterpriseId, {
          row: newRow({ ...input, notify_way }, who.actor.userId, project.is_project),
          number,
          executorIds: input.executor_ids.length > 0 ? input.executor_ids : (stages[0]?.executor_ids ?? []),
          ccIds: input.cc_ids,
          stages,
          at: parts.clock.now(),
        }),
      () => highestSerial(tables, enterpriseId, project.item_number),
    );
    await parts.bus.emit(trx, TaskAdded, {
      actor: who.actor,
      target: { kind: 'task', id: task.id, name: task.title },
      projectId: task.project_id,
      after: {
        number: task.number,
        title: task.title,
        stage_id: task.stage_id,
        deadline: task.deadline,
        ...loggedPlan({ ...task, stages }),
      },
      data: { ...factsOf(task), viewpointId: task.viewpoint_id },
    });
    await notifyBrowsers(parts, trx, task);
    const { number } = task;
    if (!input.publish) return { ...answerOf(parts, task), number };
    const judgement = judge(courseOf(task), 'publish', ['starter']);
    if (!judgement.ok) throw refusalOf(judgement);
    const opened = { trx, repo, actor: who.actor, task, move: 'publish', from: 'not_started', review: null } as const;
    const published = await publishOpened(parts, { ...opened, to: judgement.to, now: parts.clock.now() });
    return { ...published, number };
  });
}

async function refuseChild(repo: TasksRepo, who: Who, parentId: number, minutes: number | null): Promise<void> {
  const parent = await repo.lock(parentId);
  if (!parent) throw fail.notFound();
  const roles = rolesFor(who.actor.userId, peopleOf(parent), 'addChild', holderIn(who.principal, parent.project_id));
  const judgement = judge(courseOf(parent), 'addChild', roles);
  if (!judgement.ok) throw refusalOf(judgement);
  const { allotted } = await repo.childrenOf(parentId);
  if (isFullyAllotted(parent.required_minutes, allotted)) throw fail.wrongState('tasks.why.hoursAllotted');
  refuseOverAllotting(parent, allotted, minutes);
}

const minutesOf = (hours: number | null | undefined): number | null =>
  hours === null || hours === undefined ? null : toMinutes(hours);

const newRow = (
  input: TaskAddInput & { notify_way: NonNullable<TaskAddInput['notify_way']> },
  userId: number,
  ofProject: boolean,
): NewTask => ({
  project_id: input.project_id,
  of_project: ofProject,
  parent_id: input.parent_id ?? null,
  kind: input.kind,
  title: input.title,
  description: input.description ?? '',
  stage_id: input.stage_id ?? null,
  profession_id: input.profession_id ?? null,
  priority: PRIORITIES.indexOf(input.priority),
  assigner_id: userId,
  created_by: userId,
  start_at: input.start_at ?? null,
  deadline: input.deadline ?? null,
  is_long_term: input.is_long_term,
  annotation: input.annotation ?? '',
  notify_way: input.notify_way,
  process_template_id: input.process_template_id ?? null,
  viewpoint_id: input.viewpoint_id ?? null,
  needs_confirmation: input.needs_confirmation,
  required_minutes: minutesOf(input.required_hours),
});

const afterEdit = (seen: TaskRecord, input: TaskEditInput): Resolving => ({
  project_id: seen.project_id,
  profession_id: input.profession_id === undefined ? seen.profession_id : input.profession_id,
  kind: input.kind ?? seen.kind,
  executor_ids: input.executor_ids ?? seen.executor_ids,
});

/** Changes the sent fields. Changed stages apply from the next round. A running review keeps its stages. */
export async function editTask(
  parts: TasksParts,
  who: Who,
  input: TaskEditInput,
  seen: TaskRecord,
): Promise<TaskStateOutput> {
  const { enterpriseId } = who.actor;
  const stages = await stagesOf(parts, who, input, afterEdit(seen, input));
  return parts.db.transaction(async (trx) => {
    await parts.projects.openForWriting(trx, enterpriseId, seen.project_id);
    await refuseUnfitAdded(parts, trx, seen, input, stages);
    const repo = tasksRepo(parts.tables.within(trx), enterpriseId);
    const parent =
      input.required_hours !== undefined && seen.parent_id !== null ? await repo.lock(seen.parent_id) : undefined;
    const opened = await openMove(parts, trx, who, { task: seen, version: input.version, move: 'edit' });
    const { task } = opened;
    const set = changedColumns(input, task);
    await refuseEdit(repo, { task, parent, set });

    const stored = await repo.stagesOf(task.id);
    const planned = stages ?? stored;
    // Temporary and other tasks saved before VA-005 covered them have no stage. An edit may keep this unless it sends
    // stages or kind.
    const isKept = stages === null && (set.kind === undefined || set.kind === task.kind);
    if (planned.length === 0 && !isKept) throw fail.invalid('stages', 'tasks.oneStage');
    const executors = executorsAfter(input, task, planned);
    if (task.published_at !== null) refuseUnmanned(executors, planned);
    const named = stages !== null || input.executor_ids !== undefined;
    const alone = named ? await aloneAfter(parts, opened, { executors, planned }, stored) : [];
    if (stages) await repo.setStages(task.id, stages);
    await repo.setPeople('task_executor', task.id, executors);
    const copies = input.cc_ids ? [...new Set(input.cc_ids)] : task.cc_ids;
    if (input.cc_ids) await repo.setPeople('task_cc', task.id, copies);

    const fields = changedFields(task, set);
    const plan = changedPlan({ ...task, stages: stored }, { executor_ids: executors, cc_ids: copies, stages: planned });
    const changed = await settle(parts, opened, {
      set: { ...set, progress: progressAfter(task, set) },
      event: TaskEdited,
      data: {
        addedExecutorIds: executors.filter((id) => !task.executor_ids.includes(id)),
        addedCcIds: copies.filter((id) => !task.cc_ids.includes(id)),
      },
      before: { ...fields.before, ...plan.before },
      after: { ...fields.after, ...plan.after, ...loggedOf(alone) },
    });
    if (opened.review && changed.title !== task.title)
      await parts.processes.rename(trx, enterpriseId, subjectOf(changed));
    if (input.publish) return publishEdited(parts, who, { ...opened, task: changed });
    return { ...answerOf(parts, changed), ...warningOf(alone) };
  });
}

/** Publishes the draft that the same transaction has changed. */
function publishEdited(parts: TasksParts, who: Who, edited: Opened): Promise<TaskStateOutput> {
  const { task } = edited;
  const course = courseOf(task);
  const roles = rolesFor(who.actor.userId, peopleOf(task), 'publish', holderIn(who.principal, task.project_id));
  const judgement = judge(course, 'publish', roles);
  if (!judgement.ok) throw refusalOf(judgement);
  return publishOpened(parts, { ...edited, move: 'publish', from: course.state, to: judgement.to });
}

/**
 * Checks changed people of a published task as publishing does. Throws the refusals and returns the stages for the
 * warning. A draft is checked at its publishing.
 */
async function aloneAfter(
  parts: TasksParts,
  opened: Opened,
  after: { executors: readonly number[]; planned: readonly StageRow[] },
  before: readonly StageRow[],
): Promise<string[]> {
  const { task, trx } = opened;
  if (task.published_at === null) return [];
  const manned = await mannedNow(parts, task, after.planned, trx);
  await refuseUnattended(parts, opened, { ...after, manned }, before);
  return selfReviewed(after.executors, manned);
}

/** Columns of the sent fields. Null clears a field. */
function changedColumns(input: TaskEditInput, task: TaskRecord): Updateable<DB['task']> {
  const sent: Updateable<DB['task']> = {
    kind: input.kind,
    title: input.title,
    description: input.description,
    stage_id: input.stage_id,
    profession_id: input.profession_id,
    priority: input.priority === undefined ? undefined : PRIORITIES.indexOf(input.priority),
    start_at: input.start_at,
    deadline: input.deadline,
    annotation: input.annotation,
    notify_way: input.notify_way,
    process_template_id: input.process_template_id ?? (input.stages ? null : undefined),
    viewpoint_id: input.viewpoint_id,
    needs_confirmation: input.needs_confirmation,
    required_minutes: input.required_hours === undefined ? undefined : minutesOf(input.required_hours),
  };
  const start = sent.start_at === undefined ? task.start_at : sent.start_at;
  const deadline = sent.deadline === undefined ? task.deadline : sent.deadline;
  if (start && deadline && new Date(deadline) < new Date(start)) throw fail.invalid('deadline', 'validation.order');
  if (task.is_long_term && sent.deadline) throw fail.invalid('deadline', 'tasks.longTermDeadline');
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

async function refuseEdit(
  repo: TasksRepo,
  { task, parent, set }: { task: TaskRecord; parent?: TaskRecord; set: Updateable<DB['task']> },
): Promise<void> {
  if (set.required_minutes === undefined) return;
  const minutes = set.required_minutes;
  const { allotted } = await repo.childrenOf(task.id);
  if (minutes !== null && minutes < allotted)
    throw fail.invalid('required_hours', 'tasks.belowChildren', { n: toHours(allotted) });
  if (!parent) return;
  const ofSiblings = (await repo.childrenOf(parent.id)).allotted - (task.required_minutes ?? 0);
  refuseOverAllotting(parent, ofSiblings, minutes);
}

/** Executors after the edit. An empty list means the people of the first stage, as at adding. */
function executorsAfter(input: TaskEditInput, task: TaskRecord, stages: readonly StageRow[]): number[] {
  if (input.executor_ids === undefined) return task.executor_ids;
  return [...new Set(input.executor_ids.length > 0 ? input.executor_ids : (stages[0]?.executor_ids ?? []))];
}

function refuseUnmanned(executors: readonly number[], stages: readonly StageRow[]): void {
  if (executors.length === 0) throw fail.invalid('executor_ids', 'tasks.noExecutor');
  const empty = stages.find((stage) => stage.executor_ids.length === 0);
  if (empty) throw fail.invalid('stages', 'tasks.stageWithoutExecutor', { stage: empty.name });
}

const progressAfter = (task: TaskRecord, set: Updateable<DB['task']>): number =>
  progressOf({
    finished: false,
    required: set.required_minutes === undefined ? task.required_minutes : set.required_minutes,
    used: task.used_minutes,
  });
